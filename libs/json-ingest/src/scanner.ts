import type { ByteSink } from './byte-sink';
import { FileMember } from './file-member';
import { compilePaths } from './file-paths';
import { IngestError, type MemberPath } from './ingest-error';
import type { IngestLimits, IngestOptions } from './ingest-options';
import { QUOTE } from './json-bytes';
import { LiftedFile } from './lifted-file';
import { Structure } from './structure';

/** Reads a body piece by piece, synchronously; only sinks can make it wait. */
export class Scanner {
  /** Set when something has to settle before the next `read` or `finish`. */
  #waiting: Promise<void> | undefined;

  readonly #files: LiftedFile[] = [];
  readonly #structure: Structure;
  /** Path of the file whose text is being read. */
  #path: MemberPath | undefined;
  #member: FileMember | undefined;

  constructor(
    private readonly options: IngestOptions,
    private readonly limits: Required<IngestLimits>,
  ) {
    this.#structure = new Structure(compilePaths(options.files), limits);
  }

  /** Bytes kept so far. */
  get skeletonBytes(): number {
    return this.#structure.skeleton.length;
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
    for (const file of this.#files) putInto(json, file);
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
    if (isEmpty) throw new IngestError('BASE64_EMPTY', at, path);
    const begin = (sink: ByteSink): void => {
      this.#member = new FileMember(sink, this.limits.fileBytes, path);
    };
    const sink = this.options.openFile({ ordinal: this.#files.length, path });
    if ('then' in sink) this.#waiting = sink.then(begin);
    else begin(sink);
  }

  #readFile(member: FileMember, piece: Buffer, from: number, base: number): number {
    const i = member.read(piece, from, base);
    this.#waiting = member.takeWaiting();
    this.#structure.skeleton.lift(i - from);
    if (member.closed) {
      this.#files.push(LiftedFile.of(this.#files.length, member.path, member.size));
      this.#member = undefined;
      this.#path = undefined;
      this.#structure.atFile = false;
    }
    return i;
  }
}

/** Puts the file where its text was. Every step is an own property or element: names are unique and none reaches a prototype. */
function putInto(json: unknown, file: LiftedFile): void {
  const holder = file.path.slice(0, -1).reduce((node, step) => (node as Record<string | number, unknown>)[step], json);
  (holder as Record<string | number, unknown>)[file.path.at(-1)!] = file;
}
