import fc from 'fast-check';
import { bodyOf, BOUNDARY, cutAndReused, cutAt, field, file, hex, outcomeOf, type Outcome } from '../test/support';

// Fast alone; the machine may be shared.
/** Contents that look like what ends them, until the last byte. */
const NEAR = [
  '',
  '\r',
  '\n',
  '\r\n',
  '\r\n-',
  '\r\n--',
  `\r\n--${BOUNDARY.slice(0, -1)}`,
  `--${BOUNDARY}`,
  `\n--${BOUNDARY}`,
  '\r\r\n--bound',
  '--',
  '-',
];

const content = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.array(fc.constantFrom(...NEAR), { maxLength: 5 }).map((parts) => Buffer.from(parts.join(''))),
  fc
    .tuple(fc.constantFrom(...NEAR), fc.uint8Array({ maxLength: 20 }), fc.constantFrom(...NEAR))
    .map(([before, bytes, after]) => Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)])),
);
const DELIMITER = Buffer.from(`\r\n--${BOUNDARY}`);
/** Neither within the content nor across its beginning: the headers end with a line end of their own. */
const isFree = (bytes: Buffer) => !Buffer.concat([Buffer.from('\r\n'), bytes]).includes(DELIMITER) && !bytes.includes(DELIMITER);

const safe = content.filter(isFree);
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => value.isWellFormed() && isFree(Buffer.from(value)));
const name = fc.stringMatching(/^[\w áé.-]{1,12}$/u);
const anyPart = fc.oneof(
  fc.record({ kind: fc.constant('file' as const), name, fileName: name, content: safe }),
  fc.record({ kind: fc.constant('field' as const), name, value: text }),
);
type Part = typeof anyPart extends fc.Arbitrary<infer Each> ? Each : never;

const written = (parts: readonly Part[]) =>
  bodyOf(parts.map((each) => (each.kind === 'file' ? file(each.name, each.fileName, each.content) : field(each.name, each.value))));

const expected = (parts: readonly Part[]): Outcome => ({
  body: {
    files: parts.flatMap((each) => (each.kind === 'file' ? [{ name: each.name, fileName: each.fileName }] : [])),
    fields: parts.flatMap((each) => (each.kind === 'field' ? [{ name: each.name, value: each.value }] : [])),
  },
  contents: parts.flatMap((each) => (each.kind === 'file' ? [hex(each.content)] : [])),
});

const SAMPLE: Part[] = [
  { kind: 'field', name: 'descrição', value: 'Olá\r\n--bound\r\nmundo' },
  { kind: 'file', name: 'a', fileName: 'nota ção.pdf', content: Buffer.from(`%PDF\r\n--boundary-\r\n--bound\r\r\n\r\n--`) },
  { kind: 'file', name: 'b', fileName: 'vazio.txt', content: Buffer.alloc(0) },
  { kind: 'file', name: 'c', fileName: 'bytes.bin', content: Buffer.from(Array.from({ length: 256 }, (_, index) => index)) },
];

describe('a body gives the same result for any chunks', () => {
  const body = written(SAMPLE);

  it('cut in two, at every byte', async () => {
    for (let cut = 0; cut <= body.length; cut++) expect(await outcomeOf(cutAt(body, [cut]))).toEqual(expected(SAMPLE));
  });

  it.each([1, 2, 3, 7, 12, 13, 14])('in chunks of %d bytes', async (length) => {
    const cuts = Array.from({ length: Math.floor(body.length / length) }, (_, index) => (index + 1) * length);
    expect(await outcomeOf(cutAt(body, cuts))).toEqual(expected(SAMPLE));
  });

  it.each([1, 2, 3, 7, 12, 13, 14])('in chunks of %d bytes that share a buffer', async (length) => {
    const cuts = Array.from({ length: Math.floor(body.length / length) }, (_, index) => (index + 1) * length);
    expect(await outcomeOf(cutAndReused(body, cuts))).toEqual(expected(SAMPLE));
  });

  it('with empty chunks between', async () => {
    expect(await outcomeOf(cutAt(body, [0, 0, 40, 40, 40, body.length]))).toEqual(expected(SAMPLE));
  });

  it('with any parts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPart, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 12 }), async (parts, wanted) => {
        const bytes = written(parts);
        const cuts = wanted.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
        expect(await outcomeOf(cutAt(bytes, cuts))).toEqual(expected(parts));
      }),
      { numRuns: 200 },
    );
  });

  it('is never accepted when it is truncated, at any byte', async () => {
    const end = body.lastIndexOf('--') + 2;
    for (let length = 0; length < end; length++) {
      const cuts = length > 3 ? [Math.floor(length / 2)] : [];
      expect([length, await outcomeOf(cutAt(body.subarray(0, length), cuts))]).toEqual([length, { error: 'TRUNCATED' }]);
    }
    expect(await outcomeOf(cutAt(body.subarray(0, end)))).toEqual(expected(SAMPLE));
  });
});
