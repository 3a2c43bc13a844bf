import { AFFORDABLE_HASH, isStrongPassword } from './password';

describe('isStrongPassword', () => {
  it.each([
    'Acervo@2026',
    'aA1!aaaa',
    'Ção 1 ã#X',
    'ÁÉÍÓúabc9-',
    'acv_Abcdef1_x!',
    '٣Aabcde_f',
    `Aa1!${'x'.repeat(124)}`,
    'Aa1📎xxxx',
    'Пароль1!',
    `Aa1!${'📎'.repeat(124)}`,
  ])('accepts %j', (password) => {
    expect(isStrongPassword(password)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['7 characters', 'aA1!aaa'],
    ['7 characters, one of two code units', 'aA1!aa📎'],
    ['more than 128', `Aa1!${'x'.repeat(125)}`],
    ['no upper case', 'acervo@2026'],
    ['no lower case', 'ACERVO@2026'],
    ['no digit', 'Acervo@abcd'],
    ['no special character', 'Acervo2026'],
    ['a blank for the special character', 'Acervo 2026'],
    ['a tab for the special character', 'Acervo\t2026'],
    ['the beginning of a key', 'acv_Abcdef12_x!'],
    ['half a character', 'Acervo@2026\ud83d'],
  ])('refuses %s', (_, password) => {
    expect(isStrongPassword(password)).toBe(false);
  });
});

describe('hash parameters acceptable for a login', () => {
  const hash = (cost: string) => `$argon2id$v=19$${cost}$${'c'.repeat(22)}$${'c'.repeat(43)}`;

  // Ours, those of PHP, Node, Python before and after 2021, Django, libsodium.
  it.each(['m=19456,t=2,p=1', 'm=65536,t=4,p=1', 'm=65536,t=3,p=4', 'm=102400,t=2,p=8', 'm=262144,t=3,p=1', 'm=7168,t=5,p=1'])(
    'is %s',
    (cost) => expect(hash(cost)).toMatch(AFFORDABLE_HASH),
  );

  it.each(['m=300000,t=1,p=1', 'm=1048576,t=4,p=1', 'm=100000,t=5,p=1', 'm=65536,t=11,p=1', 'm=65536,t=1,p=17', 'm=0,t=1,p=1'])(
    'is not %s',
    (cost) => expect(hash(cost)).not.toMatch(AFFORDABLE_HASH),
  );
});
