import { deflateRawSync, gzipSync } from 'node:zlib';
import { SIGNATURE_BYTES, checkExtension, type Verdict } from './index';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const check = (extension: string, bytes: Uint8Array, size = bytes.length): Promise<Verdict> => checkExtension(extension, bytes, size);
const verdict = async (extension: string, bytes: Uint8Array, size = bytes.length): Promise<string> =>
  (await check(extension, bytes, size)).verdict;

/** One local entry of a zip. With `streamed`, sizes are left out as in zips written to a pipe. */
function entry(name: string, content = 'x', { method = 0, streamed = false } = {}): Buffer {
  const data = method === 8 ? deflateRawSync(content) : Buffer.from(content);
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(streamed ? 8 : 0, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(streamed ? 0 : data.length, 18);
  header.writeUInt32LE(streamed ? 0 : Buffer.byteLength(content), 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, latin1(name), data]);
}
const contentTypes = (main: string): Buffer =>
  entry('[Content_Types].xml', `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`);
const zipOf = (...entries: Buffer[]): Buffer => Buffer.concat(entries);
const der = (tag: number[], length: number): Buffer =>
  Buffer.concat([Buffer.from([0x30, 0x82, (tag.length + length) >> 8, (tag.length + length) & 255, ...tag]), Buffer.alloc(length, 0x5a)]);
const box = (brand: string): Buffer => latin1(`\0\0\0\x18ftyp${brand}\0\0\0\0isom\0\0\0\0`);
const tar = (): Buffer => {
  const header = Buffer.alloc(1024);
  header.write('file.txt');
  header.write('ustar\0', 257);
  return header;
};

const PKCS7_DATA = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
/** Content, and every extension it fits. */
const SAMPLES: Record<string, [bytes: Buffer, fits: string[]]> = {
  pdf: [latin1('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n'), ['pdf']],
  png: [latin1('\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\b\x06\0\0\0\x1F\x15\xC4\x89\0\0\0\0IDAT'), ['png']],
  apng: [
    latin1('\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\b\x06\0\0\0\x1F\x15\xC4\x89\0\0\0\x08acTL\0\0\0\0\0\0\0\0'),
    ['png', 'apng'],
  ],
  jpg: [latin1('\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0'), ['jpg', 'jpeg', 'jfif']],
  gif: [latin1('GIF89a\x01\0\x01\0\x80\0\0\0\0\0'), ['gif']],
  webp: [latin1('RIFF\x24\0\0\0WEBPVP8 '), ['webp']],
  bmp: [latin1('BM\x46\0\0\0\0\0\0\0\x36\0\0\0'), ['bmp']],
  tif: [latin1('II*\0\xF0\xFF\x0F\0' + '\0'.repeat(64)), ['tif', 'tiff']],
  'big-endian tif': [latin1('MM\0*\0\x10\0\0' + '\0'.repeat(64)), ['tif', 'tiff']],
  mp3: [latin1('\xFF\xFB\x90\x64\0\0\0\0\0\0'), ['mp3']],
  mp4: [box('isom'), ['mp4', 'm4v', 'm4a']],
  heic: [box('heic'), ['heic', 'heif']],
  mpg: [latin1('\0\0\x01\xBA\x44\0\x04\0\x04\x01'), ['mpg', 'mpeg']],
  zip: [zipOf(entry('notes.txt')), ['zip']],
  docx: [zipOf(contentTypes('wordprocessingml.document')), ['docx', 'zip']],
  xlsx: [zipOf(contentTypes('spreadsheetml.sheet')), ['xlsx', 'zip']],
  pptx: [zipOf(contentTypes('presentationml.presentation')), ['pptx', 'zip']],
  odt: [zipOf(entry('mimetype', 'application/vnd.oasis.opendocument.text')), ['odt', 'zip']],
  ods: [zipOf(entry('mimetype', 'application/vnd.oasis.opendocument.spreadsheet')), ['ods', 'zip']],
  odp: [zipOf(entry('mimetype', 'application/vnd.oasis.opendocument.presentation')), ['odp', 'zip']],
  epub: [zipOf(entry('mimetype', 'application/epub+zip')), ['epub', 'zip']],
  jar: [zipOf(entry('META-INF/MANIFEST.MF')), ['jar', 'zip']],
  cfb: [latin1('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1' + '\0'.repeat(504)), ['doc', 'xls', 'ppt', 'msg']],
  rar: [latin1('Rar!\x1A\x07\x01\0\0\0'), ['rar']],
  '7z': [latin1('7z\xBC\xAF\x27\x1C\0\x04'), ['7z']],
  gz: [gzipSync('hello'), ['gz', 'tgz']],
  tar: [tar(), ['tar']],
  exe: [latin1('MZ\x90\0\x03\0\0\0\x04\0\0\0\xFF\xFF\0\0'), ['exe']],
  elf: [latin1('\x7FELF\x02\x01\x01\0\0\0\0\0'), ['elf']],
  'signed data': [der(PKCS7_DATA, 300), ['p7s', 'p7m']],
  certificate: [der([0x30, 0x82, 0x01, 0x00], 300), ['cer', 'crt']],
  'key store': [der([0x02, 0x01, 0x03], 300), ['p12']],
  PEM: [
    latin1('Bag Attributes\n-----BEGIN CERTIFICATE-----\nMIIB\n'),
    ['cer', 'crt', 'p7s', 'p7m', 'p12', 'txt', 'csv', 'md', 'log', 'ret', 'rem', 'eml'],
  ],
  rtf: [latin1('{\\rtf1\\ansi hello}'), ['rtf']],
  text: [Buffer.from('Código;Descrição\n1;ação\n'), ['txt', 'csv', 'md', 'log', 'ret', 'rem', 'eml']],
  xml: [latin1('<?xml version="1.0"?>\n<a/>'), ['xml', 'html', 'htm', 'txt', 'csv', 'md', 'log', 'ret', 'rem', 'eml']],
  svg: [latin1('<!-- drawn -->\n<svg xmlns="x">'), ['svg', 'xml', 'html', 'htm', 'txt', 'csv', 'md', 'log', 'ret', 'rem', 'eml']],
  html: [latin1('<!DOCTYPE html><title>a</title>'), ['html', 'htm', 'xml', 'txt', 'csv', 'md', 'log', 'ret', 'rem', 'eml']],
  json: [latin1(' {"a": 1}'), ['json', 'txt', 'csv', 'md', 'log', 'ret', 'rem', 'eml']],
};
const EXTENSIONS = [...new Set(Object.values(SAMPLES).flatMap(([, fits]) => fits))].filter((name) => name !== 'exe' && name !== 'elf');

describe('checkExtension, for every extension and content', () => {
  it.each(Object.entries(SAMPLES))('E2 %s content', async (_, [bytes, fits]) => {
    const fitting = await Promise.all(EXTENSIONS.map(async (name) => ((await verdict(name, bytes)) === 'fits' ? [name] : [])));
    expect(fitting.flat().sort()).toEqual(fits.filter((name) => EXTENSIONS.includes(name)).sort());
  });

  it('accepts any spelling of the extension', async () => {
    expect(await verdict('.PDF', SAMPLES.pdf![0])).toBe('fits');
    expect(await verdict('JpEg', SAMPLES.jpg![0])).toBe('fits');
  });

  it('names the type found by magic bytes', async () => {
    expect(await check('png', SAMPLES.gif![0])).toEqual({ verdict: 'differs', found: 'gif' });
    expect(await check('pdf', SAMPLES.exe![0])).toEqual({ verdict: 'differs', found: 'exe' });
    expect(await check('pdf', SAMPLES.elf![0])).toEqual({ verdict: 'differs', found: 'elf' });
    expect(await check('pdf', latin1('no pdf'))).toEqual({ verdict: 'differs' });
  });

  it('accepts an empty file as text only', async () => {
    const fitting = await Promise.all(EXTENSIONS.map(async (name) => ((await verdict(name, Buffer.alloc(0))) === 'fits' ? [name] : [])));
    expect(fitting.flat().sort()).toEqual(['csv', 'eml', 'log', 'md', 'rem', 'ret', 'txt']);
  });
});

describe('an unknown extension', () => {
  it.each<[string, string, Buffer]>([
    ['unknown-extension', 'xyz', SAMPLES.text![0]],
    ['unknown-extension', 'nfe', SAMPLES.xml![0]],
    ['unknown-extension', 'xyz', Buffer.from([1, 2, 3, 4])],
    ['unknown-extension', 'tar.gz', SAMPLES.gz![0]],
    ['unknown-extension', '', SAMPLES.pdf![0]],
    ['differs', 'xyz', SAMPLES.png![0]],
    ['differs', 'xyz', SAMPLES.exe![0]],
    ['fits', 'exe', SAMPLES.exe![0]],
  ])('is %s: %s', async (expected, extension, bytes) => expect(await verdict(extension, bytes)).toBe(expected));
});

describe('pdf', () => {
  const header = '%PDF-1.4\n';
  it.each<[string, string, string]>([
    ['fits', 'junk before the header', 'x'.repeat(500) + header],
    ['fits', 'a byte-order mark before it', `\xEF\xBB\xBF${header}`],
    ['fits', 'a printer command before it', `\x1B%-12345X@PJL\r\n${header}\0`],
    ['fits', 'the header at the last place', 'x'.repeat(1024 - 6) + header],
    ['differs', 'the header too late', 'x'.repeat(1024 - 5) + header],
    ['differs', 'a header without version', '%PDF-'],
    ['differs', 'a page before it', `<html>${header}`],
    ['differs', 'a page after a byte-order mark', `\xEF\xBB\xBF\n<script>${header}`],
    ['differs', 'a script before it', `#!/bin/sh\n${header}`],
    ['differs', 'a program before it', `MZ\x90\0\x03\0\0\0${header}`],
    ['differs', 'a printable program before it', `MZ ${header}`],
    ['differs', 'a zip before it', SAMPLES.zip![0].toString('latin1') + header],
    ['differs', 'a picture before it', SAMPLES.gif![0].toString('latin1') + header],
  ])('%s: %s', async (expected, _, content) => expect(await verdict('pdf', latin1(content))).toBe(expected));
});

describe('Office documents of which only the first bytes are known', () => {
  const streamedTypes = entry('[Content_Types].xml', '<Types/>'.repeat(900), { streamed: true });
  it.each<[string, string, Buffer]>([
    ['fits', 'docx', zipOf(entry('_rels/.rels'), entry('word/document.xml', 'x'.repeat(9000)))],
    ['fits', 'xlsx', zipOf(entry('docProps/app.xml', 'x', { method: 8 }), entry('xl/workbook.xml', 'x'.repeat(9000)))],
    ['fits', 'pptx', streamedTypes],
    ['fits', 'xlsb', zipOf(entry('[Content_Types].xml', '<Types/>'), entry('xl/workbook.bin'))],
    ['differs', 'xlsx', zipOf(entry('_rels/.rels'), entry('word/document.xml', 'x'.repeat(9000)))],
    ['differs', 'docx', zipOf(entry('_rels/.rels'), entry('xl/workbook.xml', 'x'.repeat(9000)))],
    ['differs', 'docx', zipOf(entry('holiday.jpg', 'x'.repeat(9000)))],
    ['differs', 'docx', zipOf(entry('x/word/document.xml', 'x'.repeat(9000)))],
    ['differs', 'docx', SAMPLES.jar![0]],
    ['differs', 'docx', zipOf(contentTypes('wordprocessingml.template'))],
    ['fits', 'odt', zipOf(entry('mimetype', 'application/vnd.oasis.opendocument.text', { streamed: true }))],
    ['fits', 'odt', zipOf(entry('content.xml', 'x'.repeat(9000)))],
    ['differs', 'odt', zipOf(entry('readme.md', 'x'.repeat(9000)))],
    ['fits', 'zip', latin1('PK\x05\x06' + '\0'.repeat(18))],
  ])('%s: %s (%#)', async (expected, extension, bytes) => {
    expect(await verdict(extension, bytes.subarray(0, SIGNATURE_BYTES), bytes.length)).toBe(expected);
  });

  it('recognises a docx that is encrypted (a compound file)', async () => {
    const bytes = Buffer.concat([SAMPLES.cfb![0], Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await verdict('docx', bytes)).toBe('fits');
    expect(await verdict('docx', SAMPLES.cfb![0])).toBe('differs');
  });
});

describe('DER', () => {
  it('refuses a length beyond the end of the file', async () => {
    const [bytes] = SAMPLES['signed data']!;
    expect(await verdict('p7s', bytes, bytes.length - 1)).toBe('differs');
    expect(await verdict('p7s', bytes.subarray(0, 100), bytes.length)).toBe('fits');
  });

  it('accepts the indefinite length of BER', async () => {
    expect(await verdict('p7m', Buffer.from([0x30, 0x80, ...PKCS7_DATA]))).toBe('fits');
    expect(await verdict('p7m', Buffer.from([0x30, 0xff, ...PKCS7_DATA]))).toBe('differs');
    expect(await verdict('p7m', Buffer.from([0x30]))).toBe('differs');
  });
});
