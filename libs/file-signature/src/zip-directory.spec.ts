import { ZipFile } from 'yazl';
import { SIGNATURE_BYTES, checkExtension, type Verdict } from './index';

const FILLER = 'x'.repeat(2 * SIGNATURE_BYTES);

/** Its first entries fill more than the head. */
async function zipOf(names: readonly string[], comment = ''): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of names) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(FILLER), name, { compress: false });
  }
  zip.end({ comment, forceZip64Format: false });
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function check(extension: string, bytes: Buffer): Promise<Verdict> {
  const read = (offset: number, length: number) => Promise.resolve(bytes.subarray(offset, offset + length));
  return checkExtension(extension, bytes.subarray(0, SIGNATURE_BYTES), bytes.length, read);
}

const DOCX = ['customXml/item1.xml', '[Content_Types].xml', '_rels/.rels', 'word/document.xml'];
const many = Array.from({ length: 700 }, (_, index) => `folder/${'n'.repeat(100)}${index}/`);

describe('a zip whose head does not tell what it is', () => {
  it.each<[string, string, readonly string[], string]>([
    ['custom XML first', 'docx', DOCX, ''],
    ['a comment behind it', 'docx', DOCX, 'c'.repeat(500)],
    ['folders first', 'epub', [...many, 'META-INF/container.xml', 'mimetype'], ''],
    ['pictures first', 'odt', ['Pictures/1.png', 'content.xml'], ''],
    ['data first', 'jar', ['data.bin', 'br/Main.class'], ''],
  ])('fits, with %s: %s', async (_, extension, names, comment) => {
    const bytes = await zipOf(names, comment);
    expect(await checkExtension(extension, bytes.subarray(0, SIGNATURE_BYTES), bytes.length)).toEqual({ verdict: 'differs', found: 'zip' });
    expect(await check(extension, bytes)).toEqual({ verdict: 'fits' });
  });

  it('differs when its directory says so, too', async () => {
    expect(await check('xlsx', await zipOf(DOCX))).toEqual({ verdict: 'differs', found: 'zip' });
    expect(await check('docx', await zipOf(['holiday.jpg']))).toEqual({ verdict: 'differs', found: 'zip' });
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut', (bytes) => bytes.subarray(0, bytes.length - 30)],
    ['with a directory that begins in front of it', (bytes) => (bytes.writeUInt32LE(bytes.length, bytes.length - 10), bytes)],
    ['with another directory', (bytes) => (bytes.writeUInt32LE(10, bytes.length - 10), bytes)],
    ['with sizes elsewhere', (bytes) => bytes.fill(0xff, bytes.length - 10, bytes.length - 2)],
  ])('differs %s', async (_, change) => {
    expect(await check('docx', change(await zipOf(DOCX)))).toEqual({ verdict: 'differs', found: 'zip' });
  });
});

describe('an unknown extension', () => {
  const bytes = (text: string) => Buffer.from(text.padEnd(600, '\0'), 'latin1');
  it.each<[string, Buffer]>([
    ['msi', bytes('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')],
    ['wps', bytes('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')],
    ['ai', bytes('%PDF-1.5\n%\xE2\xE3\xCF\xD3\n')],
    ['svgz', bytes('\x1F\x8B\x08\0')],
    ['gpkg', bytes('SQLite format 3\0')],
    ['vob', bytes('\0\0\x01\xBA\x44\0\x04\0\x04\x01')],
  ])('is not contradicted by what others are made of: %s', async (extension, content) => {
    expect(await check(extension, content)).toEqual({ verdict: 'unknown-extension' });
  });

  it.each(['xps', 'pages', 'numbers', 'key', 'odb', 'kmz', 'asice', 'war'])('is not contradicted by a zip: %s', async (extension) => {
    for (const names of [['a.txt'], DOCX.slice(1), ['META-INF/MANIFEST.MF']])
      expect(await check(extension, await zipOf(names))).toEqual({ verdict: 'unknown-extension' });
  });

  it('is contradicted by a picture or a program', async () => {
    expect(await check('xps', bytes('GIF89a\x01\0\x01\0'))).toEqual({ verdict: 'differs', found: 'gif' });
    expect(await check('dll', bytes('MZ\x90\0'))).toEqual({ verdict: 'differs', found: 'exe' });
  });
});

it('a format is not said to be itself', async () => {
  expect(await check('pdf', Buffer.from('%PDF-x'))).toEqual({ verdict: 'differs' });
});
