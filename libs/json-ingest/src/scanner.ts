import type { ByteSink } from './byte-sink';
import { FileMember } from './file-member';
import { compilePaths } from './file-paths';
import { IngestError, type MemberPath } from './ingest-error';
import type { IngestLimits, IngestOptions } from './ingest-options';
import { QUOTE } from './json-bytes';
import { LiftedFile } from './lifted-file';
import { SkippedText } from './skipped-text';
import { Structure } from './structure';

/** Reads a body piece by piece, synchronously; only sinks can make it wait. */
export class Scanner {
  /** Set when something has to settle before the next `read` or `finish`. */
  #waiting: Promise<void> | undefined;

  #faults = 0;
  readonly #files: LiftedFile[] = [];
  readonly #structure: Structure;
  /** Path of the file whose text is being read. */
  #path: MemberPath | undefined;
  #member: FileMember | SkippedText | undefined;

  constructor(
    private readonly options: IngestOptions,
    private readonly limits: Required<IngestLimits>,
  ) {
    this.#structure = new Structure(compilePaths(options.files), limits, options);
  }

  /** Bytes kept so far. */
  get skeletonBytes(): number {
    return this.#structure.skeleton.length;
  }

  /** Values read so far. */
  get values(): number {
    return this.#structure.values;
  }

  /**
   * Reads from `piece[from]` to its end, or until it has to wait.
   * @param base body offset of `piece[0]`
   * @returns index of the first byte not read
   * @throws IngestError
   */
  read(piece: Buffer, from: number, base: number): number {
    let i = from;
    while (i < piece.length && !this.#waiting) {
      if (this.#member) i = this.#readFile(this.#member, piece, i, base);
      else if (this.#path) this.#openFile(this.#path, piece[i] === QUOTE, base + i);
      else i = this.#readStructure(piece, i, base);
    }
    return i;
  }

  /** What to await before going on, if anything. Hands it over: the next call returns undefined. */
  takeWaiting(): Promise<void> | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  /** @throws IngestError when the JSON is not complete at the end of a body of that length */
  finish(length: number): { json: unknown; files: LiftedFile[] } {
    if (this.#path) throw new IngestError('JSON_TRUNCATED', length, this.#path);
    const json = this.#structure.finish(length);
    for (const file of this.#files) putInto(json, file.path, file);
    for (const { path, number } of this.#structure.delicate) putInto(json, path, number);
    return { json, files: this.#files };
  }

  #readStructure(piece: Buffer, from: number, base: number): number {
    const i = this.#structure.read(piece, from, base);
    if (this.#structure.atFile) {
      this.#path = Object.freeze(this.#structure.nesting.path());
      if (this.#files.length === this.limits.files) throw new IngestError('TOO_MANY_FILES', base + i - 1, this.#path);
    }
    return i;
  }

  #openFile(path: MemberPath, isEmpty: boolean, at: number): void {
    if (isEmpty) return this.#refuse(new IngestError('BASE64_EMPTY', at, path), new SkippedText(path));
    const begin = (sink: ByteSink): void => {
      this.#member = new FileMember(sink, this.limits.fileBytes, path);
    };
    const sink = this.options.openFile({ ordinal: this.#files.length, path });
    if ('then' in sink) this.#waiting = sink.then(begin);
    else begin(sink);
  }

  #readFile(member: FileMember | SkippedText, piece: Buffer, from: number, base: number): number {
    const i = member instanceof SkippedText ? member.read(piece, from, base) : this.#readMember(member, piece, from, base);
    this.#structure.skeleton.lift(i - from);
    if (member === this.#member && member.closed) {
      const [size, refused] = member instanceof SkippedText ? [0, true] : [member.size, false];
      this.#files.push(LiftedFile.of(this.#files.length, member.path, size, refused));
      this.#member = undefined;
      this.#path = undefined;
      this.#structure.atFile = false;
    }
    return i;
  }

  #readMember(member: FileMember, piece: Buffer, from: number, base: number): number {
    const { escape } = member;
    try {
      const i = member.read(piece, from, base);
      this.#waiting = member.takeWaiting();
      return i;
    } catch (error) {
      if (!(error instanceof IngestError) || !REFUSED_ALONE.has(error.code)) throw error;
      this.#refuse(error, new SkippedText(member.path, escape));
      this.#waiting = member.abort() ?? undefined;
      // Once more from the same byte, now as a text of which nothing is wanted but its end.
      return from;
    }
  }

  #refuse(fault: IngestError, rest: SkippedText): void {
    if (!this.options.onFault) throw fault;
    if (this.#faults++ < this.limits.faults) this.options.onFault(fault);
    this.#member = rest;
  }
}

/** What is wrong with a file and leaves the rest of the body readable. */
const REFUSED_ALONE: ReadonlySet<string> = new Set(['BASE64_INVALID', 'BASE64_EMPTY']);

/**
 * Puts a file, or a number, where its text was. Where names come twice (`onFault`), a later member may have taken the place: then it
 * stands nowhere. No step leads anywhere but to own members and elements: an array's `length` or methods are none of them.
 */
function putInto(json: unknown, path: MemberPath, value: unknown): void {
  const holder = path.slice(0, -1).reduce<unknown>((node, step) => (holds(node, step) ? node[step] : undefined), json);
  const last = path.at(-1)!;
  if (holds(holder, last)) holder[last] = value;
}

function holds(node: unknown, step: string | number): node is Record<string | number, unknown> {
  if (typeof node !== 'object' || node === null || node instanceof LiftedFile) return false;
  return Array.isArray(node) === (typeof step === 'number') && Object.hasOwn(node, step);
}
