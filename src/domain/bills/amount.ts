const PLACES = 4;
const ONE = 10n ** BigInt(PLACES);
const WRITTEN = /^(\d{1,11})(?:\.(\d{1,4}))?$/;

/** Fifteen digits: what a JSON number, which is a double in most programs, carries without loss. */
const LIMIT = 10n ** 15n;

/** An implausible sum: some quantity or price must be wrong. */
export class AmountTooLarge extends Error {
  constructor() {
    super('an amount has more than eleven digits before the point');
    this.name = 'AmountTooLarge';
  }
}

/** A number with four decimal places, exact: money, quantities, per cent. Never negative. */
export class Amount {
  static readonly ZERO = new Amount(0n);

  private constructor(
    /** Whole ten-thousandths. */
    readonly units: bigint,
  ) {
    if (units < 0n) throw new Error('an amount below zero');
    if (units >= LIMIT) throw new AmountTooLarge();
  }

  static ofUnits(units: bigint | number): Amount {
    return new Amount(BigInt(units));
  }

  static whole(value: bigint | number): Amount {
    return new Amount(BigInt(value) * ONE);
  }

  /** `150`, `0.5`, `1234.5678`; null for anything else. */
  static parse(text: string): Amount | null {
    const match = WRITTEN.exec(text);
    return match ? new Amount(BigInt(match[1] as string) * ONE + BigInt((match[2] ?? '').padEnd(PLACES, '0'))) : null;
  }

  get isZero(): boolean {
    return this.units === 0n;
  }

  plus(other: Amount): Amount {
    return new Amount(this.units + other.units);
  }

  /** Nothing, where the other is larger. */
  minus(other: Amount): Amount {
    return other.exceeds(this) ? Amount.ZERO : new Amount(this.units - other.units);
  }

  exceeds(other: Amount): boolean {
    return this.units > other.units;
  }

  /** How many of the other it takes to hold this one. */
  packagesOf(size: Amount): bigint {
    return (this.units + size.units - 1n) / size.units;
  }

  times(count: bigint): Amount {
    return new Amount(this.units * count);
  }

  /** Less so many per cent; half a ten-thousandth is rounded up. */
  lessPercent(percent: Amount): Amount {
    const whole = 100n * ONE;
    return new Amount((2n * this.units * (whole - percent.units) + whole) / (2n * whole));
  }

  /** In the shortest form: `172`, `0.5`. */
  toString(): string {
    const fraction = (this.units % ONE).toString().padStart(PLACES, '0').replace(/0+$/, '');
    return fraction === '' ? String(this.units / ONE) : `${this.units / ONE}.${fraction}`;
  }

  /** For JSON: with at most fifteen digits a double is written as the same decimal number. */
  toNumber(): number {
    return Number(this.toString());
  }
}

export const least = (a: Amount, b: Amount): Amount => (a.exceeds(b) ? b : a);
