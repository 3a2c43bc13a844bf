import { readdirSync } from 'node:fs';
import { PdfRefused, readSignatures, signPdf } from '.';
import { fixture, FIXTURES, inMemory, request } from '../test/support';

/** Numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Mutation = (file: Buffer, number: (below: number) => number) => Buffer;
const cut = (file: Buffer, from: number, to: number, put: Buffer) => Buffer.concat([file.subarray(0, from), put, file.subarray(to)]);

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a byte changed': (file, number) => {
    const at = number(file.length);
    return cut(file, at, at + 1, Buffer.from([number(256)]));
  },
  'a digit changed': (file, number) => {
    const digits = [...file.entries()].filter(([, code]) => code >= 0x30 && code <= 0x39).map(([index]) => index);
    const at = digits[number(digits.length)]!;
    return cut(file, at, at + 1, Buffer.from(String(number(10))));
  },
  'a number made huge': (file, number) => {
    const text = file.toString('latin1');
    const all = [...text.matchAll(/\b\d+\b/g)];
    const match = all[number(all.length)]!;
    const huge = ['9999999999', '4294967296', '2147483647', '-1', '0', '1e9'][number(6)]!;
    return cut(file, match.index, match.index + match[0].length, Buffer.from(huge));
  },
  'a reference turned elsewhere': (file, number) => {
    const all = [...file.toString('latin1').matchAll(/\b(\d+) 0 R\b/g)];
    if (all.length === 0) return file;
    const match = all[number(all.length)]!;
    return cut(file, match.index, match.index + match[0].length, Buffer.from(`${number(12)} 0 R`));
  },
  'a piece removed': (file, number) => {
    const at = number(file.length);
    return cut(file, at, Math.min(file.length, at + 1 + number(200)), Buffer.alloc(0));
  },
  'a piece doubled': (file, number) => {
    const at = number(file.length);
    return cut(file, at, at, file.subarray(at, at + number(300)));
  },
  'the end missing': (file, number) => file.subarray(0, number(file.length)),
};

const SOME = readdirSync(FIXTURES).filter((name) =>
  /^(reportlab|qpdf-|hybrid|signed|form|bare|mutool|indirect|certified|updates)/.test(name),
);
/** Some hundred in all; twenty thousand were tried when this was written. */
const ROUNDS = 8;

describe('a corrupted file', () => {
  it.each(Object.entries(MUTATIONS))(
    'G1 %s: is either signed or refused',
    async (_name, mutate) => {
      const number = numbers(20261121);
      for (const name of SOME.filter((one) => one.endsWith('.pdf'))) {
        for (let round = 0; round < ROUNDS; round += 1) {
          const file = Buffer.from(mutate(fixture(name), number));
          let result: Buffer;
          try {
            const { appendix } = await signPdf(inMemory(file), request());
            result = Buffer.concat([file, appendix]);
          } catch (error) {
            if (!(error instanceof PdfRefused)) throw new Error(`${name}, round ${round}`, { cause: error });
            continue;
          }
          const newest = (await readSignatures(inMemory(result))).at(-1);
          expect(newest).toMatchObject({ coversWholeFile: true, digestMatches: true, signatureMatches: true });
        }
      }
    },
    60_000 + ROUNDS * 2000,
  );
});
