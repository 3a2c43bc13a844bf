import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import { issuerAndSerial } from './cms-sign';
import { children, der, isOid, readNode, TAG, type Node } from './der';
import { OID } from './oids';

const HASHES: Readonly<Record<string, string>> = {
  [OID.sha1]: 'sha1',
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
};

export interface CmsSignature {
  /** The hash function of the document's digest, by its name in node:crypto. */
  hash: string;
  /** Of the document, as it was signed. */
  messageDigest?: Buffer;
  /** What is inside when the signature is not detached. */
  content?: Buffer;
  certificate?: X509Certificate;
  /** The certificate's key made the signature over the signed attributes, which name no other certificate. */
  signatureMatches: boolean;
}

const hashOf = (algorithm: Node | undefined): string | undefined => {
  const type = children(algorithm)?.[0];
  return Object.entries(HASHES).find(([dotted]) => isOid(type, dotted))?.[1];
};

/** Reads a CMS signature by one signer with signed attributes; undefined for anything else. */
export function readCms(bytes: Buffer): CmsSignature | undefined {
  const [type, wrapped] = children(readNode(bytes)) ?? [];
  if (!isOid(type, OID.signedData)) return undefined;
  const fields = children(children(wrapped)?.[0]);
  const signer = children(children(fields?.at(-1))?.[0]);
  if (!fields || !signer) return undefined;
  const [, sid, digestAlgorithm, attributes, signatureAlgorithm, signature] = signer;
  const hash = hashOf(digestAlgorithm);
  if (!hash || attributes?.tag !== 0xa0 || signature?.tag !== TAG.octets) return undefined;
  const values = attributesOf(attributes);
  const messageDigest = readNode(values(OID.messageDigest) ?? Buffer.alloc(0))?.content;
  const content = children(children(fields[2])?.[1])?.[0]?.content;
  const raw = signerCertificate(fields, sid);
  const certificate = raw ? certificateOf(raw) : undefined;
  const signatureMatches =
    raw !== undefined &&
    certificate !== undefined &&
    namesCertificate(values(OID.signingCertificateV2), raw) &&
    verifies(hash, der(TAG.set, attributes.content), certificate, signature.content, isOid(children(signatureAlgorithm)?.[0], OID.rsaPss));
  return {
    hash,
    ...(messageDigest ? { messageDigest } : {}),
    ...(content ? { content } : {}),
    ...(certificate ? { certificate } : {}),
    signatureMatches,
  };
}

/** The value of a single-valued attribute. */
function attributesOf(attributes: Node): (dotted: string) => Buffer | undefined {
  const all = children(attributes)?.map((item) => children(item)) ?? [];
  return (dotted) => {
    const found = all.filter((parts) => isOid(parts?.[0], dotted));
    const values = found.length === 1 ? children(found[0]?.[1]) : undefined;
    return values?.length === 1 ? values[0]!.whole : undefined;
  };
}

function signerCertificate(fields: readonly Node[], sid: Node | undefined): Buffer | undefined {
  const certificates = children(fields.find((field) => field.tag === 0xa0)) ?? [];
  const [issuer, serial] = children(sid) ?? [];
  return certificates
    .map(({ whole }) => whole)
    .find((certificate) => {
      const own = issuerAndSerial(certificate);
      return own !== undefined && issuer?.whole.equals(own.issuer) && serial?.whole.equals(own.serial);
    });
}

function certificateOf(raw: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(raw);
  } catch {
    return undefined;
  }
}

/** RFC 5035: without the attribute there is nothing to contradict. */
function namesCertificate(value: Buffer | undefined, certificate: Buffer): boolean {
  if (!value) return true;
  const id = children(children(children(readNode(value))?.[0])?.[0]);
  const named = id?.find(({ tag }) => tag === TAG.octets)?.content;
  const hash = id?.[0]?.tag === TAG.sequence ? hashOf(id[0]) : 'sha256';
  return hash !== undefined && named !== undefined && createHash(hash).update(certificate).digest().equals(named);
}

function verifies(hash: string, signed: Buffer, certificate: X509Certificate, signature: Buffer, pss: boolean): boolean {
  const key = certificate.publicKey;
  const padding = pss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO } : {};
  try {
    return verify(hash, signed, { key, ...padding }, signature);
  } catch {
    return false;
  }
}
