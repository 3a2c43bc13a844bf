import { isDeepStrictEqual } from 'node:util';
import * as json from '../../libs/json-ingest/test/support';
import * as form from '../../libs/multipart-ingest/test/support';
import { formCases, type FormCase } from './form-bodies';
import { expectedForms } from './form-reference';
import { expectedOutcome } from './json-reference';
import { scannerCases, type ScannerCase } from './scanner-cases';
import { shrunk, type Cut } from './shrink';

export interface Figures {
  cases: number;
  bytes: number;
  /** How many cases were taken, by `ok`, or refused, by the code. */
  outcomes: Record<string, number>;
}

interface Verdict {
  /** One of them is right. */
  expected: readonly unknown[];
  actual: { error?: unknown } | { thrown: unknown };
  code: string;
}

interface Subject<T extends Cut> {
  cases(seed: number): Iterable<T>;
  judge(one: T): Promise<Verdict>;
}

async function settled<T>(outcome: Promise<T>): Promise<T | { thrown: unknown; error?: undefined }> {
  return outcome.catch((thrown: unknown) => ({ thrown: thrown instanceof Error ? thrown.stack : thrown }));
}

const scanner: Subject<ScannerCase> = {
  cases: scannerCases,
  async judge({ body, cuts, files, limits, region, isSlow }) {
    let next = 0;
    const lengthOfRegion = () => region - ((7 * next++) % region);
    const makeSink = () => new json.MemorySink(lengthOfRegion, isSlow);
    const actual = await settled(json.outcomeOf(json.cutAt(body, cuts), { files, limits }, makeSink));
    const guess = actual.error?.code === 'JSON_INVALID' ? actual.error.position : undefined;
    return { expected: [expectedOutcome(body, files, limits, guess)], actual, code: actual.error?.code ?? 'ok' };
  },
};

const multipart: Subject<FormCase> = {
  cases: formCases,
  async judge({ body, cuts, limits, isShared }) {
    const chunks = isShared ? form.cutAndReused(body, cuts) : form.cutAt(body, cuts);
    const actual = await settled(form.outcomeOf(chunks, form.BOUNDARY, limits));
    return { expected: expectedForms(body, form.BOUNDARY, limits), actual, code: actual.error ?? 'ok' };
  },
};

const agrees = ({ expected, actual }: Verdict) => expected.some((one) => isDeepStrictEqual(actual, one));

/** @throws Error with the seed and the smallest body that shows it, when reader and reference disagree */
async function compare<T extends Cut>(subject: Subject<T>, seed: number, cases: number): Promise<Figures> {
  const figures: Figures = { cases: 0, bytes: 0, outcomes: {} };
  for (const one of subject.cases(seed)) {
    if (figures.cases === cases) break;
    const verdict = await subject.judge(one);
    if (!agrees(verdict)) throw new Error(await report(subject, seed, figures.cases, one));
    figures.cases++;
    figures.bytes += one.body.length;
    figures.outcomes[verdict.code] = (figures.outcomes[verdict.code] ?? 0) + 1;
  }
  return figures;
}

async function report<T extends Cut>(subject: Subject<T>, seed: number, ordinal: number, one: T): Promise<string> {
  const small = await shrunk(one, async (candidate) => !agrees(await subject.judge(candidate)));
  const { body, ...rest } = small;
  return [
    `seed ${seed}, case ${ordinal}: the reader and the reference disagree about`,
    `  ${JSON.stringify(body.toString('latin1'))} (latin1, ${body.length} bytes), ${JSON.stringify(rest)}:`,
    `  ${JSON.stringify(await subject.judge(small))}`,
  ].join('\n');
}

export const READERS = {
  json: (seed: number, cases: number) => compare(scanner, seed, cases),
  multipart: (seed: number, cases: number) => compare(multipart, seed, cases),
};
