import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { t } from '../language';

export interface CsvLine {
  cells: readonly string[];
  /** Where it begins. */
  line: number;
}

/** Nothing can be read of the file, or not all of it. */
export class CsvUnreadable extends Error {}

type Encoding = 'utf-8' | 'windows-1252';

/** What Excel puts where ISO 8859-1 has nothing; the runtime's own decoder does not know them in every version. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const fromWindows = (bytes: Buffer) =>
  bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (code) => WINDOWS[code.charCodeAt(0) - 0x80] ?? code);

/** More than a document may say: a quote that is never closed must not take the memory of the process. */
const LONGEST_LINE = 4_000_000;

/** Text with normalised line ends. */
class AsText extends Transform {
  readonly hash = createHash('sha256');
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true });
  private endsWithReturn = false;

  constructor(private readonly encoding: Encoding) {
    super({ readableObjectMode: false, encoding: 'utf8', decodeStrings: true });
  }

  override _transform(bytes: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.hash.update(bytes);
    try {
      done(null, this.lines(this.encoding === 'utf-8' ? this.utf8.decode(bytes, { stream: true }) : fromWindows(bytes)));
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      done(null, this.encoding === 'utf-8' ? this.utf8.decode() : '');
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

/** A CSV file as Excel or a program writes it: `;` or `,` or tabs between cells, UTF-8 or Windows-1252, any line ends. Read as a stream. */
export class CsvFile {
  private constructor(
    private readonly file: FileHandle,
    readonly encoding: Encoding,
    private readonly separator: string,
    readonly header: readonly string[],
    /** Lines after the header. */
    readonly count: number,
    private readonly sha256: string,
  ) {}

  /** Reads all of it once: what cannot be read is known before anything is done. The file stays the caller's. */
  static async read(file: FileHandle): Promise<CsvFile> {
    const survey = async (encoding: Encoding) => {
      const separator = separatorOf(await firstLine(file, encoding));
      const text = new AsText(encoding);
      let header: readonly string[] | null = null;
      let count = 0;
      for await (const { cells } of linesOf(file, text, separator)) {
        if (header) count++;
        else header = cells.map((cell) => cell.trim());
      }
      if (!header)
        throw new CsvUnreadable(
          t(
            'the file is empty: its first line must hold the names of the columns',
            'o arquivo está vazio: a primeira linha deve conter os nomes das colunas',
          ),
        );
      return new CsvFile(file, encoding, separator, header, count, text.hash.digest('hex'));
    };
    try {
      return await survey('utf-8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
      return survey('windows-1252');
    }
  }

  /** Those after the header; the last one only if all are those that were read at first. */
  async *lines(): AsyncGenerator<CsvLine> {
    const text = new AsText(this.encoding);
    let isHeader = true;
    let held: CsvLine | undefined;
    for await (const line of linesOf(this.file, text, this.separator)) {
      if (held) yield held;
      if (!isHeader) held = line;
      isHeader = false;
    }
    if (text.hash.digest('hex') !== this.sha256)
      throw new CsvUnreadable(t('the file is not what was read at first any more', 'o arquivo não é mais o que foi lido no início'));
    if (held) yield held;
  }
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

async function* linesOf(file: FileHandle, text: AsText, separator: string): AsyncGenerator<CsvLine> {
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
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      // A row of nothing but separators is what Excel writes below a table.
      if (record.some((cell) => cell.trim() !== '')) yield { cells: record, line: info.lines - breaks };
    }
  } catch (error) {
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

async function firstLine(file: FileHandle, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const part of bytesOf(file, 1)) text += encoding === 'utf-8' ? part.toString('utf8') : fromWindows(part);
  return text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)[0] as string;
}

/** Outside of quotes, whatever stands in the first line more often. */
function separatorOf(line: string): string {
  const times = (separator: string) => line.split(separator).length;
  return [';', ',', '\t'].reduce((best, separator) => (times(separator) > times(best) ? separator : best));
}
