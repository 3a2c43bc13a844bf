import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSignatures, signPdf, timestampRequest, tokenOf } from '.';
import { fixture, FIXTURES, inMemory, request, signed } from '../test/support';
import { timestampReply } from '../test/authority';
import { describeWith, folder, pdfsig, pyhanko, PROGRAMS } from '../test/verifiers';

// Other suites and programs run at the same time.
const files = folder();
afterAll(() => files.remove());

const answer = (sha256: Uint8Array, certificates?: string) => timestampReply(files, timestampRequest(sha256, randomBytes(8)), certificates);
const authority = async (sha256: Uint8Array) => tokenOf(await answer(sha256));

describeWith('openssl')('a signature with a timestamp', () => {
  it('contains the token of the authority (PAdES B-T)', async () => {
    const file = await signed(fixture('reportlab.pdf'), { timestamp: authority });
    expect(await readSignatures(inMemory(file))).toMatchObject([{ coversWholeFile: true, digestMatches: true, signatureMatches: true }]);
    const path = files.write('stamped.pdf', file);
    if (PROGRAMS.pdfsig) expect(await pdfsig(path)).toMatchObject([{ valid: true, total: true }]);
    if (PROGRAMS.pyhanko) {
      const results = await pyhanko([path]);
      expect(results[path]).toMatchObject([{ bottomLine: true, timestamp: true, coverage: 'ENTIRE_FILE' }]);
    }
  });

  it('has enough space for a token larger than expected', async () => {
    const many = files.write('many.pem', Buffer.from(readFileSync(join(FIXTURES, 'identities/root.pem'), 'latin1').repeat(30), 'latin1'));
    const sizes: number[] = [];
    const timestamp = async (sha256: Uint8Array) => {
      const token = tokenOf(await answer(sha256, many));
      sizes.push(token.length);
      return token;
    };
    const file = await signed(fixture('reportlab.pdf'), { timestamp });
    expect(Math.min(...sizes)).toBeGreaterThan(12 * 1024);
    expect(sizes).toHaveLength(2);
    expect(await readSignatures(inMemory(file))).toMatchObject([{ coversWholeFile: true, digestMatches: true, signatureMatches: true }]);
  });

  it('is refused when the token is for other data', async () => {
    const timestamp = () => authority(createHash('sha256').update('another').digest());
    await expect(signPdf(inMemory(fixture('reportlab.pdf')), request({ timestamp }))).rejects.toMatchObject({ reason: 'OTHER_IMPRINT' });
  });

  it('is refused when the token was changed', async () => {
    const timestamp = async (sha256: Uint8Array) => {
      const token = await authority(sha256);
      token[token.length - 5] = token[token.length - 5]! ^ 1;
      return token;
    };
    await expect(signPdf(inMemory(fixture('reportlab.pdf')), request({ timestamp }))).rejects.toMatchObject({ reason: 'NOT_A_TOKEN' });
  });
});

describe('answers of a timestamp authority', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'NOT_A_TOKEN'],
    ['a page', Buffer.from('<html>'), 'NOT_A_TOKEN'],
    // SEQUENCE { SEQUENCE { INTEGER 2 } }: rejection.
    ['a rejection', Buffer.from('30053003020102', 'hex'), 'REJECTED'],
    ['success without a token', Buffer.from('30053003020100', 'hex'), 'REJECTED'],
  ])('%s is not a token', (_what, bytes, reason) => {
    expect(() => tokenOf(bytes)).toThrow(expect.objectContaining({ reason }));
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['another structure', Buffer.from('3003020102', 'hex')],
    ['300 KB', Buffer.alloc(300 * 1024)],
  ])('%s in place of a token: no signature', async (_what, bytes) => {
    const timestamp = () => Promise.resolve(bytes);
    await expect(signPdf(inMemory(fixture('reportlab.pdf')), request({ timestamp }))).rejects.toMatchObject({ name: 'TimestampError' });
  });

  it('an unreachable authority: no signature', async () => {
    const timestamp = () => Promise.reject(new Error('unreachable'));
    await expect(signPdf(inMemory(fixture('reportlab.pdf')), request({ timestamp }))).rejects.toThrow('unreachable');
  });
});
