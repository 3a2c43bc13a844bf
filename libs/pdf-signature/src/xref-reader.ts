import type { Inflater } from './filters';
import { LARGEST_STREAM, type Limits } from './limits';
import { integerOf, isName, PdfStream, type PdfDict } from './objects';
import { parseAt, readIndirect } from './object-reader';
import { damaged, PdfRefused, tooComplex } from './pdf-refused';
import type { BufferedSource } from './pdf-source';
import { Place, XrefTable } from './xref';

export interface Structure {
  xref: XrefTable;
  /** Of the newest section. */
  trailer: PdfDict;
  /** Where the newest section is, counted as the file counts. */
  start: number;
  /** What the newest section is: an update continues in kind. */
  kind: 'table' | 'stream';
  /** What is in front of the file's own first byte; its offsets do not count it. */
  base: number;
}

const HEADER_WITHIN = 1024;
const TAIL = 2048;
const ENTRIES_PER_READ = 3000;
/** 20 bytes by the book; a byte more or less happens and does no harm. */
const ENTRY = /[\0\t\n\f\r ]{0,3}(\d{10}) (\d{5}) ([fn])/y;

/** Reads every cross-reference section, from the last one back. */
export async function readStructure(source: BufferedSource, limits: Limits, inflater: Inflater): Promise<Structure> {
  const header = (await source.at(0, HEADER_WITHIN + 5)).indexOf('%PDF-');
  if (header < 0) throw new PdfRefused('NOT_A_PDF', 'no header');
  const tail = await source.at(Math.max(0, source.size - TAIL), TAIL);
  const match = /startxref[\0\t\n\f\r ]+(\d{1,15})[\0\t\n\f\r ]/.exec(tail.toString('latin1', Math.max(0, tail.lastIndexOf('startxref'))));
  if (!match) throw damaged('no startxref at the end');
  const start = Number(match[1]);
  // What stands in front of the header is counted by some writers and not by others: the section itself tells.
  const bases = header === 0 ? [0] : [header, 0];
  for (const base of bases) {
    if (await isSection(source, base + start)) return new XrefReader(source, limits, inflater, base).readAll(start);
  }
  throw damaged('startxref does not lead to a cross-reference section');
}

async function isSection(source: BufferedSource, offset: number): Promise<boolean> {
  return /^[\0\t\n\f\r ]*(xref[\0\t\n\f\r ]|\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj)/.test((await source.at(offset, 64)).toString('latin1'));
}

interface Section {
  trailer: PdfDict;
  kind: 'table' | 'stream';
}

class XrefReader {
  private readonly xref: XrefTable;

  constructor(
    private readonly source: BufferedSource,
    private readonly limits: Limits,
    private readonly inflater: Inflater,
    private readonly base: number,
  ) {
    this.xref = new XrefTable(limits.objects);
  }

  async readAll(start: number): Promise<Structure> {
    const seen = new Set<number>();
    let newest: Section | undefined;
    for (let at: number | undefined = start; at !== undefined;) {
      if (seen.has(at)) throw damaged('cross-reference sections in a circle');
      if (seen.size >= this.limits.sections) throw tooComplex('cross-reference sections');
      seen.add(at);
      const section: Section = await this.section(at);
      newest ??= section;
      if (section.trailer.get('Encrypt') !== undefined && section.trailer.get('Encrypt') !== null)
        throw new PdfRefused('ENCRYPTED', 'Encrypt');
      at = this.offsetIn(section.trailer, 'Prev');
    }
    return { xref: this.xref, trailer: newest!.trailer, start, kind: newest!.kind, base: this.base };
  }

  private offsetIn(trailer: PdfDict, key: string): number | undefined {
    const value = trailer.get(key);
    // Nothing but the header is at 0: some writers say so where there is nothing before.
    if (value === undefined || value === 0) return undefined;
    const offset = integerOf(value);
    if (offset === undefined || offset < 0 || offset + this.base >= this.source.size) throw damaged(`${key} leads nowhere`);
    return offset;
  }

  private async section(at: number): Promise<Section> {
    const word = await parseAt(this.source, this.base + at, this.limits, (parser) => parser.word());
    return word === 'xref' ? this.table(at) : { trailer: await this.stream(at), kind: 'stream' };
  }

  private async table(at: number): Promise<Section> {
    const free: number[] = [];
    let offset = await parseAt(this.source, this.base + at, this.limits, (parser) => {
      parser.expect('xref');
      return this.base + at + parser.position;
    });
    for (;;) {
      const from = offset;
      const head = await parseAt(this.source, from, this.limits, (parser) => {
        const word = parser.word();
        if (word === 'trailer') return { trailer: parser.dictionary() };
        if (!/^\d{1,10}$/.test(word)) throw damaged('a cross-reference table without a trailer');
        return { first: Number(word), count: parser.integer(), next: from + parser.position };
      });
      if (head.trailer) return this.closeTable(head.trailer, free);
      offset = await this.entries(head.first, head.count, head.next, free);
    }
  }

  /** Entries hidden from old readers are free in the table and in use in the stream that it names (ISO 32000-1, 7.5.8.4). */
  private async closeTable(trailer: PdfDict, free: number[]): Promise<Section> {
    const hybrid = this.offsetIn(trailer, 'XRefStm');
    if (hybrid !== undefined) await this.stream(hybrid);
    for (const number of free) this.xref.add(number, Place.Free, 0, 0);
    return { trailer, kind: 'table' };
  }

  private async entries(first: number, count: number, start: number, free: number[]): Promise<number> {
    if (count < 0 || first + count > this.limits.objects) throw tooComplex('object numbers');
    let number = first;
    let offset = start;
    for (let left = count; left > 0;) {
      const wanted = Math.min(left, ENTRIES_PER_READ);
      const text = (await this.source.at(offset, wanted * 21 + 3)).toString('latin1');
      ENTRY.lastIndex = 0;
      for (let done = 0; done < wanted; done += 1) {
        const end = ENTRY.lastIndex;
        const match = ENTRY.exec(text);
        if (!match) throw damaged(end === 0 ? 'a cross-reference entry' : 'cross-reference entries end early');
        // A common error: a table that declares to begin at 1 but begins with entry 0.
        if (number === 1 && left === count && done === 0 && match[3] === 'f' && match[2] === '65535') number = 0;
        const position = Number(match[1]);
        if (match[3] === 'f' || position === 0) free.push(number);
        else this.xref.add(number, Place.InFile, position + this.base, Number(match[2]));
        number += 1;
      }
      offset += ENTRY.lastIndex;
      left -= wanted;
    }
    return offset;
  }

  private async stream(at: number): Promise<PdfDict> {
    const { value } = await readIndirect(this.source, this.base + at, this.limits);
    if (!(value instanceof PdfStream) || !isName(value.dict.get('Type'), 'XRef'))
      throw damaged('no cross-reference stream where one should be');
    const dict = value.dict;
    const length = integerOf(dict.get('Length'));
    if (length === undefined || length < 0 || value.offset + length > this.source.size)
      throw damaged('a cross-reference stream without a length');
    if (length > LARGEST_STREAM) throw tooComplex('bytes of a cross-reference stream');
    const data = await this.inflater.decode(await this.source.at(value.offset, length), dict);
    const widths = dict.get('W');
    const [w0, w1, w2] = (Array.isArray(widths) ? widths : []).map((width) => integerOf(width) ?? -1);
    if (![w0, w1, w2].every((width) => width !== undefined && width >= 0 && width <= 8))
      throw damaged('a cross-reference stream without widths');
    const size = integerOf(dict.get('Size'));
    const index = dict.get('Index') ?? [0, size ?? -1];
    if (!Array.isArray(index) || index.length % 2 !== 0) throw damaged('a cross-reference stream without an index');
    let row = 0;
    for (let part = 0; part < index.length; part += 2) {
      const [first, count] = [integerOf(index[part]), integerOf(index[part + 1])];
      if (first === undefined || count === undefined || first < 0 || count < 0) throw damaged('a cross-reference stream without an index');
      if (first + count > this.limits.objects) throw tooComplex('object numbers');
      for (let number = first; number < first + count; number += 1) {
        this.row(data, row, [w0!, w1!, w2!], number);
        row += w0! + w1! + w2!;
      }
    }
    return dict;
  }

  private row(data: Buffer, at: number, [w0, w1, w2]: [number, number, number], number: number): void {
    if (at + w0 + w1 + w2 > data.length) throw damaged('a cross-reference stream that ends early');
    const field = (from: number, width: number) => {
      let value = 0;
      for (let index = 0; index < width; index += 1) value = value * 256 + data[from + index]!;
      return value;
    };
    const type = w0 === 0 ? 1 : field(at, w0);
    const second = field(at + w0, w1);
    const third = field(at + w0 + w1, w2);
    if (type === 1) this.xref.add(number, second === 0 ? Place.Free : Place.InFile, second + this.base, third);
    else if (type === 2) this.xref.add(number, Place.InStream, second, third);
    else this.xref.add(number, Place.Free, 0, 0);
  }
}
