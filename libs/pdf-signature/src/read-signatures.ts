import { createHash } from 'node:crypto';
import { readCms, type CmsSignature } from './cms-verify';
import { PdfDocument } from './document';
import { readForm, type SignatureField } from './form';
import { integerOf, PdfName, PdfString, type PdfValue } from './objects';
import type { PdfSource } from './pdf-source';
import { dateOf, textOf } from './text';
import { imprintOf } from './timestamp';

export interface ReadSignature {
  name?: string;
  reason?: string;
  signedAt?: Date;
  /** Nothing but the signature itself is outside of what was signed. */
  coversWholeFile: boolean;
  /** The signed bytes are unchanged. */
  digestMatches: boolean;
  /** The key of the certificate in the signature made it. Whether that certificate is to be trusted is not asked. */
  signatureMatches: boolean;
  certificateSubject?: string;
}

const READ_AT_ONCE = 1024 * 1024;

/** The signatures of a file, oldest first. */
export async function readSignatures(source: PdfSource): Promise<readonly ReadSignature[]> {
  const document = await PdfDocument.open(source);
  const form = await readForm(document);
  const read: { end: number; signature: ReadSignature }[] = [];
  for (const field of form.signatures) read.push(await readSignature(document, source, field));
  return read.sort((a, b) => a.end - b.end).map(({ signature }) => signature);
}

async function readSignature(
  document: PdfDocument,
  source: PdfSource,
  { value }: SignatureField,
): Promise<{ end: number; signature: ReadSignature }> {
  const text = async (key: string) => {
    const found = await document.resolve(value.get(key));
    return found instanceof PdfString ? textOf(found.bytes) : undefined;
  };
  const range = (await document.list(value.get('ByteRange'))).map((item) => integerOf(item));
  const contents = await document.resolve(value.get('Contents'));
  const subFilter = await document.resolve(value.get('SubFilter'));
  const bytes = contents instanceof PdfString ? contents.bytes : Buffer.alloc(0);
  const cms = readCms(bytes);
  const gap = await gapOf(source, range, bytes);
  const digestMatches = cms !== undefined && gap !== undefined && (await matches(source, gap, cms, subFilter as PdfValue));
  const end = gap?.end ?? 0;
  const [signerName, reason, time] = [await text('Name'), await text('Reason'), await text('M')];
  const signature: ReadSignature = {
    name: signerName,
    reason,
    signedAt: time === undefined ? undefined : dateOf(time),
    coversWholeFile: end === source.size,
    digestMatches,
    signatureMatches: cms?.signatureMatches ?? false,
    certificateSubject: cms?.certificate?.subject.split('\n').join(', '),
  };
  return { end, signature };
}

interface Gap {
  /** Signed are the bytes before `from` and those from `to` to `end`. */
  from: number;
  to: number;
  end: number;
}

/** The byte range, when what it leaves out is exactly the signature's own digits: anything else could hide there. */
async function gapOf(source: PdfSource, range: readonly (number | undefined)[], contents: Buffer): Promise<Gap | undefined> {
  const [zero, from, to, rest] = range;
  if (range.length !== 4 || zero !== 0 || from === undefined || to === undefined || rest === undefined) return undefined;
  const length = to - from;
  if (from < 0 || rest < 0 || to + rest > source.size || length < 2 || length > 4 * contents.length + 1024) return undefined;
  const left = Buffer.from(await source.read(from, length)).toString('latin1');
  if (!/^<[0-9a-f\s]*>$/i.test(left)) return undefined;
  const digits = left.slice(1, -1).replace(/\s+/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').equals(contents) ? { from, to, end: to + rest } : undefined;
}

async function matches(source: PdfSource, gap: Gap, cms: CmsSignature, subFilter: PdfValue): Promise<boolean> {
  const kind = subFilter instanceof PdfName ? subFilter.text : '';
  if (kind === 'ETSI.RFC3161') {
    // A timestamp of the document: what is signed is a text that names the document's digest.
    const inside = cms.content && createHash(cms.hash).update(cms.content).digest();
    const imprint = cms.content && imprintOf(cms.content);
    return (
      inside !== undefined && cms.messageDigest?.equals(inside) === true && imprint?.equals(await digestOf(source, gap, 'sha256')) === true
    );
  }
  if (kind !== 'ETSI.CAdES.detached' && kind !== 'adbe.pkcs7.detached') return false;
  return cms.content === undefined && cms.messageDigest?.equals(await digestOf(source, gap, cms.hash)) === true;
}

async function digestOf(source: PdfSource, { from, to, end }: Gap, hashName: string): Promise<Buffer> {
  const hash = createHash(hashName);
  for (const [start, stop] of [
    [0, from],
    [to, end],
  ] as const) {
    for (let at = start; at < stop; at += READ_AT_ONCE) hash.update(await source.read(at, Math.min(READ_AT_ONCE, stop - at)));
  }
  return hash.digest();
}
