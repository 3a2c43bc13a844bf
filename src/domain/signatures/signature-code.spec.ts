import { masked } from './masked';
import { readSignatureCode, signatureCode } from './signature-code';

describe('the code of a signature', () => {
  const code = signatureCode((count) => Uint8Array.from({ length: count }, (_, index) => index * 9));

  it('is 26 unambiguous characters', () => {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(signatureCode((count) => new Uint8Array(count).fill(255))).toBe('Z'.repeat(26));
  });

  it.each([
    [code.toLowerCase(), code],
    [` ${code.slice(0, 4)}-${code.slice(4)} `, code],
    ['oOiIlL'.padEnd(26, 'a'), '001111'.padEnd(26, 'A')],
    [code.slice(1), null],
    [`${code}0`, null],
    [code.replace(/.$/, 'U'), null],
    ['', null],
    [' '.repeat(1000) + code, null],
  ])('typed as %j is %j', (typed, read) => {
    expect(readSignatureCode(typed)).toBe(read);
  });
});

describe('a masked document number', () => {
  it.each([
    ['529.982.247-25', '***.982.247-**'],
    ['52998224725', '***.982.247-**'],
    ['MG-12.345.678', '**-**.***.678'],
    ['12345', '*****'],
    ['', ''],
  ])('%s is shown as %s', (document, shown) => {
    expect(masked(document)).toBe(shown);
  });
});
