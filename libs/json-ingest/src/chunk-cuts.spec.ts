import fc from 'fast-check';
import { foldName } from './index';
import { cutAt, expectedOutcome, MemorySink, outcomeOf, randomCuts, randomFrom } from '../test/support';

// Fast alone; the machine may be shared.
/** The text of a file as clients write it: blanks, escapes and a prefix that must make no difference. */
function dressed(base64: string, random: () => number): string {
  if (random() < 0.3) return `"${base64}"`;
  const rarely = random() * 0.3;
  const characters = [...base64].map((character) => {
    const pick = random();
    if (pick > rarely) return character;
    if (pick < rarely / 3) return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return character === '/' ? '\\/' : character + [' ', '\\r\\n', '\\t', '\\u0020'][Math.floor(random() * 4)]!;
  });
  const prefix = ['', '', 'data:application\\/pdf;base64,', ' data:;name=é\\u00e9,'][Math.floor(random() * 4)]!;
  return `"${prefix}${characters.join('')}"`;
}

/** JSON text with blanks and escapes wherever they are allowed; texts marked by `file:` become dressed Base64. */
function written(value: unknown, random: () => number): string {
  const blank = (): string => (random() < 0.2 ? [' ', '\n', '\t \r', '  '][Math.floor(random() * 4)]! : '');
  const list = (items: string[]): string => items.map((item) => blank() + item + blank()).join() || blank();
  const text = (plain: string): string =>
    JSON.stringify(plain).replace(/[a-z]/g, (letter) =>
      random() < 0.02 && letter < 'b' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
    );
  if (typeof value === 'string') return value.startsWith('file:') ? dressed(value.slice(5), random) : text(value);
  if (Array.isArray(value)) return `[${list(value.map((element) => written(element, random)))}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${list(Object.entries(value).map(([name, member]) => `${text(name)}${blank()}:${blank()}${written(member, random)}`))}}`;
}

const bytes = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.uint8Array({ minLength: 100, maxLength: 300 }));
const fileText = bytes.map((content) => `file:${Buffer.from(content).toString('base64')}`);
const nameIn = (...names: string[]): fc.Arbitrary<string> => fc.constantFrom(...names);
const other = fc.jsonValue({ maxDepth: 2, depthSize: 'small' }).filter(hasPlainNames);
const entry = fc
  .tuple(
    nameIn('arquivo', 'Arquivo', ' ARQUIVO '),
    fc.oneof({ weight: 6, arbitrary: fileText }, { weight: 1, arbitrary: fc.constant(null) }),
    other,
  )
  .map(([name, file, extra]) => ({ extensao: 'pdf', [name]: file, extra, é: '\u{1f600}' }));
const body = fc.oneof(
  fc
    .tuple(nameIn('arquivos', 'Arquivos '), fc.array(entry, { maxLength: 3 }), other)
    .map(([name, files, extra]) => ({ a: extra, [name]: files, b: 1e-7 })),
  fc.array(entry, { maxLength: 3 }),
  fc.array(entry, { maxLength: 2 }).map((arquivos) => ({ documentos: [{ arquivos }, { arquivos: [] }] })),
);

/** JSON.parse puts names such as `1` first, and this library refuses some: neither is what is compared here. */
function hasPlainNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const names = Array.isArray(value) ? [] : Object.keys(value).map(foldName);
  return (
    new Set([...names, '__proto__', 'constructor', 'prototype']).size === names.length + 3 && Object.values(value).every(hasPlainNames)
  );
}

const withoutPrefix = (base64: string): string => base64.replace(/^\s*data:[^,]*,/, '');

it('gives the results of JSON.parse and Buffer.from for any chunks of the body and any regions of the sink', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.nat(), async (value, seed) => {
      const random = randomFrom(seed);
      const text = (random() < 0.1 ? '\ufeff' : '') + written(value, random);
      const expected = expectedOutcome(text.replace(/^\ufeff/, ''), withoutPrefix);
      const buffer = Buffer.from(text);
      expect(await outcomeOf(cutAt(buffer, []))).toEqual(expected);
      for (let round = 0; round < 4; round++) {
        const longest = [2, 5, 64, 400][round]!;
        const makeSink = (): MemorySink => new MemorySink(() => 1 + Math.floor(random() * longest), random() < 0.5);
        expect(await outcomeOf(cutAt(buffer, randomCuts(buffer.length, 12, random)), {}, makeSink)).toEqual(expected);
      }
    }),
    { numRuns: 100 },
  );
});

it('does not depend on a chunk border at any byte, or at all bytes', async () => {
  const random = randomFrom(7);
  const file = (size: number): string =>
    `file:${Buffer.from(Array.from({ length: size }, (_, i) => (i * 37 + size) & 255)).toString('base64')}`;
  const value = {
    codigo: -1.5e2,
    'Arquivos ': [1, 2, 3, 100, 140].map((size) => ({ n: size, Arquivo: file(size), 'é"\\': [null, true, '\u{1f600}'] })),
  };
  for (const plain of [true, false]) {
    const text = written(value, plain ? () => 0.99 : random);
    const buffer = Buffer.from(text);
    const expected = expectedOutcome(text, withoutPrefix);
    for (let cut = 0; cut <= buffer.length; cut++) expect(await outcomeOf(cutAt(buffer, [cut]))).toEqual(expected);
    const everywhere = Array.from(buffer, (_, i) => i);
    expect(await outcomeOf(cutAt(buffer, everywhere))).toEqual(expected);
    expect(await outcomeOf(cutAt(buffer, everywhere), {}, () => new MemorySink(() => 1, true))).toEqual(expected);
  }
});

it('continues an escape sequence across chunks', async () => {
  for (const escape of ['\\n', '\\/', '\\u0041', '\\u000a']) {
    for (const before of ['', 'Q', 'QU', 'QUJ', 'QUJD', 'QUJD'.repeat(20)]) {
      const letters = before.length + (/0041|[/]/.test(escape) ? 1 : 0);
      const text = `[{"arquivo":"${before}${escape}${'QUJD'.repeat(40)}${'A'.repeat((4 - (letters % 4)) % 4)}"}]`;
      const buffer = Buffer.from(text);
      const expected = expectedOutcome(text);
      for (let cut = 12; cut < 120; cut++) expect(await outcomeOf(cutAt(buffer, [cut]))).toEqual(expected);
    }
  }
});

it('decodes files of every length around the block sizes', async () => {
  const random = randomFrom(11);
  for (const letters of [64, 3072, 4096, 16 * 1024, 64 * 1024, 128 * 1024]) {
    for (let size = (letters / 4) * 3 - 4; size <= (letters / 4) * 3 + 4; size++) {
      const content = Buffer.from(Array.from({ length: size }, (_, i) => (i * 131 + (i >> 8)) & 255));
      for (const text of [content.toString('base64'), content.toString('base64').replace(/.{76}/g, '$&\\n')]) {
        const buffer = Buffer.from(`[{"arquivo":"${text}","x":1}]`);
        const { contents } = await outcomeOf(cutAt(buffer, randomCuts(buffer.length, 3, random)), {}, () => new MemorySink(() => 50_000));
        expect(contents![0] === content.toString('hex')).toBe(true);
      }
    }
  }
});
