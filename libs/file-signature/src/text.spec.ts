import { checkExtension, detect } from './index';
import { readText } from './text';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16le = (text: string): Buffer => Buffer.concat([latin1('\xFF\xFE'), Buffer.from(text, 'utf16le')]);
const utf16be = (text: string): Buffer => Buffer.concat([latin1('\xFE\xFF'), Buffer.from(text, 'utf16le').swap16()]);
const verdict = async (extension: string, bytes: Uint8Array, size = bytes.length): Promise<string> =>
  (await checkExtension(extension, bytes, size)).verdict;

describe('detecting text by the first bytes', () => {
  it.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from('ação €'), 'ação €'],
    ['UTF-8 with a byte-order mark', Buffer.from('\uFEFFação'), 'ação'],
    ['Latin-1', latin1('a\xE7\xE3o'), 'ação'],
    ['Windows-1252', latin1('\x80 10 \x96 20'), '\x80 10 \x96 20'],
    ['UTF-16, little end first', utf16le('ação'), 'ação'],
    ['UTF-16, big end first', utf16be('ação'), 'ação'],
    ['the blanks that are allowed', latin1('a\tb\r\nc\fd'), 'a\tb\r\nc\fd'],
    ['the end mark of DOS', latin1('9 end\r\n\x1A'), '9 end\r\n'],
  ])('accepts %s', (_, bytes, text) => expect(readText(bytes, false)).toBe(text));

  it.each<[string, Buffer]>([
    ['NUL', latin1('a\0b')],
    ['a control character', latin1('a\x07b')],
    ['escape', latin1('\x1B[31mred')],
    ['delete', latin1('a\x7F')],
    ['an end mark in the middle', latin1('a\x1Ab')],
    ['bytes that no code page has', latin1('a\x81b')],
    ['UTF-16 without a byte-order mark', Buffer.from('ab', 'utf16le')],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['half a surrogate pair', Buffer.concat([latin1('\xFF\xFE'), Buffer.from([0x3d, 0xd8, 0x61, 0])])],
  ])('refuses %s', (_, bytes) => expect(readText(bytes, false)).toBeNull());

  it('accepts a truncated last character only if the file is longer', () => {
    const euro = Buffer.from('preço €');
    const cut = euro.subarray(0, -1);
    expect(readText(cut, true)).toBe('preço ');
    // As a whole file it is not UTF-8, but still readable as Windows-1252.
    expect(readText(cut, false)).toBe(euro.subarray(0, -1).toString('latin1'));
    expect(readText(utf16le('ab').subarray(0, -1), true)).toBe('a');
    expect(readText(Buffer.from('á\u0081').subarray(0, -1), false)).toBe('Ã¡Â');
  });
});

describe('text that starts like a binary format', () => {
  it.each([
    'BMW;Audi;Fiat\n',
    'MZ123;1\n',
    'FORMULARIO;1\n',
    'MAC ADDRESS;1\n',
    'GIFT LIST\n',
    'Tax free;1\n',
    'solid waste;1\n',
    'ID3;title\n',
    'PAR1;a\n',
    '070707;1\n',
    `G${'x'.repeat(187)}G${'x'.repeat(300)}`,
  ])('%j is text', async (content) => {
    expect(await detect(latin1(content))).toBeUndefined();
    expect(await verdict('csv', latin1(content))).toBe('fits');
    expect(await verdict('bmp', latin1(content))).toBe('differs');
    expect(await verdict('xyz', latin1(content))).toBe('unknown-extension');
  });

  it('is detected in UTF-16, although the byte-order mark looks like an MPEG frame', async () => {
    expect(await verdict('txt', utf16le('hello'))).toBe('fits');
    expect(await verdict('mp3', utf16le('hello'))).toBe('differs');
  });

  it.each(['%PDF-1.4\n1 0 obj', '{\\rtf1 hello}', '%!PS-Adobe-3.0', 'GIF89a/*', '!<arch>\ndebian-binary   1234'])(
    '%j is not text',
    async (content) => expect(await verdict('txt', latin1(content))).toBe('differs'),
  );
});

describe('text formats', () => {
  it.each<[string, string, Buffer]>([
    ['fits', 'xml', latin1('\r\n  <nfeProc versao="4.00">')],
    ['fits', 'xml', Buffer.from('\uFEFF<?xml version="1.0"?><a/>')],
    ['fits', 'xml', utf16le('<?xml version="1.0"?><a/>')],
    ['fits', 'xml', latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xE7</a>')],
    ['fits', 'xml', latin1('<?xml version="1.0" encoding="IBM855"?><a>\x81\x8D</a>')],
    ['differs', 'xml', latin1('<?xml version="1.0" encoding="IBM855"?><a>\x81\0</a>')],
    ['differs', 'xml', latin1('<?xml version="1.0"?><a>\x81\x8D</a>')],
    ['differs', 'xml', latin1('a < b')],
    ['differs', 'xml', latin1('< b')],
    ['differs', 'xml', latin1('<a>\0</a>')],
    ['fits', 'svg', latin1('<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x"><svg>')],
    ['fits', 'svg', latin1('<s:svg xmlns:s="x">')],
    ['differs', 'svg', latin1('<svgfoo>')],
    ['differs', 'svg', latin1('<html>')],
    ['fits', 'html', latin1('hello <b>you</b>')],
    ['differs', 'html', latin1('a < b')],
    ['fits', 'json', latin1('[1]')],
    ['fits', 'json', Buffer.from('\uFEFF\n"a"')],
    ['fits', 'json', latin1('-1.5')],
    ['fits', 'json', latin1('null')],
    ['differs', 'json', latin1('nullable')],
    ['differs', 'json', latin1('a: 1')],
    ['differs', 'json', latin1('<a/>')],
    ['fits', 'ics', latin1('BEGIN:VCALENDAR\r\n')],
    ['fits', 'txt', latin1('BEGIN:VCARD\r\n')],
    ['differs', 'ics', latin1('BEGIN:VCARD\r\n')],
  ])('%s: %s %j', async (expected, extension, bytes) => expect(await verdict(extension, bytes)).toBe(expected));

  it('checks only the first bytes of long files', async () => {
    const long = Buffer.from('ação;'.repeat(3000));
    for (let size = 4096; size < 4104; size += 1) expect(await verdict('csv', long.subarray(0, size), long.length)).toBe('fits');
    expect(await verdict('csv', Buffer.concat([long.subarray(0, 4099), latin1('\0')]), long.length)).toBe('differs');
    // What exceeds the head is not looked at, whoever hands it in.
    expect(await verdict('csv', Buffer.concat([long, latin1('\0')]))).toBe('fits');
  });
});
