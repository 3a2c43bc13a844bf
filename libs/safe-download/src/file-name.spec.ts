import { fileNameOf } from './file-name';

const name = (disposition: string | undefined, path = '/'): string | undefined =>
  fileNameOf(disposition, new URL(`http://example.org${path}`));

describe('fileNameOf', () => {
  it.each<[string | undefined, string | undefined, string]>([
    ['report.pdf', 'attachment; filename="report.pdf"', '/x'],
    ['report.pdf', 'attachment; filename=report.pdf', '/x'],
    ['ação.pdf', "attachment; filename=acao.pdf; filename*=UTF-8''a%C3%A7%C3%A3o.pdf", '/x'],
    ['ação.pdf', `attachment; filename="${Buffer.from('ação.pdf').toString('latin1')}"`, '/x'],
    ['ação.pdf', 'attachment; filename="a\xE7\xE3o.pdf"', '/x'],
    ['passwd', 'attachment; filename="../../etc/passwd"', '/x'],
    ['b.pdf', String.raw`attachment; filename="C:\\a\\b.pdf"`, '/x'],
    ['passwd', "attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", '/x'],
    ['fdp.exe', "attachment; filename*=UTF-8''%E2%80%AEfdp.exe", '/x'],
    ['ab.pdf', "attachment; filename*=UTF-8''a%0D%0Ab.pdf", '/x'],
    ['c.pdf', 'attachment; filename=".."', '/a/b/c.pdf'],
    ['c.pdf', 'attachment; filename="a/"', '/a/b/c.pdf'],
    ['c.pdf', 'attachment', '/a/b/c.pdf?x=/y'],
    ['c.pdf', ';;=;"', '/c.pdf'],
    ['nota fiscal.pdf', undefined, '/nota%20fiscal.pdf'],
    ['passwd', undefined, '/..%2F..%2Fetc%2Fpasswd'],
    ['%E0%A4%A.pdf', undefined, '/%E0%A4%A.pdf'],
    [undefined, undefined, '/'],
    [undefined, undefined, '/a/'],
    [undefined, undefined, '/%20%0A'],
  ])('is %j for %j and %s', (expected, disposition, path) => expect(name(disposition, path)).toBe(expected));

  it('is at most 255 characters long and keeps its extension', () => {
    const long = name(undefined, `/${'x'.repeat(300)}.pdf`);
    expect(long).toHaveLength(255);
    expect(long).toMatch(/x\.pdf$/);
    expect(name(undefined, `/${encodeURIComponent('x' + '😀'.repeat(130))}`)).toBe('x' + '😀'.repeat(127));
  });
});
