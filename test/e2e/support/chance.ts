/** Random choices, reproducible from a printed seed. */
export class Chance {
  private state: number;

  constructor(readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** From `ACERVO_SEED`, or a new seed. */
  static fromEnvironment(): Chance {
    return new Chance(Number(process.env.ACERVO_SEED ?? Math.floor(Math.random() * 2 ** 31)));
  }

  /** At least 0 and less than 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  whole(below: number): number {
    return Math.floor(this.next() * below);
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('nothing to choose from');
    return choices[this.whole(choices.length)] as T;
  }
}
