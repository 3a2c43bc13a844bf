import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** Signs notes under a name, with Ed25519. */
export interface NoteSigner {
  readonly name: string;
  /** 8 hexadecimal digits. */
  readonly keyId: string;
  /** What others need to verify: `name+key id+base64`. */
  readonly verifierKey: string;
  sign(text: Uint8Array): Buffer;
}

export interface NoteVerifier {
  readonly name: string;
  readonly keyId: string;
  verify(text: Uint8Array, signature: Uint8Array): boolean;
}

/** Of the kind of key and signature: Ed25519. */
const ED25519 = 1;
/** What stands before the 32 bytes of a private and of a public Ed25519 key in DER (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Not empty, no blanks of any kind, no plus, no control characters. */
export const KEY_NAME = /^[^\p{White_Space}\p{Cc}\p{Cs}+]+$/u;

/**
 * @param seed the 32 bytes of the private key: random ones, or derived from a secret
 * @throws RangeError for a name or a seed that cannot be
 */
export function noteSigner(name: string, seed: Uint8Array): NoteSigner {
  if (!KEY_NAME.test(name)) throw new RangeError('A name of a key must not be empty, nor contain blanks or a plus');
  if (seed.length !== 32) throw new RangeError('The seed of an Ed25519 key has 32 bytes');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
  const encoded = Buffer.concat([Buffer.of(ED25519), publicKey]);
  const keyId = keyIdOf(name, encoded);
  return { name, keyId, verifierKey: `${name}+${keyId}+${encoded.toString('base64')}`, sign: (text) => sign(null, text, key) };
}

/**
 * @param verifierKey `name+key id+base64`
 * @throws RangeError for a text that is no such key, whose id is not its own, or that is of another kind than Ed25519
 */
export function noteVerifier(verifierKey: string): NoteVerifier {
  // The Base64 may contain a plus; the name and the id do not.
  const [, name = '', keyId = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(verifierKey) ?? [];
  const encoded = Buffer.from(base64, 'base64');
  const isProper = KEY_NAME.test(name) && encoded.toString('base64') === base64 && encoded.length === 33 && encoded[0] === ED25519;
  if (!isProper || keyIdOf(name, encoded) !== keyId) throw new RangeError('The text is not the verifier key of an Ed25519 key');
  const key: KeyObject = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, encoded.subarray(1)]), format: 'der', type: 'spki' });
  return { name, keyId, verify: (text, signature) => verify(null, text, key, signature) };
}

function keyIdOf(name: string, encoded: Uint8Array): string {
  return createHash('sha256').update(`${name}\n`).update(encoded).digest('hex').slice(0, 8);
}
