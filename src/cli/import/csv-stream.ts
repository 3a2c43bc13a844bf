import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { EncodingEvidence, TextPieces, UnreadableText, type Encoding } from '#libs/text-encoding';
import { dialectOf, type Dialect } from '../csv-dialect';
import { t } from '#src/terminal/language';
import { sentence } from '#src/terminal/portuguese';
import { whyUnreadable } from '../unreadable-text';

export interface CsvLine {
  cells: readonly string[];
  /** Where it begins. */
  line: number;
}

/** Nothing can be read of the file, or not all of it. */
export class CsvUnreadable extends Error {}

/** More than a document may say: a quote that is never closed must not take the memory of the process. */
const LONGEST_LINE = 4_000_000;

/** Text with normalised line ends. */
class AsText extends Transform {
  readonly hash = createHash('sha256');
  private readonly pieces: TextPieces;
  private endsWithReturn = false;

  constructor(encoding: Encoding) {
    super({ readableObjectMode: false, encoding: 'utf8', decodeStrings: true });
    this.pieces = new TextPieces(encoding);
  }

  override _transform(bytes: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.hash.update(bytes);
    this.pass(() => this.pieces.write(bytes), done);
  }

  override _flush(done: TransformCallback): void {
    this.pass(() => this.pieces.end(), done);
  }

  private pass(text: () => string, done: TransformCallback): void {
    try {
      done(null, this.lines(text()));
    } catch (error) {
      done(error as Error);
    }
  }

  private lines(text: string): string {
    const rest = this.endsWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.endsWithReturn = text.endsWith('\r');
    return rest.replace(/\r\n?/g, '\n');
  }
}

/**
 * A CSV file as Excel or a program writes it: `;` or `,` or tabs between cells, any line ends, UTF-8, UTF-16 or Windows-1252. Read as a
 * stream, once for each question: its encoding, its lines, what they say.
 */
export class CsvFile {
  private constructor(
    private readonly file: FileHandle,
    readonly encoding: Encoding,
    private readonly dialect: Dialect,
    readonly header: readonly string[],
    /** Where the header stands. */
    readonly headerLine: number,
    /** Lines after the header. */
    readonly count: number,
    private readonly sha256: string,
  ) {}

  /** Reads all of it: what cannot be read is known before anything is done. The file stays the caller's. */
  static async read(file: FileHandle, named?: Encoding): Promise<CsvFile> {
    const { encoding, sha256 } = await encodingOf(file, named);
    const dialect = dialectOf(await startOf(file, encoding));
    const text = new AsText(encoding);
    let header: CsvLine | null = null;
    let count = 0;
    for await (const line of linesOf(file, text, dialect)) {
      if (header) count++;
      else header = line;
    }
    if (!header)
      throw new CsvUnreadable(
        t(
          'the file is empty: its first line must hold the names of the columns',
          'o arquivo está vazio: a primeira linha deve conter os nomes das colunas',
        ),
      );
    if (text.hash.digest('hex') !== sha256) throw changed();
    const titles = header.cells.map((cell) => cell.trim());
    return new CsvFile(file, encoding, dialect, titles, header.line, count, sha256);
  }

  /** Those after the header; the last one only if all are those that were read at first. */
  async *lines(): AsyncGenerator<CsvLine> {
    const text = new AsText(this.encoding);
    let isHeader = true;
    let held: CsvLine | undefined;
    for await (const line of linesOf(this.file, text, this.dialect)) {
      if (held) yield held;
      if (!isHeader) held = line;
      isHeader = false;
    }
    if (text.hash.digest('hex') !== this.sha256) throw changed();
    if (held) yield held;
  }
}

const changed = () =>
  new CsvUnreadable(t('the file is not what was read at first any more', 'o arquivo não é mais o que foi lido no início'));

const unreadable = (error: UnreadableText) => {
  const { line, column } = error.place;
  const why = sentence(whyUnreadable(error));
  return new CsvUnreadable(
    t(
      `line ${line}, column ${column}: ${why}, or name one with --encoding`,
      `linha ${line}, coluna ${column}: ${why}, ou informe uma com --encoding`,
    ),
  );
};

async function encodingOf(file: FileHandle, named?: Encoding): Promise<{ encoding: Encoding; sha256: string }> {
  const [evidence, hash] = [new EncodingEvidence(), createHash('sha256')];
  for await (const piece of bytesOf(file)) {
    hash.update(piece);
    evidence.add(piece);
  }
  const { encoding, bad } = evidence.verdict(named);
  if (bad) throw unreadable(new UnreadableText(encoding, bad));
  return { encoding, sha256: hash.digest('hex') };
}

const PIECE = 64 * 1024;

/** From its beginning, without moving in it: a stream of the runtime's own would close the file when it breaks off. */
async function* bytesOf(file: FileHandle, pieces = Infinity): AsyncGenerator<Buffer> {
  for (let [at, piece] = [0, 0]; piece < pieces; piece++) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function* linesOf(file: FileHandle, text: AsText, { separator, isSaid }: Dialect): AsyncGenerator<CsvLine> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: '\n',
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
  });
  const records = pipeline(bytesOf(file), text, parser, () => undefined);
  let isFirst = isSaid;
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const isDialect = isFirst;
      isFirst = false;
      if (isDialect) continue;
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      // A row of nothing but separators is what Excel writes below a table.
      if (record.some((cell) => cell.trim() !== '')) yield { cells: record, line: info.lines - breaks };
    }
  } catch (error) {
    if (error instanceof UnreadableText) throw unreadable(error);
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: number }).lines ?? 0);
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new CsvUnreadable(
        t(
          `a quote is opened and never closed (the file ends in line ${line})`,
          `há aspas que são abertas e nunca fechadas (o arquivo termina na linha ${line})`,
        ),
      );
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw new CsvUnreadable(
        t(
          `line ${line} is too long: perhaps a closing quote is missing`,
          `a linha ${line} é longa demais: talvez faltem aspas de fechamento`,
        ),
      );
    throw new CsvUnreadable(
      t(
        `line ${line} cannot be read: after a closing quote a separator must follow`,
        `a linha ${line} não pode ser lida: depois de aspas de fechamento deve vir um separador`,
      ),
    );
  }
}

async function startOf(file: FileHandle, encoding: Encoding): Promise<string> {
  try {
    for await (const piece of bytesOf(file, 1)) return new TextPieces(encoding).write(piece);
    return '';
  } catch (error) {
    throw error instanceof UnreadableText ? unreadable(error) : error;
  }
}
