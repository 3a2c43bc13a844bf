import { isStrongPassword } from './password';

describe('isStrongPassword', () => {
  it.each([
    'Acervo@2026',
    'aA1!aaaa',
    'Ção 1 ã#X',
    'ÁÉÍÓúabc9-',
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
    ['half a character', 'Acervo@2026\ud83d'],
  ])('refuses %s', (_, password) => {
    expect(isStrongPassword(password)).toBe(false);
  });
});
