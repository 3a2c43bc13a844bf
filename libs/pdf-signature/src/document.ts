import { Inflater } from './filters';
import { LARGEST_STREAM, LIMITS, type Limits } from './limits';
import { integerOf, isDict, isName, PdfRef, PdfStream, type PdfDict, type PdfValue } from './objects';
import { readIndirect } from './object-reader';
import { Parser } from './parser';
import { damaged, tooComplex } from './pdf-refused';
import { BufferedSource, type PdfSource } from './pdf-source';
import { Place } from './xref';
import { readStructure, type Structure } from './xref-reader';

interface ObjectStream {
  data: Buffer;
  /** By index: the object's number and where it begins. */
  entries: { number: number; start: number }[];
}

/** Bytes of inflated object streams that are kept, but always the last one. */
const KEPT = LARGEST_STREAM;
const ENTRIES = 250_000;
const LONGEST_CHAIN = 32;

/** A PDF file opened for looking at; nothing of it is kept but what was asked for last. */
export class PdfDocument {
  private readonly streams = new Map<number, ObjectStream>();
  private kept = 0;

  private constructor(
    readonly source: BufferedSource,
    readonly limits: Limits,
    private readonly inflater: Inflater,
    readonly structure: Structure,
    readonly catalogRef: PdfRef,
    readonly catalog: PdfDict,
  ) {}

  static async open(file: PdfSource, limits: Partial<Limits> = {}): Promise<PdfDocument> {
    const all = { ...LIMITS, ...limits };
    const source = new BufferedSource(file);
    const inflater = new Inflater(all);
    const structure = await readStructure(source, all, inflater);
    const root = structure.trailer.get('Root');
    if (!(root instanceof PdfRef)) throw damaged('no Root');
    const opened = new PdfDocument(source, all, inflater, structure, root, new Map());
    const catalog = await opened.dictionary(root, 'the catalog');
    await opened.expectType(catalog, 'Catalog', 'the catalog');
    return new PdfDocument(source, all, inflater, structure, root, catalog);
  }

  /** The number of the next new object. */
  get nextNumber(): number {
    const next = Math.max(this.structure.xref.size, integerOf(this.structure.trailer.get('Size')) ?? 0, 1);
    if (next >= this.limits.objects) throw tooComplex('object numbers');
    return next;
  }

  /** The value after following references. A missing object is null (ISO 32000-1, 7.3.10). */
  async resolve(value: PdfValue | undefined): Promise<PdfValue | PdfStream> {
    let current: PdfValue | PdfStream = value ?? null;
    for (let steps = 0; current instanceof PdfRef; steps += 1) {
      if (steps > LONGEST_CHAIN) throw damaged('references in a circle');
      current = await this.load(current);
    }
    return current;
  }

  async dictionary(value: PdfValue | undefined, what: string): Promise<PdfDict> {
    const found = await this.resolve(value);
    if (!isDict(found)) throw damaged(`${what} is no dictionary`);
    return found;
  }

  async dictionaryOr(value: PdfValue | undefined): Promise<PdfDict | undefined> {
    const found = await this.resolve(value);
    return isDict(found) ? found : undefined;
  }

  async list(value: PdfValue | undefined): Promise<PdfValue[]> {
    const found = await this.resolve(value);
    return Array.isArray(found) ? found : [];
  }

  /** Of what is extended: what is of another kind would be replaced. */
  async dictionaryIfAny(value: PdfValue | undefined, what: string): Promise<PdfDict | undefined> {
    const found = await this.resolve(value);
    if (found === null) return undefined;
    if (!isDict(found)) throw damaged(`${what} is no dictionary`);
    return found;
  }

  async listIfAny(value: PdfValue | undefined, what: string): Promise<PdfValue[] | undefined> {
    const found = await this.resolve(value);
    if (found === null) return undefined;
    if (!Array.isArray(found)) throw damaged(`${what} is no array`);
    return found;
  }

  /** Many writers leave the type out; one of another kind is not ours to extend. */
  async expectType(found: PdfDict, type: string, what: string): Promise<void> {
    const said = await this.resolve(found.get('Type'));
    if (said !== null && !isName(said, type)) throw damaged(`${what} is of another type`);
  }

  private async load(ref: PdfRef): Promise<PdfValue | PdfStream> {
    const { place, position, detail } = this.structure.xref.find(ref.number);
    if (place === Place.InStream) return ref.generation === 0 ? this.fromStream(ref.number, position, detail) : null;
    if (place !== Place.InFile || detail !== ref.generation) return null;
    const found = await readIndirect(this.source, position, this.limits);
    if (found.number !== ref.number || found.generation !== ref.generation) throw damaged('another object where one should be');
    return found.value;
  }

  private async fromStream(number: number, streamNumber: number, index: number): Promise<PdfValue> {
    const stream = this.streams.get(streamNumber) ?? (await this.objectStream(streamNumber));
    this.keep(streamNumber, stream);
    const entry = stream.entries[index];
    if (entry?.number !== number) throw damaged('an object stream without the object');
    return new Parser(stream.data, entry.start, true, this.limits.depth).value();
  }

  /** Read again last, thrown out last. */
  private keep(number: number, stream: ObjectStream): void {
    if (!this.streams.delete(number)) this.kept += stream.data.length;
    this.streams.set(number, stream);
    for (const [oldest, { data }] of this.streams) {
      if (this.kept <= KEPT || oldest === number) break;
      this.streams.delete(oldest);
      this.kept -= data.length;
    }
  }

  private async objectStream(number: number): Promise<ObjectStream> {
    const { place, position } = this.structure.xref.find(number);
    if (place !== Place.InFile) throw damaged('an object stream inside another');
    const found = await readIndirect(this.source, position, this.limits);
    if (!(found.value instanceof PdfStream) || !isName(found.value.dict.get('Type'), 'ObjStm'))
      throw damaged('no object stream where one should be');
    const { dict, offset } = found.value;
    const length = await this.streamInteger(dict.get('Length'), LARGEST_STREAM);
    if (offset + length > this.source.size) throw damaged('an object stream that ends early');
    const data = await this.inflater.decode(await this.source.at(offset, length), dict);
    const first = await this.streamInteger(dict.get('First'), data.length);
    const count = await this.streamInteger(dict.get('N'), ENTRIES);
    const head = new Parser(data.subarray(0, first), 0, true, 0);
    const entries = [];
    for (let index = 0; index < count; index += 1) entries.push({ number: head.integer(), start: first + head.integer() });
    return { data, entries };
  }

  /** Not by `resolve`: the length of an object stream that is told inside that very stream would never end. */
  private async streamInteger(value: PdfValue | undefined, most: number): Promise<number> {
    let found: PdfValue | PdfStream | undefined = value;
    if (value instanceof PdfRef) {
      if (this.structure.xref.find(value.number).place !== Place.InFile) throw damaged('a length out of reach');
      found = await this.load(value);
    }
    const number = found instanceof PdfStream ? undefined : integerOf(found);
    if (number === undefined || number < 0) throw damaged('a stream without a length');
    if (number > most) throw tooComplex('bytes of a stream');
    return number;
  }
}
