import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { partsOf, sheetPath } from './package-parts';
import { rowXml, SHEET_END, sheetStart, type XlsxCell, type XlsxColumn } from './sheet-xml';

export interface XlsxTable {
  sheetName: string;
  columns: readonly XlsxColumn[];
  /** With the titles; less only to see what happens beyond it. */
  rowsPerSheet?: number;
}

type Rows = readonly (readonly XlsxCell[])[];

const MOST_ROWS = 1_048_576;
/** Rows repeat themselves: the first steps of compression gain nearly all there is to gain. */
const LEVEL = 2;

/** Rows in portions that a sheet still takes, whatever their batches. */
class Supply {
  private rest: Rows = [];
  private readonly batches: AsyncIterator<Rows>;

  constructor(batches: AsyncIterable<Rows>) {
    this.batches = batches[Symbol.asyncIterator]();
  }

  /** At most so many, at least one; null at the end. */
  async take(most: number): Promise<Rows | null> {
    while (this.rest.length === 0) {
      const next = await this.batches.next();
      if (next.done) return null;
      this.rest = next.value;
    }
    const portion = this.rest.slice(0, most);
    this.rest = this.rest.slice(most);
    return portion;
  }

  async hasMore(): Promise<boolean> {
    const next = await this.take(Infinity);
    this.rest = next ?? [];
    return next !== null;
  }

  async stop(): Promise<void> {
    await this.batches.return?.();
  }
}

async function* sheetText({ columns, rowsPerSheet = MOST_ROWS }: XlsxTable, supply: Supply): AsyncGenerator<string> {
  yield sheetStart(columns);
  for (let room = rowsPerSheet - 1; room > 0;) {
    const rows = await supply.take(room);
    if (rows === null) break;
    room -= rows.length;
    yield rows.map((row) => rowXml(columns, row)).join('');
  }
  yield SHEET_END;
}

/** The workbook as it comes to be; nothing is read before it is wanted. */
export function writeXlsx(table: XlsxTable, batches: AsyncIterable<Rows>): Readable {
  const zip = new ZipFile();
  const file = zip.outputStream as PassThrough;
  const supply = new Supply(batches);
  let sheet: Readable | undefined;
  file.once('close', () => {
    sheet?.destroy();
    supply.stop().catch(() => undefined);
  });
  zip.on('error', (error) => file.destroy(error));
  void write().catch((error: Error) => file.destroy(error));
  return file;

  async function write(): Promise<void> {
    let sheets = 0;
    do {
      const text = (sheet = Readable.from(sheetText(table, supply), { objectMode: false }));
      zip.addReadStreamLazy(sheetPath(++sheets), { compressionLevel: LEVEL }, (give) => give(null, text));
      await once(text, 'end');
    } while (await supply.hasMore());
    for (const [path, text] of partsOf(table.sheetName, sheets)) zip.addBuffer(Buffer.from(text), path);
    zip.end();
  }
}
