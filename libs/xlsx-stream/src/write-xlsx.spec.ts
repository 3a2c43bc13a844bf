import { setTimeout as sleep } from 'node:timers/promises';
import { readXlsx, unzip } from '../test/read';
import { serialOf, writeXlsx, type XlsxCell, type XlsxColumn } from './index';

const COLUMNS: XlsxColumn[] = [
  { title: 'Text', kind: 'text' },
  { title: 'Number', kind: 'number' },
  { title: 'Flag', kind: 'boolean' },
  { title: 'Day', kind: 'day' },
  { title: 'Moment', kind: 'moment' },
];

async function* batchesOf(...batches: XlsxCell[][][]) {
  for (const batch of batches) yield batch;
}

async function fileOf(
  batches: AsyncIterable<XlsxCell[][]>,
  more: { columns?: XlsxColumn[]; rowsPerSheet?: number; sheetName?: string } = {},
) {
  const chunks: Buffer[] = [];
  for await (const chunk of writeXlsx({ sheetName: 'Data', columns: COLUMNS, ...more }, batches)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const written = async (...table: Parameters<typeof fileOf>) => readXlsx(await fileOf(...table));

const ONE: XlsxColumn[] = [{ title: 'One', kind: 'text' }];
const textOf = async (text: string) => (await written(batchesOf([[text]]), { columns: ONE }))[0]!.rows[1]![0]!.value;

describe('writeXlsx', () => {
  it('writes cells of each kind', async () => {
    const day = serialOf('2026-11-21');
    const [sheet] = await written(batchesOf([['a', 1.5, true, day, day + 0.5]], [], [[null, -7, false, null, null]]));
    expect(sheet!.name).toBe('Data');
    const [titles, first, second] = sheet!.rows.map((row) => row.map(({ type, value }) => `${type} ${value}`));
    expect(titles).toEqual(COLUMNS.map(({ title }) => `inlineStr ${title}`));
    expect(first).toEqual(['inlineStr a', 'n 1.5', 'b 1', `n ${day}`, `n ${day + 0.5}`]);
    expect(second).toEqual(['n ', 'n -7', 'b 0', 'n ', 'n ']);
    expect(sheet!.rows[1]!.map(({ style }) => style)).toEqual([undefined, undefined, undefined, '2', '3']);
  });

  it('writes titles alone when there are no rows', async () => {
    const sheets = await written(batchesOf());
    expect(sheets.map(({ rows }) => rows.length)).toEqual([1]);
  });

  it('makes date columns wide enough', async () => {
    const sheet = unzip(await fileOf(batchesOf()))
      .get('xl/worksheets/sheet1.xml')!
      .toString();
    const [, columns] = /<\/sheetViews><cols>(.*)<\/cols><sheetData>/.exec(sheet)!;
    const widths = [...columns!.matchAll(/<col min="(\d)" max="(\d)" width="(\d+)" customWidth="1"\/>/g)].map((each) =>
      each.slice(1).map(Number),
    );
    expect(widths.map(([min, max]) => [min, max])).toEqual([1, 2, 3, 4, 5].map((number) => [number, number]));
    expect(widths[3]![2]).toBeGreaterThanOrEqual('21/11/2026'.length);
    expect(widths[4]![2]).toBeGreaterThanOrEqual('21/11/2026 12:00'.length);
  });

  it.each<[string, string, string]>([
    ['what looks like a formula', '=1+1', '=1+1'],
    ['mark-up', '<a href="x">&amp;</a>', '<a href="x">&amp;</a>'],
    ['blanks and line breaks', '  a\tb\r\nc ', '  a\tb\r\nc '],
    ['what XML cannot hold', 'a\u0000b\u001fc\uffffd\ud800', 'abcd\ufffd'],
    ['what looks like an escape', '_x0041_', '_x005F_x0041_'],
    ['signs beyond the basic plane', 'ã 📎', 'ã 📎'],
    ['more than a cell takes', 'x'.repeat(40_000), 'x'.repeat(32_767)],
  ])('writes %s', async (_, sent, read) => {
    expect(await textOf(sent)).toBe(read);
  });

  it.each([2, 3, 4, 5, 11])('continues on further sheets of %d rows, for any batches', async (rowsPerSheet) => {
    const numbers = Array.from({ length: 10 }, (_, index) => [String(index)]);
    for (const sizes of [[10], [1, 9], [3, 3, 3, 1], [5, 0, 5]]) {
      let from = 0;
      const batches = sizes.map((size) => numbers.slice(from, (from += size)));
      const sheets = await written(batchesOf(...batches), { columns: ONE, rowsPerSheet });
      expect(sheets).toHaveLength(Math.ceil(10 / (rowsPerSheet - 1)));
      expect(sheets.map(({ rows }) => rows[0]![0]!.value)).toEqual(sheets.map(() => 'One'));
      expect(sheets.every(({ rows }) => rows.length <= rowsPerSheet)).toBe(true);
      expect(sheets.flatMap(({ rows }) => rows.slice(1).map(([cell]) => cell!.value))).toEqual(numbers.flat());
    }
  });

  it('uses valid sheet names', async () => {
    const sheets = await written(batchesOf([['a'], ['b']]), {
      columns: ONE,
      rowsPerSheet: 2,
      sheetName: 'Ação: [x/y] & <um nome muito comprido>',
    });
    for (const { name } of sheets) expect(name).toMatch(/^[^\\/?*[\]:']{1,31}$/);
    expect(sheets[1]!.name).toMatch(/ 2$/);
  });

  it('fails when reading fails', async () => {
    const failing = (async function* () {
      yield [['a']];
      throw new Error('the disk is gone');
    })();
    await expect(written(failing, { columns: ONE })).rejects.toThrow('the disk is gone');
  });

  it('stops reading when the output is closed, and reads no faster than the output is consumed', async () => {
    let [reads, ended] = [0, false];
    const endless = (async function* () {
      try {
        for (;;) {
          reads++;
          yield Array.from({ length: 100 }, () => [Math.random().toString(36)]);
        }
      } finally {
        ended = true;
      }
    })();
    const file = writeXlsx({ sheetName: 'Data', columns: ONE }, endless);
    // A writer that does not wait for its reader never rests.
    let before = -1;
    while (reads !== before && reads < 1000) {
      before = reads;
      await sleep(500);
    }
    expect(before).toBeLessThan(1000);
    file.destroy();
    while (!ended) await sleep(10);
    expect(reads).toBe(before);
  });
});

describe('serialOf', () => {
  it.each([
    ['1900-03-01', 61],
    ['2026-11-21', 46_347],
    ['2026-11-21T12:00:00', 46_347.5],
    ['2026-11-21T06:00:00.000', 46_347.25],
  ])('counts %s', (local, serial) => {
    expect(serialOf(local)).toBe(serial);
  });
});
