import type { Chance } from '../e2e/support/chance';

const every = (length: number, step: number) => Array.from({ length: Math.floor(length / step) }, (_, i) => (i + 1) * step);

/** Where the network cuts a body of that length: nowhere, everywhere, at equal distances up to 64 KiB, or anywhere. */
export function randomCuts(chance: Chance, length: number): number[] {
  const kind = chance.whole(5);
  if (kind === 0) return [];
  if (kind === 1 && length <= 2000) return every(length, 1);
  if (kind === 2) return every(length, Math.max(1 + chance.whole(70), Math.ceil(length / 200)));
  if (kind === 3) return every(length, 2 ** chance.whole(17)).slice(0, 500);
  return Array.from({ length: 1 + chance.whole(8) }, () => chance.whole(length + 1)).sort((a, b) => a - b);
}
