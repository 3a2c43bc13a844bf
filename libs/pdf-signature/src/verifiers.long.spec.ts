import { readdirSync, readFileSync } from 'node:fs';
import { readSignatures } from '.';
import { fixture, FIXTURES, identity, inMemory, signed } from '../test/support';
import { describeWith, folder, openssl, pdfsig, pyhanko, qpdfCheck, type PyhankoResult } from '../test/verifiers';

// Other suites and programs run at the same time.
const SIGNABLE = readdirSync(FIXTURES).filter((name) => name.endsWith('.pdf'));
/** pyHanko does not open a file with anything in front of its header. */
const PYHANKO_READS = SIGNABLE.filter((name) => name !== 'junk-before-header.pdf');
const HARMLESS = ['NONE', 'LTA_UPDATES', 'FORM_FILLING'];

/** Every file of the collection, signed with an RSA key and then with one on a curve. */
const files = folder();
const first = (name: string) => files.path(`first-${name}`);
const second = (name: string) => files.path(`second-${name}`);
const tampered = (name: string) => files.path(`tampered-${name}`);
const before = new Map<string, number>();

beforeAll(async () => {
  for (const name of SIGNABLE) {
    const file = fixture(name);
    before.set(name, (await readSignatures(inMemory(file))).length);
    const once = await signed(file);
    files.write(`first-${name}`, once);
    const twice = await signed(once, {
      identity: identity('ec-prime256v1'),
      name: 'Ana Núñez',
      signedAt: new Date('2026-11-22T08:00:00Z'),
    });
    files.write(`second-${name}`, twice);
    const other = Buffer.from(twice);
    const at = Math.floor(file.length / 2);
    other[at] = other[at]! ^ 1;
    files.write(`tampered-${name}`, other);
  }
});
afterAll(() => files.remove());

describeWith('pdfsig')('pdfsig', () => {
  it.each(SIGNABLE)('G2 finds every signature of %s valid, and the newest covering the whole file', async (name) => {
    for (const [path, added] of [
      [first(name), 1],
      [second(name), 2],
    ] as const) {
      const signatures = await pdfsig(path);
      expect(signatures).toHaveLength(before.get(name)! + added);
      expect(signatures.map(({ valid, text }) => (valid ? 'valid' : text))).toEqual(signatures.map(() => 'valid'));
      expect(signatures.map(({ total }) => total)).toEqual(signatures.map((_, index) => index === signatures.length - 1));
      expect(signatures.at(-1)!.type).toBe('ETSI.CAdES.detached');
      expect(new Set(signatures.map(({ field }) => field)).size).toBe(signatures.length);
    }
  });

  it('detects a changed byte', async () => {
    const signatures = await pdfsig(tampered('reportlab.pdf'));
    expect(signatures.map(({ valid }) => valid)).toEqual([false, false]);
  });

  it('reads the name with accents', async () => {
    const [signature] = await pdfsig(first('reportlab.pdf'));
    expect(signature!.text).toContain('Serviço de assinatura rsa');
    expect(signature!.text).toMatch(/Hash Algorithm: SHA-?256/);
  });
});

describeWith('pyhanko')('pyHanko', () => {
  let results: Record<string, PyhankoResult[]>;
  beforeAll(async () => {
    const all = PYHANKO_READS.flatMap((name) => [first(name), second(name)]);
    results = await pyhanko([...all, tampered('reportlab.pdf')]);
  });

  it.each(PYHANKO_READS)('G2 trusts every signature of %s and treats later changes as form filling', (name) => {
    for (const [path, added] of [
      [first(name), 1],
      [second(name), 2],
    ] as const) {
      const signatures = results[path]!;
      expect(signatures).toHaveLength(before.get(name)! + added);
      expect(signatures.filter(({ bottomLine, docmdpOk }) => !bottomLine || !docmdpOk)).toEqual([]);
      expect(signatures.filter(({ modification }) => !HARMLESS.includes(modification ?? ''))).toEqual([]);
      const newest = { intact: true, valid: true, trusted: true, coverage: 'ENTIRE_FILE', modification: 'NONE' };
      expect(signatures.at(-1)).toMatchObject(newest);
    }
  });

  it('detects a changed byte', () => {
    expect(results[tampered('reportlab.pdf')]!.map(({ intact, bottomLine }) => intact || bottomLine)).toEqual([false, false]);
  });
});

describeWith('qpdf')('qpdf', () => {
  it.each(SIGNABLE)('reports no problem in %s', async (name) => {
    const { stdout, stderr } = await qpdfCheck(second(name));
    expect(stderr).toBe('');
    expect(stdout).toContain('No syntax or stream encoding errors found');
  });
});

describeWith('openssl')('openssl', () => {
  it.each(['rsa', 'ec-prime256v1', 'ec-secp384r1', 'ec-secp521r1'])('verifies the CMS of %s as CAdES', async (who) => {
    const file = await signed(fixture('reportlab.pdf'), { identity: identity(who) });
    const [, from, to, rest] = /\/ByteRange \[(0) (\d+) +(\d+) +(\d+) *\]/.exec(file.toString('latin1'))!.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const cms = files.write(`${who}.der`, Buffer.from(file.toString('latin1', from + 1, to - 1), 'hex'));
    const content = files.write(`${who}.bin`, Buffer.concat([file.subarray(0, from), file.subarray(to, to + rest)]));
    const root = `${FIXTURES}/identities/root.pem`;
    const how = [
      '-binary',
      '-inform',
      'DER',
      '-in',
      cms,
      '-content',
      content,
      '-CAfile',
      root,
      '-purpose',
      'any',
      '-out',
      files.path('out'),
    ];
    await expect(openssl('cms', '-verify', '-cades', ...how)).resolves.toMatchObject({ stderr: expect.stringMatching(/successful/) });
    files.write(`${who}.bin`, Buffer.concat([file.subarray(0, from - 1), Buffer.from('?'), file.subarray(to, to + rest)]));
    await expect(openssl('cms', '-verify', '-cades', ...how)).rejects.toThrow(/verification failure/i);
  });
});

describe('readSignatures', () => {
  it.each(SIGNABLE)('detects a byte of %s changed after signing', async (name) => {
    const found = await readSignatures(inMemory(readFileSync(tampered(name)))).catch(() => []);
    // What an earlier signature leaves out, its own digits, is covered by the later ones only.
    expect(found.slice(-2).filter(({ digestMatches }) => digestMatches)).toEqual([]);
  });
});
