import { readCms } from './cms-verify';
import { children, der, isOid, nothing, octets, oid, readNode, sequence, small, TAG } from './der';
import { OID } from './oids';

/** No timestamp, hence no signature: what the authority answered is not what was asked for. */
export class TimestampError extends Error {
  constructor(readonly reason: 'NOT_A_TOKEN' | 'OTHER_IMPRINT' | 'REJECTED' | 'TOO_LARGE') {
    super(`timestamp: ${reason}`);
    this.name = 'TimestampError';
  }
}

const LARGEST_TOKEN = 256 * 1024;

/** RFC 3161, 2.4.1: a TimeStampReq for a SHA-256, which wants the authority's certificate in the answer. */
export function timestampRequest(sha256: Uint8Array, nonce: Uint8Array): Buffer {
  const imprint = sequence(sequence(oid(OID.sha256), nothing()), octets(sha256));
  // A leading 0x01 keeps any nonce a positive number.
  return sequence(small(1), imprint, der(TAG.integer, Buffer.from([1]), nonce), der(TAG.boolean, Buffer.from([0xff])));
}

/** RFC 3161, 2.4.2: the token in a TimeStampResp. */
export function tokenOf(response: Uint8Array): Buffer {
  const [status, token] = children(readNode(Buffer.from(response))) ?? [];
  const code = children(status)?.[0]?.content;
  if (!code) throw new TimestampError('NOT_A_TOKEN');
  // 0 granted, 1 granted with modifications.
  if (code.length !== 1 || code[0]! > 1 || !token) throw new TimestampError('REJECTED');
  return token.whole;
}

/** Throws unless the token is over this digest and made by the key that it names. */
export function checkToken(token: Uint8Array, sha256: Uint8Array): void {
  if (token.length > LARGEST_TOKEN) throw new TimestampError('TOO_LARGE');
  const bytes = Buffer.from(token);
  if (readNode(bytes)?.whole.length !== bytes.length) throw new TimestampError('NOT_A_TOKEN');
  const cms = readCms(bytes);
  if (!cms?.content || !cms.signatureMatches) throw new TimestampError('NOT_A_TOKEN');
  if (!imprintOf(cms.content)?.equals(sha256)) throw new TimestampError('OTHER_IMPRINT');
}

/** The SHA-256 that a TSTInfo is about. */
export function imprintOf(content: Buffer, hash: string = OID.sha256): Buffer | undefined {
  const [algorithm, imprint] = children(children(readNode(content))?.[2]) ?? [];
  return isOid(children(algorithm)?.[0], hash) ? imprint?.content : undefined;
}
