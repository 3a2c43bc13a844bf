import type { IngestLimits } from '#libs/json-ingest';
import { Chance } from '../e2e/support/chance';
import { randomBody } from './json-bodies';
import { randomCuts } from './random-cuts';

/** One body, how the network cuts it, and under which limits it is read. */
export interface ScannerCase {
  body: Buffer;
  /** Ends of chunks, in order. */
  cuts: readonly number[];
  files: readonly string[];
  limits: IngestLimits;
  /** Longest region of a sink. */
  region: number;
  isSlow: boolean;
}

function randomLimits(chance: Chance, length: number): IngestLimits {
  if (!chance.is(0.15)) return {};
  const some = (most: number) => (chance.is(0.4) ? { value: chance.whole(most) } : undefined);
  const [depth, values, skeleton, files, file, body] = [some(6), some(30), some(length + 2), some(3), some(40), some(length + 2)];
  return {
    ...(depth && { depth: depth.value }),
    ...(values && { values: values.value }),
    ...(skeleton && { skeletonBytes: skeleton.value }),
    ...(files && { files: files.value }),
    ...(file && { fileBytes: file.value }),
    ...(body && { bodyBytes: body.value }),
  };
}

function withBody(chance: Chance, body: Buffer, files: readonly string[]): ScannerCase {
  return {
    body,
    files,
    cuts: randomCuts(chance, body.length),
    limits: randomLimits(chance, body.length),
    region: chance.of([1, 2, 5, 64, 400, 70_000]),
    isSlow: chance.is(0.3),
  };
}

/** Endless and the same for the same seed. Some bodies come many times: cut short at every byte. */
export function* scannerCases(seed: number): Generator<ScannerCase> {
  const chance = new Chance(seed);
  for (;;) {
    const { body, files } = randomBody(chance);
    yield withBody(chance, body, files);
    if (chance.is(0.5)) yield withBody(chance, body, files);
    if (body.length > 150 || !chance.is(0.01)) continue;
    for (let length = 0; length < body.length; length++) yield withBody(chance, body.subarray(0, length), files);
  }
}
