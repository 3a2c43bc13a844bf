import { tooComplex } from './pdf-refused';

export enum Place {
  Unknown = 0,
  Free = 1,
  InFile = 2,
  InStream = 3,
}

const FIRST_CAPACITY = 1024;

/** Where each object is. Typed arrays: a million objects take 15 MB. */
export class XrefTable {
  private places = new Uint8Array(FIRST_CAPACITY);
  /** InFile: the offset; InStream: the number of the object stream. */
  private positions = new Float64Array(FIRST_CAPACITY);
  /** InFile: the generation; InStream: the index in the stream. */
  private details = new Uint32Array(FIRST_CAPACITY);
  private length = 0;
  private read = 0;

  constructor(private readonly limit: number) {}

  /** One more than the highest number seen. */
  get size(): number {
    return this.length;
  }

  /** Sections are read from the newest to the oldest: the first word counts. */
  add(number: number, place: Place, position: number, detail: number): void {
    this.read += 1;
    if (number < 0 || number >= this.limit) throw tooComplex('object numbers');
    if (this.read > 4 * this.limit) throw tooComplex('cross-reference entries');
    if (number >= this.places.length) this.grow(number + 1);
    this.length = Math.max(this.length, number + 1);
    if (this.places[number] !== Place.Unknown) return;
    this.places[number] = place;
    this.positions[number] = position;
    this.details[number] = detail;
  }

  find(number: number): { place: Place; position: number; detail: number } {
    if (number < 0 || number >= this.length) return { place: Place.Unknown, position: 0, detail: 0 };
    return { place: this.places[number]!, position: this.positions[number]!, detail: this.details[number]! };
  }

  private grow(needed: number): void {
    const capacity = Math.min(this.limit, Math.max(needed, this.places.length * 2));
    const grown = <T extends { set(old: T): void }>(fresh: T, old: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.places = grown(new Uint8Array(capacity), this.places);
    this.positions = grown(new Float64Array(capacity), this.positions);
    this.details = grown(new Uint32Array(capacity), this.details);
  }
}
