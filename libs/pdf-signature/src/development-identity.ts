import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

const DAY = 24 * 60 * 60 * 1000;
const DAYS_VALID = 5 * 365;

/** A self-signed RSA certificate with its key as PKCS#12, for development only. */
export async function developmentIdentity(commonName: string, password: string, now: Date): Promise<Uint8Array> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 });
  const key = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }) as string);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  // Positive, and never the number of another.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(now.getTime() - DAY);
  certificate.validity.notAfter = new Date(now.getTime() + DAYS_VALID * DAY);
  const subject = [{ shortName: 'CN', value: commonName, valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  const file = forge.pkcs12.toPkcs12Asn1(key, [certificate], password, { algorithm: 'aes256', friendlyName: 'development' });
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1');
}
