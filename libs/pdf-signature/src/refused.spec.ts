import { deflateSync } from 'node:zlib';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSignatures, signPdf, type Limits, type PdfSource, type RefusalReason } from '.';
import { fixture, FIXTURES, inMemory, request, signed } from '../test/support';

// Other suites and programs run at the same time.
const REFUSED: Readonly<Record<string, RefusalReason>> = {
  'aes-256.pdf': 'ENCRYPTED',
  'rc4-128.pdf': 'ENCRYPTED',
  'certified-1.pdf': 'CHANGES_FORBIDDEN',
  'locked-all.pdf': 'CHANGES_FORBIDDEN',
  'not-a-pdf.pdf': 'NOT_A_PDF',
  'header-only.pdf': 'DAMAGED',
  'no-page.pdf': 'DAMAGED',
  'no-page-tree.pdf': 'DAMAGED',
  'no-startxref.pdf': 'DAMAGED',
  'pages-in-a-circle.pdf': 'DAMAGED',
  'prev-in-a-circle.pdf': 'DAMAGED',
  'truncated.pdf': 'DAMAGED',
  'wrong-entry.pdf': 'DAMAGED',
  'wrong-startxref.pdf': 'DAMAGED',
  'nested-too-deep.pdf': 'TOO_COMPLEX',
  'object-number.pdf': 'TOO_COMPLEX',
  'xref-bomb.pdf': 'TOO_COMPLEX',
};

const attempt = (file: Buffer, limits?: Partial<Limits>) => signPdf(inMemory(file), request(limits ? { limits } : {}));
const refusal = (reason: RefusalReason) => expect.objectContaining({ name: 'PdfRefused', reason });

describe('a refused file', () => {
  it('has a test for each reason', () => expect(readdirSync(join(FIXTURES, 'refused')).sort()).toEqual(Object.keys(REFUSED).sort()));

  it.each(Object.entries(REFUSED))('%s: %s', async (name, reason) => {
    await expect(attempt(fixture(`refused/${name}`))).rejects.toEqual(refusal(reason));
  });

  it('an empty file', async () => {
    await expect(attempt(Buffer.alloc(0))).rejects.toEqual(refusal('NOT_A_PDF'));
    await expect(readSignatures(inMemory(Buffer.alloc(0)))).rejects.toEqual(refusal('NOT_A_PDF'));
  });

  it('a file shorter than declared', async () => {
    const file = fixture('chromium.pdf');
    const source: PdfSource = {
      size: file.length,
      read: (at, length) => Promise.resolve(file.subarray(at, Math.min(at + length, file.length - 9))),
    };
    await expect(signPdf(source, request())).rejects.toEqual(refusal('DAMAGED'));
  });

  it.each<[string, string, Partial<Limits>]>([
    ['objects', 'reportlab.pdf', { objects: 6 }],
    ['updates', 'updates.pdf', { sections: 3 }],
    ['inflated bytes', 'qpdf-object-streams.pdf', { inflatedBytes: 200 }],
    ['form fields', 'form.pdf', { fields: 1 }],
    ['bytes of one object', 'pdf-2.0.pdf', { objectBytes: 30 }],
    ['depth', 'form.pdf', { depth: 0 }],
  ])('G1 beyond the limit of %s', async (_what, name, limits) => {
    await expect(attempt(fixture(name))).resolves.toBeDefined();
    await expect(attempt(fixture(name), limits)).rejects.toEqual(refusal('TOO_COMPLEX'));
  });
});

/** A file of an object stream that holds `objects`, and whatever else is given as it stands. */
function withObjectStream(objects: string, entries: string): Buffer {
  const packed = deflateSync(Buffer.from(objects, 'latin1'));
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n', 'latin1')];
  const offsets: number[] = [];
  const add = (bytes: Buffer) => {
    offsets.push(Buffer.concat(parts).length);
    parts.push(bytes);
  };
  const head = `4 0 obj\n<< /Type /ObjStm ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  add(Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from('\nendstream\nendobj\n')]));
  const row = (type: number, second: number, third: number) => {
    const bytes = Buffer.alloc(6);
    bytes.writeUInt8(type, 0);
    bytes.writeUInt32BE(second, 1);
    bytes.writeUInt8(third, 5);
    return bytes;
  };
  const rows = Buffer.concat([row(0, 0, 0), row(2, 4, 0), row(2, 4, 1), row(2, 4, 2), row(1, offsets[0]!, 0)]);
  const xref = `5 0 obj\n<< /Type /XRef /Size 5 /Root 1 0 R /W [1 4 1] /Length ${rows.length} >>\nstream\n`;
  add(Buffer.concat([Buffer.from(xref, 'latin1'), rows, Buffer.from('\nendstream\nendobj\n')]));
  return Buffer.concat([...parts, Buffer.from(`startxref\n${offsets[1]}\n%%EOF`)]);
}

describe('a file with an object stream', () => {
  const [catalog, pages, page] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R >>',
  ] as const;
  const index = `1 0 2 ${catalog.length + 1} 3 ${catalog.length + pages.length + 2} `;
  const good = `${index}${catalog} ${pages} ${page}`;

  it('is signed when it is valid', async () => {
    const file = await signed(withObjectStream(good, `/N 3 /First ${index.length}`));
    expect(await readSignatures(inMemory(file))).toMatchObject([{ coversWholeFile: true, digestMatches: true }]);
  });

  it.each<[string, string, string, RefusalReason]>([
    ['names other objects', good.replace('1 0 2', '7 0 2'), `/N 3 /First ${index.length}`, 'DAMAGED'],
    ['has fewer objects than it says', good, `/N 300 /First ${index.length}`, 'DAMAGED'],
    ['begins behind its end', good, '/N 3 /First 99999', 'TOO_COMPLEX'],
    ['has its number of objects in itself', good, `/N 2 0 R /First ${index.length}`, 'DAMAGED'],
    ['inflates without end', good.padEnd(40 * 1024 * 1024), `/N 3 /First ${index.length}`, 'TOO_COMPLEX'],
    ['has an unknown predictor', good, `/N 3 /First ${index.length} /DecodeParms << /Predictor 2 >>`, 'TOO_COMPLEX'],
  ])('is refused when it %s', async (_what, objects, entries, reason) => {
    await expect(attempt(withObjectStream(objects, entries))).rejects.toEqual(refusal(reason));
  });
});
