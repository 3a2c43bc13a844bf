import { createHash, createSign } from 'node:crypto';
import { children, context, der, nothing, octets, oid, readNode, sequence, setOf, small, TAG } from './der';
import { OID } from './oids';
import type { SigningIdentity } from './identity';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const SHA256 = sequence(oid(OID.sha256), nothing());
const attribute = (type: string, value: Uint8Array) => sequence(oid(type), setOf(value));

/** PAdES baseline (EN 319 142-1): the certificate is named in what is signed, and the time is in the PDF, not here. */
function signedAttributes(digest: Uint8Array, certificate: Buffer): Buffer[] {
  const certificateId = sequence(octets(sha256(certificate)));
  return [
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octets(digest)),
    attribute(OID.signingCertificateV2, sequence(sequence(certificateId))),
  ];
}

/** Issuer and serial number as the certificate has them, byte for byte. */
export function issuerAndSerial(certificate: Buffer): { issuer: Buffer; serial: Buffer } | undefined {
  const fields = children(children(readNode(certificate))?.[0]);
  if (!fields) return undefined;
  const afterVersion = fields[0]?.tag === 0xa0 ? 1 : 0;
  const [serial, , issuer] = fields.slice(afterVersion);
  return serial && issuer ? { serial: serial.whole, issuer: issuer.whole } : undefined;
}

/** A detached CMS signature (RFC 5652) over a document with this digest; `stamp` gives a timestamp token for the signature's digest. */
export async function signCms(
  digest: Uint8Array,
  identity: SigningIdentity,
  stamp?: (sha256: Uint8Array) => Promise<Uint8Array>,
): Promise<Buffer> {
  // In a worker thread a Buffer arrives as its plain ancestor.
  const certificate = Buffer.from(identity.certificates[0]);
  const attributes = setOf(...signedAttributes(digest, certificate));
  const signature = createSign('sha256').update(attributes).sign(identity.privateKey);
  const { issuer, serial } = issuerAndSerial(certificate)!;
  const algorithm = identity.keyType === 'rsa' ? sequence(oid(OID.sha256WithRsa), nothing()) : sequence(oid(OID.ecdsaWithSha256));
  const token = stamp ? await stamp(sha256(signature)) : undefined;
  const signerInfo = sequence(
    small(1),
    sequence(issuer, serial),
    SHA256,
    // The same bytes as were signed, but for the tag.
    der(0xa0, readNode(attributes)!.content),
    algorithm,
    octets(signature),
    ...(token ? [context(1, attribute(OID.signatureTimeStamp, token))] : []),
  );
  const signedData = sequence(
    small(1),
    der(TAG.set, SHA256),
    sequence(oid(OID.data)),
    context(0, ...identity.certificates),
    der(TAG.set, signerInfo),
  );
  return sequence(oid(OID.signedData), context(0, signedData));
}
