import { fileNameOf } from './file-name';

describe('the name to save a file under', () => {
  it.each([
    ['Nota fiscal', 'pdf', 'Nota fiscal.pdf'],
    ['nota.PDF', 'pdf', 'nota.pdf'],
    ['../../etc/passwd', 'txt', '_.._etc_passwd.txt'],
    ['a\r\nSet-Cookie: x', 'txt', 'a__Set-Cookie_ x.txt'],
    ['fdp.\u202Eexe', 'pdf', 'fdp._exe.pdf'],
    ['   ', 'txt', 'arquivo.txt'],
    ['\ud800', 'txt', '\ufffd.txt'],
  ])('of %j (%s) is %j', (name, extension, expected) => {
    expect(fileNameOf({ name, extension })).toBe(expected);
  });

  it('is limited to the length that file systems allow', () => {
    expect(fileNameOf({ name: 'é'.repeat(500), extension: 'pdf' })).toHaveLength(154);
  });
});
