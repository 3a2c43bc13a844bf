import { open, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { readSignatures, signPdf, type PdfSource } from '.';
import { request } from '../test/support';
import { describeWith, folder, pdfsig } from '../test/verifiers';

const MIB = 1024 * 1024;
const files = folder();
const path = files.path('large.pdf');
const OBJECTS = 100_000;

/** 100 MB: pages of incompressible images, and a table of a hundred thousand entries. */
async function writeLargePdf(): Promise<void> {
  const file = await open(path, 'w');
  let length = 0;
  const offsets: number[] = [];
  let pending: string[] = [];
  const flush = async () => {
    const text = pending.join('');
    pending = [];
    await file.write(text, null, 'latin1');
  };
  const put = async (text: string) => {
    pending.push(text);
    length += text.length;
    if (pending.length > 5000) await flush();
  };
  const object = async (number: number, text: string) => {
    offsets[number] = length;
    await put(`${number} 0 obj\n${text}\nendobj\n`);
  };
  await put('%PDF-1.4\n');
  await object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  await object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  await object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>');
  const image = Buffer.alloc(MIB, 'q\n').toString('latin1');
  for (let number = 4; number < 104; number += 1) await object(number, `<< /Length ${image.length} >>\nstream\n${image}\nendstream`);
  for (let number = 104; number < OBJECTS; number += 1) await object(number, '<< /A 1 >>');
  const start = length;
  await put(`xref\n0 ${OBJECTS}\n0000000000 65535 f \n`);
  for (let number = 1; number < OBJECTS; number += 1) await put(`${String(offsets[number]).padStart(10, '0')} 00000 n \n`);
  await put(`trailer\n<< /Size ${OBJECTS} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  await flush();
  await file.close();
}

/** Bytes that a collection cannot free. */
const held = () => {
  global.gc!();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
};

describe('a file of 100 MB', () => {
  beforeAll(writeLargePdf);
  afterAll(() => rm(path, { force: true }));
  afterAll(() => files.remove());

  it('is signed without being loaded into memory', async () => {
    const file = await open(path, 'r+');
    try {
      const { size } = await file.stat();
      let largest = 0;
      let highest = 0;
      let reads = 0;
      const source: PdfSource = {
        size,
        async read(offset, length) {
          largest = Math.max(largest, length);
          if (reads++ % 20 === 0) highest = Math.max(highest, held());
          const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
          return buffer;
        },
      };
      const before = held();
      const { appendix, sha256 } = await signPdf(source, request());
      expect(largest).toBeLessThanOrEqual(MIB);
      expect(highest - before).toBeLessThan(32 * MIB);
      expect(appendix.length).toBeLessThan(32 * 1024);

      await file.write(appendix, 0, appendix.length, size);
      const hash = createHash('sha256');
      const signed: PdfSource = { ...source, size: size + appendix.length };
      for (let at = 0; at < signed.size; at += MIB) hash.update(await signed.read(at, Math.min(MIB, signed.size - at)));
      expect(hash.digest('hex')).toBe(sha256);
      expect(await readSignatures(signed)).toMatchObject([{ coversWholeFile: true, digestMatches: true, signatureMatches: true }]);
      expect(highest - before).toBeLessThan(32 * MIB);
    } finally {
      await file.close();
    }
  });

  describeWith('pdfsig')('after signing', () => {
    it('is valid for pdfsig', async () => expect(await pdfsig(path)).toMatchObject([{ valid: true, total: true }]), 60_000);
  });
});
