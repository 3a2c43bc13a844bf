import { randomBytes } from 'node:crypto';
import type { PdfDocument } from './document';
import { damaged, tooComplex } from './pdf-refused';
import { dict, name, PdfRaw, PdfRef, PdfString, serialise, type PdfDict, type PdfValue } from './objects';

interface Written {
  number: number;
  generation: number;
  /** In the appendix. */
  offset: number;
}

/** An incremental update (ISO 32000-1, 7.5.6): what is put behind the file. */
export class Appendix {
  private readonly parts: Buffer[] = [];
  private readonly written: Written[] = [];
  private length = 0;
  private next: number;

  constructor(private readonly document: PdfDocument) {
    this.next = document.nextNumber;
    this.push(Buffer.from('\n', 'latin1'));
  }

  /** A number for an object that is written later. */
  reserve(): PdfRef {
    this.next += 1;
    return new PdfRef(this.next - 1, 0);
  }

  add(value: PdfValue): PdfRef {
    const ref = this.reserve();
    this.put(ref, value);
    return ref;
  }

  /** Writes the object, new or in place of the one that has been there; says where its text starts in the appendix. */
  put(ref: PdfRef, value: PdfValue): number {
    const head = `${ref.number} ${ref.generation} obj\n`;
    const start = this.begin(ref);
    this.push(Buffer.from(`${head}${serialise(value)}\nendobj\n`, 'latin1'));
    return start + head.length;
  }

  addStream(entries: PdfDict, data: Buffer): PdfRef {
    const ref = this.reserve();
    this.putStream(ref, entries, data);
    return ref;
  }

  private putStream(ref: PdfRef, entries: PdfDict, data: Buffer): void {
    this.begin(ref);
    const head = serialise(new Map([...entries, ['Length', data.length]]));
    this.push(Buffer.from(`${ref.number} ${ref.generation} obj\n${head}\nstream\n`, 'latin1'));
    this.push(data);
    this.push(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  private begin(ref: PdfRef): number {
    // No file that is right has one object in two of the places that are written anew.
    if (this.written.some(({ number }) => number === ref.number)) throw damaged('one object in two places');
    this.written.push({ number: ref.number, generation: ref.generation, offset: this.length });
    return this.length;
  }

  private push(bytes: Buffer): void {
    this.parts.push(bytes);
    this.length += bytes.length;
  }

  /** The whole update, with a cross-reference section of the same kind as the file's last one. */
  finish(info: PdfRef): Buffer {
    const { structure } = this.document;
    const trailer = new Map(dict({ Root: this.document.catalogRef, Info: info, ID: this.fileId(), Prev: structure.start }));
    if (structure.kind === 'table') this.table(trailer);
    else this.stream(trailer);
    return Buffer.concat(this.parts);
  }

  private fileId(): PdfValue {
    const id = this.document.structure.trailer.get('ID');
    const first = Array.isArray(id) && id[0] instanceof PdfString ? id[0] : new PdfString(randomBytes(16));
    return [first, new PdfString(randomBytes(16))];
  }

  /** Offsets are counted as the file counts its own. */
  private position(offset: number): number {
    return this.document.source.size + offset - this.document.structure.base;
  }

  private sections(): Written[][] {
    const sections: Written[][] = [];
    for (const entry of [...this.written].sort((a, b) => a.number - b.number)) {
      const last = sections.at(-1);
      if (last && last.at(-1)!.number === entry.number - 1) last.push(entry);
      else sections.push([entry]);
    }
    return sections;
  }

  private table(trailer: PdfDict): void {
    // Ten digits are all that an entry has.
    if (this.position(this.length) > 9_999_999_999) throw tooComplex('a table over 10 GB');
    const start = this.position(this.length);
    const digits = (value: number, width: number) => String(value).padStart(width, '0');
    const lines = this.sections().map((section) => {
      const entries = section.map(({ offset, generation }) => `${digits(this.position(offset), 10)} ${digits(generation, 5)} n \n`);
      return `${section[0]!.number} ${section.length}\n${entries.join('')}`;
    });
    trailer.set('Size', this.next);
    this.push(Buffer.from(`xref\n${lines.join('')}trailer\n${serialise(trailer)}\nstartxref\n${start}\n%%EOF\n`, 'latin1'));
  }

  private stream(trailer: PdfDict): void {
    const ref = this.reserve();
    const start = this.position(this.length);
    // Its own entry is part of it.
    this.written.push({ number: ref.number, generation: 0, offset: this.length });
    const sections = this.sections();
    this.written.pop();
    const rows = sections.flat().map(({ offset, generation }) => {
      const row = Buffer.alloc(9);
      row.writeUInt8(1, 0);
      row.writeUIntBE(this.position(offset), 1, 6);
      row.writeUInt16BE(generation, 7);
      return row;
    });
    const index = sections.flatMap((section) => [section[0]!.number, section.length]);
    const entries = dict({ Type: name('XRef'), Size: this.next, W: [1, 6, 2], Index: index });
    this.putStream(ref, new Map([...entries, ...trailer]), Buffer.concat(rows));
    this.push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
  }
}

const RANGE_WIDTH = 15;

/** The entries that are filled in last. First in their dictionary, so that nothing a caller gave can look like them. */
export const placeholders = (contentsBytes: number): PdfDict =>
  dict({
    ByteRange: new PdfRaw(`[0 ${Array(3).fill('0'.padStart(RANGE_WIDTH, '0')).join(' ')}]`),
    Contents: new PdfRaw(`<${'0'.repeat(contentsBytes * 2)}>`),
  });

export interface Gap {
  /** Of the placeholder with its brackets, in the appendix. */
  start: number;
  end: number;
}

/** Finds the placeholder in the signature dictionary at `at` and writes the byte range, which goes around it. */
export function fillByteRange(appendix: Buffer, at: number, fileSize: number): Gap {
  const start = appendix.indexOf('/Contents <', at) + '/Contents '.length;
  const end = appendix.indexOf('>', start) + 1;
  const range = [fileSize + start, fileSize + end, appendix.length - end].map((value) => String(value).padEnd(RANGE_WIDTH, ' '));
  const rangeAt = appendix.indexOf('/ByteRange [0 ', at) + '/ByteRange [0 '.length;
  appendix.write(range.join(' '), rangeAt, 'latin1');
  return { start, end };
}
