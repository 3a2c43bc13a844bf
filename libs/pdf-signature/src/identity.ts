import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import forge from 'node-forge';

export type IdentityReason = 'WRONG_PASSWORD' | 'NO_KEY' | 'NO_CERTIFICATE' | 'KEY_MISMATCH' | 'UNSUPPORTED';

export class IdentityError extends Error {
  constructor(
    readonly reason: IdentityReason,
    options?: ErrorOptions,
  ) {
    super(`PKCS#12: ${reason}`, options);
    this.name = 'IdentityError';
  }
}

/** Who signs: a key, its certificate first, and those above it. */
export interface SigningIdentity {
  readonly privateKey: KeyObject;
  readonly keyType: 'rsa' | 'ec';
  /** DER. */
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]];
  readonly subject: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const binary = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const derOf = (node: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');

/** Reads an RSA or EC (P-256, P-384, P-521) key with its certificates out of a PKCS#12 file, of today's or the older kind. */
export function readIdentity(pkcs12: Uint8Array, password: string): SigningIdentity {
  const file = open(pkcs12, password);
  const bags = (type: string) => file.getBags({ bagType: type })[type] ?? [];
  const { oids } = forge.pki;
  const [keyBag] = [...bags(oids.pkcs8ShroudedKeyBag!), ...bags(oids.keyBag!)];
  if (!keyBag) throw new IdentityError('NO_KEY');
  const privateKey = keyFrom(keyBag);
  const certificates = bags(oids.certBag!).map(certificateFrom);
  if (certificates.length === 0) throw new IdentityError('NO_CERTIFICATE');
  const own = certificates.find((certificate) => certificate.checkPrivateKey(privateKey));
  if (!own) throw new IdentityError('KEY_MISMATCH');
  return {
    privateKey,
    keyType: privateKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec',
    certificates: chainFrom(own, certificates),
    subject: own.subject.split('\n').join(', '),
    notBefore: new Date(own.validFrom),
    notAfter: new Date(own.validTo),
  };
}

function open(bytes: Uint8Array, password: string): forge.pkcs12.Pkcs12Pfx {
  let file: forge.asn1.Asn1;
  try {
    file = forge.asn1.fromDer(binary(bytes));
  } catch (cause) {
    throw new IdentityError('UNSUPPORTED', { cause });
  }
  try {
    return forge.pkcs12.pkcs12FromAsn1(file, false, password);
  } catch (cause) {
    return reopened(file, password, cause);
  }
}

/**
 * A password beyond ASCII is UTF-16 for the file's checksum and UTF-8 for today's ciphers; forge has one spelling for both. Without
 * the checksum the second alone is asked for.
 */
function reopened(file: forge.asn1.Asn1, password: string, cause: unknown): forge.pkcs12.Pkcs12Pfx {
  const reason = /password|decrypt/i.test(String(cause)) ? 'WRONG_PASSWORD' : 'UNSUPPORTED';
  const utf8 = forge.util.encodeUtf8(password);
  const parts = file.value;
  if (utf8 === password || !Array.isArray(parts)) throw new IdentityError(reason, { cause });
  try {
    return forge.pkcs12.pkcs12FromAsn1({ ...file, value: parts.slice(0, 2) }, false, utf8);
  } catch {
    throw new IdentityError('WRONG_PASSWORD', { cause });
  }
}

function keyFrom(bag: forge.pkcs12.Bag): KeyObject {
  // forge knows RSA only, and hands out anything else as it stands.
  const pkcs8 = bag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)) : bag.asn1;
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: derOf(pkcs8), format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new IdentityError('UNSUPPORTED', { cause });
  }
  const isEc = key.asymmetricKeyType === 'ec' && CURVES.has(key.asymmetricKeyDetails?.namedCurve ?? '');
  const isRsa = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  if (!isEc && !isRsa) throw new IdentityError('UNSUPPORTED');
  return key;
}

function certificateFrom(bag: forge.pkcs12.Bag): X509Certificate {
  try {
    return new X509Certificate(derOf(bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1));
  } catch (cause) {
    throw new IdentityError('UNSUPPORTED', { cause });
  }
}

/** The certificate and those above it, each signed by the next. */
function chainFrom(own: X509Certificate, all: readonly X509Certificate[]): [Buffer, ...Buffer[]] {
  const chain: [Buffer, ...Buffer[]] = [own.raw];
  const used = new Set([own]);
  for (let last: X509Certificate | undefined = own; last;) {
    const below: X509Certificate = last;
    last = all.find((candidate) => !used.has(candidate) && below.checkIssued(candidate) && below.verify(candidate.publicKey));
    if (!last) break;
    used.add(last);
    chain.push(last.raw);
  }
  return chain;
}
