import type { Rule, Sample } from './sample';

const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** OBJECT IDENTIFIER 1.2.840.113549.1.7.x, any type of PKCS #7. */
const PKCS7_TYPE = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07];

/** A line of a PEM file that opens a block; text may stand before it. PGP uses the same dashes for something else. */
const PEM = /^-----BEGIN (?!PGP)[A-Z0-9# ]+-----/m;

/** Signed or enveloped data: `p7s`, `p7m`, `p7b`. */
export const isPkcs7: Rule = (sample) => isPem(sample) || isDer(sample, PKCS7_TYPE);
/** A certificate, a request or a revocation list. */
export const isCertificate: Rule = (sample) => isPem(sample) || isDer(sample, [SEQUENCE]);
/** A key store: it starts with its version. */
export const isPkcs12: Rule = (sample) => isPem(sample) || isDer(sample, [INTEGER, 0x01, 0x03]);
export const isPem: Rule = ({ text }) => text !== null && PEM.test(text);

/** A SEQUENCE that is not longer than the file and starts with `content`. */
function isDer({ head, size }: Sample, content: number[]): boolean {
  const first = head[1];
  if (head[0] !== SEQUENCE || first === undefined) return false;
  const lengthBytes = first > 0x80 ? first - 0x80 : 0;
  if (lengthBytes > 4) return false;
  const start = 2 + lengthBytes;
  // 0x80 is the indefinite length of BER, which signers of big files use.
  const length = lengthBytes > 0 ? head.subarray(2, start).reduce((sum, byte) => sum * 256 + byte, 0) : first % 0x80;
  return start + length <= size && content.every((byte, index) => head[start + index] === byte);
}
