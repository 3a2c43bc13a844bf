import { ingestJson, IngestError, LiftedFile, type ByteSink, type IngestOptions } from '../src';

export const FILE_PATHS = ['arquivos[*].arquivo', '[*].arquivo', 'documentos[*].arquivos[*].arquivo'];

/** Numbers in [0, 1), the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A sink that keeps what it gets, as bytes. Its regions are spoilt once they are committed, and it minds being asked while it is to be waited for. */
export class MemorySink implements ByteSink {
  ended = false;
  readonly #parts: Buffer[] = [];
  #region = Buffer.alloc(0);
  #isBusy = false;

  /** @param nextSize length of each region; @param isSlow answers commits and the end with promises */
  constructor(
    private readonly nextSize: () => number = () => 4096,
    private readonly isSlow = false,
  ) {}

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  room(): Buffer {
    this.#expectIdle();
    this.#region = Buffer.alloc(this.nextSize());
    return this.#region;
  }

  commit(length: number): Promise<void> | void {
    this.#expectIdle();
    if (length < 1 || length > this.#region.length) throw new Error(`commit(${length}) of a region of ${this.#region.length}`);
    this.#parts.push(Buffer.from(this.#region.subarray(0, length)));
    this.#region.fill(0xff);
    this.#region = Buffer.alloc(0);
    return this.#work();
  }

  end(): Promise<void> | void {
    this.#expectIdle();
    if (this.ended) throw new Error('ended twice');
    this.ended = true;
    return this.#work();
  }

  #expectIdle(): void {
    if (this.#isBusy) throw new Error('the sink was not waited for');
  }

  #work(): Promise<void> | void {
    this.#isBusy = this.isSlow;
    if (this.isSlow) return Promise.resolve().then(() => void (this.#isBusy = false));
  }
}

/** The bytes in chunks that end at the given offsets. One buffer serves for all chunks, so whoever kept one sees it spoilt. */
export async function* cutAt(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const shared = Buffer.alloc(bytes.length);
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    bytes.copy(shared, 0, from, to);
    yield shared.subarray(0, to - from);
    shared.fill(0x5a);
    from = to;
  }
}

/** Up to `count` offsets within the bytes, in order. */
export function randomCuts(length: number, count: number, random: () => number): number[] {
  return Array.from({ length: Math.floor(random() * (count + 1)) }, () => Math.floor(random() * (length + 1))).sort((a, b) => a - b);
}

export interface Outcome {
  json?: unknown;
  contents?: string[];
  error?: { code: string; position: number; path: string | undefined };
}

/** What came of a body, in a form that can be compared: decoded files as hex, errors of the library by their fields; others are thrown. */
export async function outcomeOf(
  body: AsyncIterable<Uint8Array>,
  options: Partial<IngestOptions> = {},
  makeSink: () => MemorySink = () => new MemorySink(),
): Promise<Outcome> {
  const sinks: MemorySink[] = [];
  const openFile = ({ ordinal }: { ordinal: number }): ByteSink => (sinks[ordinal] = makeSink());
  try {
    const { json, files } = await ingestJson(body, { files: FILE_PATHS, openFile, ...options });
    if (files.some(({ size }, i) => !sinks[i]?.ended || sinks[i].bytes.length !== size))
      throw new Error('a sink was left open or its size is wrong');
    return { json, contents: sinks.map(({ bytes }) => bytes.toString('hex')) };
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    // For an empty text no sink was opened: the last one is that of the file before.
    if (sinks.at(-1)?.ended && error.code === 'BASE64_INVALID') throw new Error('the sink of a bad file was ended', { cause: error });
    return { error: { code: error.code, position: error.position, path: error.path && pathText(error.path) } };
  }
}

export function outcome(text: string | Buffer, options: Partial<IngestOptions> = {}): Promise<Outcome> {
  return outcomeOf(cutAt(Buffer.from(text as string), []), options);
}

/** `arquivos[0].arquivo` */
export function pathText(path: readonly (string | number)[]): string {
  return path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
}

/** What the reader should come to, made with JSON.parse and Buffer.from: for valid bodies whose file texts Buffer.from understands once `clean` has run. */
export function expectedOutcome(text: string, clean: (base64: string) => string = (base64) => base64): Outcome {
  const contents: string[] = [];
  const visit = (value: unknown, path: readonly (string | number)[]): unknown => {
    const shape = path.map((step) => (typeof step === 'number' ? '[*]' : `.${step.trim().toLowerCase()}`)).join('');
    if (typeof value === 'string' && FILE_PATHS.includes(shape.replace(/^\./, ''))) {
      const bytes = Buffer.from(clean(value), 'base64');
      contents.push(bytes.toString('hex'));
      return fileLike(contents.length - 1, path, bytes.length);
    }
    if (Array.isArray(value)) return value.map((element, i) => visit(element, [...path, i]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member, [...path, name])]));
  };
  return { json: visit(JSON.parse(text), []), contents };
}

/** A LiftedFile to compare with. */
export function fileLike(ordinal: number, path: readonly (string | number)[], size: number): LiftedFile {
  return LiftedFile.of(ordinal, path, size);
}
