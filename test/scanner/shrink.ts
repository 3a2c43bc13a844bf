/** A body and where it is cut, whatever else belongs to the case. */
export interface Cut {
  body: Buffer;
  cuts: readonly number[];
}

/** The case without `body[from, to)`; cuts keep their places in what is left. */
function without<T extends Cut>(one: T, from: number, to: number): T {
  const cuts = one.cuts.map((cut) => (cut <= from ? cut : Math.max(from, cut - (to - from))));
  return { ...one, body: Buffer.concat([one.body.subarray(0, from), one.body.subarray(to)]), cuts };
}

/** Up to this length, every range and every two bytes are tried. */
const SHORT = 200;

/** Ever shorter ranges of the body, and then two bytes at once, such as a pair of brackets. */
function* smaller<T extends Cut>(one: T): Generator<T> {
  const { length } = one.body;
  for (let size = length; size >= 1; size = length > SHORT ? Math.floor(size / 2) : size - 1) {
    for (let from = 0; from + size <= length; from += length > SHORT ? size : 1) yield without(one, from, from + size);
  }
  if (length > SHORT) return;
  for (let first = 0; first < length; first++) {
    for (let second = first + 2; second < length; second++) yield without(without(one, second, second + 1), first, first + 1);
  }
}

/** The smallest case found that still fails: fewer cuts, then fewer bytes. */
export async function shrunk<T extends Cut>(one: T, fails: (candidate: T) => Promise<boolean>): Promise<T> {
  const firstFailing = async (candidates: Iterable<T>): Promise<T | undefined> => {
    for (const candidate of candidates) if (await fails(candidate)) return candidate;
    return undefined;
  };
  const whole = { ...one, cuts: [] };
  let best = (await fails(whole)) ? whole : one;
  for (let next: T | undefined = best; next; next = await firstFailing(smaller(best))) best = next;
  const fewerCuts = ({ cuts }: T) => cuts.map((_, gone) => ({ ...best, cuts: cuts.filter((__, i) => i !== gone) }));
  for (let next: T | undefined = best; next; next = await firstFailing(fewerCuts(best))) best = next;
  return best;
}
