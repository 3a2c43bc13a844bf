import { X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { developmentIdentity, IdentityError, readIdentity, readSignatures } from '.';
import { fixture, identity, inMemory, signed } from '../test/support';

// Other suites and programs run at the same time.
describe('an identity', () => {
  it.each([
    ['rsa', 'rsa'],
    ['rsa-legacy', 'rsa'],
    ['rsa-legacy-rc2', 'rsa'],
    ['ec-prime256v1', 'ec'],
    ['ec-secp384r1', 'ec'],
    ['ec-secp521r1', 'ec'],
  ])('is read from %s.p12 and signs', async (name, keyType) => {
    const found = identity(name);
    expect(found.keyType).toBe(keyType);
    expect(found.subject).toContain('CN=Serviço de assinatura');
    expect(found.notBefore.getTime()).toBeLessThan(found.notAfter.getTime());
    expect(found.certificates).toHaveLength(2);
    const root = new X509Certificate(fixture('identities/root.pem'));
    const [own, above] = found.certificates.map((der) => new X509Certificate(der));
    // Byte for byte, or what the authority signed would be another text.
    expect(own!.verify(root.publicKey)).toBe(true);
    expect(above!.raw.equals(root.raw)).toBe(true);
    const file = await signed(fixture('reportlab.pdf'), { identity: found });
    expect(await readSignatures(inMemory(file))).toMatchObject([
      { digestMatches: true, signatureMatches: true, certificateSubject: found.subject },
    ]);
  });

  it('is read with a non-ASCII password', () => expect(identity('rsa-accents', 'coração').keyType).toBe('rsa'));

  it.each([
    ['rsa', 'wrong', 'WRONG_PASSWORD'],
    ['rsa', '', 'WRONG_PASSWORD'],
    ['rsa', 'errado é', 'WRONG_PASSWORD'],
    ['rsa-legacy', 'wrong', 'WRONG_PASSWORD'],
    ['rsa-accents', 'coracao', 'WRONG_PASSWORD'],
    ['no-key', 'segredo', 'NO_KEY'],
    ['no-certificate', 'segredo', 'NO_CERTIFICATE'],
    ['ed25519', 'segredo', 'UNSUPPORTED'],
  ])('%s.p12 with "%s": %s', (name, password, reason) => {
    expect(() => identity(name, password)).toThrow(expect.objectContaining({ name: 'IdentityError', reason }));
  });

  it('is not read when key and certificate do not match', () => {
    const opened = (name: string) =>
      forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(fixture(`identities/${name}.p12`).toString('latin1')), 'segredo');
    const first = (name: string, bagType: string) => opened(name).getBags({ bagType })[bagType]![0]!;
    const key = first('rsa', forge.pki.oids.pkcs8ShroudedKeyBag!).key as forge.pki.rsa.PrivateKey;
    const certificate = first('foreign', forge.pki.oids.certBag!).cert!;
    const file = forge.asn1.toDer(forge.pkcs12.toPkcs12Asn1(key, [certificate], 'segredo')).getBytes();
    const read = () => readIdentity(Buffer.from(file, 'latin1'), 'segredo');
    expect(read).toThrow(expect.objectContaining({ reason: 'KEY_MISMATCH' }));
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('-----BEGIN CERTIFICATE-----')],
    ['a certificate', fixture('identities/root.pem')],
    ['half a file', fixture('identities/rsa.p12').subarray(0, 1000)],
  ])('is not read from %s', (_what, bytes) => {
    expect(() => readIdentity(bytes, 'segredo')).toThrow(IdentityError);
  });
});

describe('the development identity', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it('is a self-signed certificate that signs', async () => {
    const found = readIdentity(await developmentIdentity('Acervo – desenvolvimento', 'sênha', now), 'sênha');
    expect(found).toMatchObject({ keyType: 'rsa', subject: 'CN=Acervo – desenvolvimento' });
    expect(found.certificates).toHaveLength(1);
    expect(found.notBefore.getTime()).toBeLessThan(now.getTime());
    expect(found.notAfter.getTime()).toBeGreaterThan(now.getTime() + 4 * 365 * 24 * 3600 * 1000);
    const certificate = new X509Certificate(found.certificates[0]);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const file = await signed(fixture('reportlab.pdf'), { identity: found });
    expect(await readSignatures(inMemory(file))).toMatchObject([{ digestMatches: true, signatureMatches: true }]);
  });

  it('is password-protected', async () => {
    const file = await developmentIdentity('Acervo', 'secret', now);
    expect(() => readIdentity(file, 'other')).toThrow(expect.objectContaining({ reason: 'WRONG_PASSWORD' }));
  });
});
