import { ingestJson, IngestError, WrittenNumber } from './index';
import { cutAt, FILE_PATHS, MemorySink } from '../test/support';

/** What one reading finds and gives, cut at one offset. */
async function readCut(body: string, cut: number) {
  const faults: string[] = [];
  const aborted: number[] = [];
  const sinks: MemorySink[] = [];
  const { json, files } = await ingestJson(cutAt(Buffer.from(body), [cut]), {
    files: FILE_PATHS,
    openFile: ({ ordinal }) => (sinks[ordinal] = Object.assign(new MemorySink(), { abort: () => void aborted.push(ordinal) })),
    keepNumbers: true,
    onFault: ({ code, position, path }) => void faults.push(`${code} ${position} ${path?.join('.')}`),
  });
  return { json, faults, aborted, files: files.map(({ refused }, index) => (refused ? 'refused' : sinks[index]!.bytes.toString())) };
}

async function everyCut(body: string) {
  const whole = await readCut(body, 0);
  for (let cut = 1; cut < Buffer.byteLength(body); cut++) expect([cut, await readCut(body, cut)]).toEqual([cut, whole]);
  return whole;
}

describe('continuing after an error', () => {
  it('reports every file with invalid Base64 and reads the others', async () => {
    const texts = ['QUJD', 'QU*D\\", ', 'QUI=', '', 'QUJ=', 'data:\\u0022,QUJD', 'Q\\u002aJD', 'QUJD'.repeat(40), '\\"\\\\'];
    const body = `{"arquivos":[${texts.map((text) => `{"arquivo":"${text}","n":1}`).join()}],"fim":true}`;
    const { faults, files, aborted, json } = await everyCut(body);
    expect(files).toEqual(['ABC', 'refused', 'AB', 'refused', 'refused', 'ABC', 'refused', 'ABC'.repeat(40), 'refused']);
    expect(faults.map((fault) => fault.replace(/ \d+ /, ' '))).toEqual([
      'BASE64_INVALID arquivos.1.arquivo',
      'BASE64_EMPTY arquivos.3.arquivo',
      'BASE64_INVALID arquivos.4.arquivo',
      'BASE64_INVALID arquivos.6.arquivo',
      'BASE64_INVALID arquivos.8.arquivo',
    ]);
    expect(aborted).toEqual([1, 4, 6, 8]);
    expect(json).toMatchObject({ fim: true, arquivos: texts.map(() => ({ n: 1 })) });
  });

  it('reports every duplicate name', async () => {
    const { faults } = await everyCut('{"a":1,"A":{"b":1.5,"B ":2},"a":3,"arquivos":[{"arquivo":"QUJD","arquivo":"QUI="}],"arquivos":5}');
    expect(faults).toEqual([
      'DUPLICATE_MEMBER 7 A',
      'DUPLICATE_MEMBER 20 A.B ',
      'DUPLICATE_MEMBER 28 a',
      'DUPLICATE_MEMBER 64 arquivos.0.arquivo',
      'DUPLICATE_MEMBER 83 arquivos',
    ]);
  });

  it('reports no more than so many, and reads on', async () => {
    const told: string[] = [];
    const body = '{"a":1,"a":2,"a":3,"arquivos":[{"arquivo":"!"},{"arquivo":"!"},{"arquivo":"QUJD"}]}';
    const { json, files } = await ingestJson(cutAt(Buffer.from(body), []), {
      files: FILE_PATHS,
      openFile: () => new MemorySink(),
      limits: { faults: 1 },
      onFault: ({ code, position }) => void told.push(`${code} ${position}`),
    });
    expect(told).toEqual(['DUPLICATE_MEMBER 7', 'BASE64_INVALID 43']);
    expect([(json as { a: number }).a, files.map(({ refused }) => refused)]).toEqual([3, [true, true, false]]);
  });

  it.each([
    ['{"a":{"length":1.5},"a":[1]}', [1]],
    ['{"a":{"map":1.5},"a":[1]}', [1]],
    ['{"a":[0,0,1.5],"a":[1]}', [1]],
    ['{"a":[1.5],"a":{"b":1}}', { b: 1 }],
    ['{"a":{"arquivo":1.5},"a":"text"}', 'text'],
  ])('keeps the value of a duplicate name as it was sent: %s', async (body, last) => {
    const { json } = await everyCut(body);
    const { a } = json as { a: object };
    expect(a).toStrictEqual(last);
    expect(Object.getOwnPropertyNames(a)).toEqual(Object.getOwnPropertyNames(last));
  });

  it.each([
    ['a bad escape within such a text', '{"arquivos":[{"arquivo":"*\\x"}]}', 'JSON_INVALID'],
    ['a control within such a text', '{"arquivos":[{"arquivo":"*\n"}]}', 'JSON_INVALID'],
    ['a body that ends there', '{"arquivos":[{"arquivo":"*QUJD', 'JSON_TRUNCATED'],
  ])('still stops at %s', async (_, body, code) => {
    for (let cut = 0; cut < body.length; cut++) {
      const error: unknown = await readCut(body, cut).catch((thrown: unknown) => thrown);
      expect([cut, (error as IngestError).code]).toEqual([cut, code]);
    }
  });
});

describe('keepNumbers', () => {
  it('keeps the text of numbers that a double would change', async () => {
    const numbers = ['1.50', '12345678901234567890', '-0', '1e3', '0.1', '1E-2', '-0.0'];
    const plain = [0, 7, -7, 4711, 123456789012345, true, null];
    const { json } = await everyCut(`{"a":[${numbers.join()}],"b":{"c":1.50 },"d":${JSON.stringify(plain)},"1":2.0}`);
    const written = numbers.map((text) => new WrittenNumber(text, Number(text)));
    expect(json).toEqual({ a: written, b: { c: new WrittenNumber('1.50', 1.5) }, d: plain, 1: new WrittenNumber('2.0', 2) });
  });

  it('is off by default', async () => {
    const { json } = await ingestJson(cutAt(Buffer.from('[1.50]'), []), { files: [], openFile: () => new MemorySink() });
    expect(json).toEqual([1.5]);
  });
});
