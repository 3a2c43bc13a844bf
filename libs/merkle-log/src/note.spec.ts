import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { NoteError, formatCheckpoint, noteSigner, noteVerifier, openNote, parseCheckpoint, signNote } from './index';

/** The example of golang.org/x/mod/sumdb/note: keys, text and signatures made by others. */
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const PETER_SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const ENOCH = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop';
const BY_PETER = '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const BY_ENOCH = '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';

const peter = noteVerifier(PETER);
const enoch = noteVerifier(ENOCH);
const failure = (note: string, ...verifiers: Parameters<typeof openNote>[1]): string => {
  try {
    openNote(note, verifiers);
    return 'opened';
  } catch (error) {
    return (error as NoteError).reason;
  }
};

describe('signed notes', () => {
  it('creates the same signature as Go', () => {
    const signer = noteSigner('PeterNeumann', PETER_SEED);
    expect(signer).toMatchObject({ keyId: 'c74f20a3', verifierKey: PETER });
    expect(signNote(TEXT, signer)).toBe(`${TEXT}\n${BY_PETER}`);
  });

  it('verifies notes signed by Go and names the signer', () => {
    const note = `${TEXT}\n${BY_PETER}${BY_ENOCH}`;
    expect(openNote(note, [peter, enoch])).toEqual({ text: TEXT, signers: [peter, enoch] });
    expect(openNote(note, [enoch])).toEqual({ text: TEXT, signers: [enoch] });
    expect(openNote(`${TEXT}\n${BY_PETER}${BY_PETER}`, [peter]).signers).toEqual([peter]);
    expect(failure(note, noteVerifier(noteSigner('PeterNeumann', randomBytes(32)).verifierKey))).toBe('UNKNOWN_KEYS');
    expect(failure(note)).toBe('UNKNOWN_KEYS');
  });

  it('creates signatures that plain Ed25519 verifies, with a key id as in C2SP', () => {
    const signer = noteSigner('example.com/log', randomBytes(32));
    const note = signNote('a\n\nb — é\n', signer);
    const [, base64] = /^— example\.com\/log (\S+)\n$/m.exec(note)!;
    const bytes = Buffer.from(base64!, 'base64');
    const encoded = Buffer.from(signer.verifierKey.split('+').slice(2).join('+'), 'base64');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: encoded.subarray(1).toString('base64url') }, format: 'jwk' });
    expect(verify(null, Buffer.from('a\n\nb — é\n'), key, bytes.subarray(4))).toBe(true);
    const hash = createHash('sha256')
      .update(Buffer.concat([Buffer.from('example.com/log\n'), encoded]))
      .digest();
    expect(bytes.subarray(0, 4)).toEqual(hash.subarray(0, 4));
    expect(openNote(note, [noteVerifier(signer.verifierKey)]).text).toBe('a\n\nb — é\n');
  });

  it('refuses any changed bit', () => {
    const bytes = Buffer.from(`${TEXT}\n${BY_PETER}`);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(failure(changed.toString(), peter)).not.toBe('opened');
    }
  });

  it.each([
    ['nothing', ''],
    ['no signature', `${TEXT}\n`],
    ['no blank line', `${TEXT}${BY_PETER}`],
    ['no line break at the end', `${TEXT}\n${BY_PETER}`.slice(0, -1)],
    ['a control character', `a\tb\n\n${BY_PETER}`],
    ['a carriage return', `${TEXT}\n${BY_PETER}`.replaceAll('\n', '\r\n')],
    ['a hyphen for the dash', `${TEXT}\n${BY_PETER.replace('—', '-')}`],
    ['Base64 with blanks', `${TEXT}\n${BY_PETER.replace('ZJku', 'ZJ ku')}`],
    ['Base64 with other bits at the end', `${TEXT}\n${BY_PETER.replace('AM=', 'AN=')}`],
    ['a signature without bytes', `${TEXT}\n— PeterNeumann x08gow==\n`],
    ['101 signatures', `${TEXT}\n${BY_PETER.repeat(101)}`],
    ['half a surrogate pair', `\ud800\n\n${BY_PETER}`],
  ])('MALFORMED: %s', (_, note) => expect(failure(note, peter)).toBe('MALFORMED'));

  it('refuses a note with one wrong signature of a known key', () => {
    const forged = BY_ENOCH.replace('5n2t', '5n2u');
    expect(failure(`${TEXT}\n${BY_PETER}${forged}`, peter, enoch)).toBe('BAD_SIGNATURE');
    expect(failure(`${TEXT}\n${BY_PETER}${forged}`, peter)).toBe('opened');
  });

  it.each([
    ['no key', 'PeterNeumann'],
    ['no name', PETER.slice('PeterNeumann'.length)],
    ['the id of another key', PETER.replace('c74f20a3', 'c74f20a4')],
    ['another name', PETER.replace('Peter', 'Paul')],
    ['another kind of key', PETER.replace('+ARpc', '+AhpC')],
    ['a key too short', PETER.slice(0, -4)],
    ['a line break', `${PETER}\n`],
  ])('refuses the verifier key: %s', (_, text) => expect(() => noteVerifier(text)).toThrow(RangeError));

  it.each(['', 'a b', 'a+b', 'a\u00a0b', 'a\nb'])('refuses the key name: %j', (name) =>
    expect(() => noteSigner(name, randomBytes(32))).toThrow(RangeError),
  );

  it('requires a valid note, a seed of 32 bytes and a signer', () => {
    const signer = noteSigner('a', randomBytes(32));
    for (const text of ['', 'a', 'a\r\n', 'a\0\n', '\ud800\n']) expect(() => signNote(text, signer)).toThrow(RangeError);
    expect(() => signNote('a\n')).toThrow(RangeError);
    expect(() => noteSigner('a', randomBytes(31))).toThrow(RangeError);
  });
});

describe('checkpoints', () => {
  /** The example of c2sp.org/tlog-checkpoint. */
  const example = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';

  it('reads and writes the example of C2SP', () => {
    const checkpoint = parseCheckpoint(example);
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163, extensions: [] });
    expect(Buffer.from(checkpoint.root).toString('hex')).toMatch(/^0ac5186a91863e8e1d90c808014aa89b/);
    expect(formatCheckpoint(checkpoint)).toBe(example);
    expect(formatCheckpoint(parseCheckpoint(`${example}more\nlines\n`))).toBe(`${example}more\nlines\n`);
  });

  it.each([
    ['nothing', ''],
    ['two lines', 'a\n1\n'],
    ['no line break at the end', example.slice(0, -1)],
    ['no origin', example.replace(/^.*\n/, '\n')],
    ['a size with a zero before it', example.replace('20852163', '020852163')],
    ['a size with a sign', example.replace('20852163', '+20852163')],
    ['a size beyond 2^53', example.replace('20852163', '9007199254740992')],
    ['a root too short', example.replace('CsUYapGG', '')],
    ['a root with other bits at the end', example.replace('2I=', '2J=')],
    ['an empty line', `${example}\n`],
  ])('refuses %s', (_, text) => expect(() => parseCheckpoint(text)).toThrow(RangeError));

  it('refuses what it could not read back', () => {
    const root = randomBytes(32);
    expect(() => formatCheckpoint({ origin: '', size: 1, root })).toThrow(RangeError);
    expect(() => formatCheckpoint({ origin: 'a\nb', size: 1, root })).toThrow(RangeError);
    expect(() => formatCheckpoint({ origin: 'a', size: -1, root })).toThrow(RangeError);
    expect(() => formatCheckpoint({ origin: 'a', size: 1, root: root.subarray(1) })).toThrow(RangeError);
    expect(() => formatCheckpoint({ origin: 'a', size: 1, root, extensions: [''] })).toThrow(RangeError);
  });
});
