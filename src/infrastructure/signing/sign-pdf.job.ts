import { open, type FileHandle } from 'node:fs/promises';
import {
  PdfRefused,
  readSignatures,
  signPdf,
  TimestampError,
  type PdfSource,
  type ReadSignature,
  type RefusalReason,
  type SignatureRequest,
  type SigningIdentity,
} from '#libs/pdf-signature';
import { isDiskFailure } from '../support/failing-disk';
import { NoTimestamp, timestampFrom } from './timestamp-authority';

export interface SignOrder extends Omit<SignatureRequest, 'timestamp' | 'limits'> {
  /** Of the file, which becomes the signed one. */
  path: string;
  size: number;
  timestampUrl: string | null;
}

export type SignReport =
  | { sha256: string; size: number; addedPages: number }
  | { refused: RefusalReason; detail: string }
  | { noTimestamp: string }
  | { fullDisk: string };

/** Signs a file in place and verifies the result independently. */
export async function run({ path, size, timestampUrl, ...request }: SignOrder): Promise<SignReport> {
  const file = await open(path, 'r+');
  try {
    const before = await readSignatures(sourceOf(file, size));
    const timestamp = timestampUrl === null ? {} : { timestamp: (sha256: Uint8Array) => timestampFrom(timestampUrl, sha256) };
    const { appendix, sha256, addedPages } = await signPdf(sourceOf(file, size), {
      ...request,
      ...timestamp,
      identity: rebuilt(request.identity),
    });
    await append(file, appendix, size);
    const signedSize = size + appendix.length;
    expectGood(before, await readSignatures(sourceOf(file, signedSize)));
    return { sha256, size: signedSize, addedPages };
  } catch (error) {
    if (error instanceof PdfRefused) return { refused: error.reason, detail: error.detail };
    if (error instanceof NoTimestamp || error instanceof TimestampError) return { noTimestamp: error.message };
    if (isDiskFailure(error)) return { fullDisk: (error as Error).message };
    throw error;
  } finally {
    await file.close();
  }
}

/** Between threads a Buffer becomes a plain array of bytes. */
function rebuilt(identity: SigningIdentity): SigningIdentity {
  return { ...identity, certificates: identity.certificates.map((bytes) => Buffer.from(bytes)) as [Buffer, ...Buffer[]] };
}

function sourceOf(file: FileHandle, size: number): PdfSource {
  return {
    size,
    async read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      let read = 0;
      while (read < length) {
        const { bytesRead } = await file.read(bytes, read, length - read, offset + read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
      return bytes.subarray(0, read);
    },
  };
}

async function append(file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let from = 0; from < bytes.length;) from += (await file.write(bytes, from, bytes.length - from, offset + from)).bytesWritten;
}

const isGood = ({ digestMatches, signatureMatches }: ReadSignature) => digestMatches && signatureMatches;

/** What was good is good still, and the newest covers everything. */
function expectGood(before: readonly ReadSignature[], after: readonly ReadSignature[]): void {
  const newest = after.at(-1);
  const kept = after.length === before.length + 1 && before.every((one, index) => !isGood(one) || isGood(after[index] as ReadSignature));
  if (!kept || !newest || !isGood(newest) || !newest.coversWholeFile) throw new Error('the signed file does not verify');
}
