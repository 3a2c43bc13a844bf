import { readSignatures } from '.';
import { fixture, inMemory, request, signed } from '../test/support';

const rangeOf = (file: Buffer) => {
  const match = /\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/.exec(file.toString('latin1'))!;
  return { at: match.index, length: match[0].length, from: Number(match[1]), to: Number(match[2]), rest: Number(match[3]) };
};
const withRange = (file: Buffer, range: string) => {
  const { at, length } = rangeOf(file);
  const changed = Buffer.from(file);
  changed.write(`/ByteRange [${range}]`.padEnd(length), at, 'latin1');
  return changed;
};
const only = async (file: Buffer) => (await readSignatures(inMemory(file)))[0]!;

describe('reading signatures', () => {
  let file: Buffer;
  beforeAll(async () => (file = await signed(fixture('reportlab.pdf'))));

  it('finds none in an unsigned file', async () => expect(await readSignatures(inMemory(fixture('form.pdf')))).toEqual([]));

  it('returns each signature, oldest first', async () => {
    const twice = await signed(file, { name: 'Ana', reason: 'Ciência', signedAt: new Date('2026-12-01T10:20:30Z') });
    expect(await readSignatures(inMemory(twice))).toEqual([
      {
        name: 'João da Conceição',
        reason: request().reason,
        signedAt: new Date('2026-11-21T18:30:00Z'),
        coversWholeFile: false,
        digestMatches: true,
        signatureMatches: true,
        certificateSubject: 'C=BR, O=ACERVO, CN=Serviço de assinatura rsa',
      },
      expect.objectContaining({ name: 'Ana', reason: 'Ciência', signedAt: new Date('2026-12-01T10:20:30Z'), coversWholeFile: true }),
    ]);
  });

  it('G3 detects content added after a signature', async () => {
    expect(await only(Buffer.concat([file, Buffer.from('% more\n')]))).toMatchObject({ coversWholeFile: false, digestMatches: true });
  });

  it.each<[string, (range: ReturnType<typeof rangeOf>) => string]>([
    ['does not begin at the beginning', ({ from, to, rest }) => `1 ${from - 1} ${to} ${rest}`],
    ['leaves out more than the signature', ({ from, to, rest }) => `0 ${from - 20} ${to} ${rest}`],
    ['leaves out more behind it', ({ from, to, rest }) => `0 ${from} ${to + 20} ${rest - 20}`],
    ['ends behind the file', ({ from, to, rest }) => `0 ${from} ${to} ${rest + 1}`],
    ['leaves out nothing', ({ from, rest }) => `0 ${from} ${from} ${rest}`],
    ['goes backwards', ({ from, to, rest }) => `0 ${to} ${from} ${rest}`],
    ['is too long', ({ from, to, rest }) => `0 ${from} ${to} ${rest} 0 0`],
    ['holds no numbers', () => '/A /B /C /D'],
  ])('G3 refuses a byte range that %s', async (_what, range) => {
    expect(await only(withRange(file, range(rangeOf(file))))).toMatchObject({ digestMatches: false });
  });

  it('refuses a changed signature', async () => {
    const { from, to } = rangeOf(file);
    const digits = file.toString('latin1', from + 1, to - 1).replace(/0+$/, '');
    const changed = Buffer.from(file);
    const last = from + digits.length - 6;
    changed.write(changed[last] === 0x41 ? 'B' : 'A', last, 'latin1');
    expect(await only(changed)).toMatchObject({ digestMatches: true, signatureMatches: false });
  });

  it.each(['00', '3003020101', '3080', '30'])('refuses a signature of %s', async (digits) => {
    const { from, to } = rangeOf(file);
    const changed = Buffer.from(file);
    changed.write(digits.padEnd(to - from - 2, '0'), from + 1, 'latin1');
    expect(await only(changed)).toMatchObject({ digestMatches: false, signatureMatches: false, certificateSubject: undefined });
  });
});
