import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { request, type IncomingMessage } from 'node:http';
import { ReportRows } from '#application/ports/reports';
import { readXlsx } from '../../libs/xlsx-stream/test/read';
import { IDS } from './support/api';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { DATA, EVER, queryOf, REPORT, rowsIn, run } from './support/reports';
import { HeldGrowth } from '../support/held-memory';
import type { Service } from './support/service';

/** As JSON 36 MB: whoever gathered them, as text or as rows, would hold more than the limit. */
const MANY = 40_000;
const MEGABYTE = 1024 * 1024;
const MOST_GROWTH = 24 * MEGABYTE;
const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describeService(`8.2 with ${MANY} documents`, ({ service, demo, finance }) => {
  let before: number;
  beforeAll(async () => {
    before = rowsIn(await run(demo, REPORT.byLevel, EVER)).length;
    await fill(service);
  });

  async function open(accept: string, report = REPORT.byLevel, values: Record<string, string> = EVER): Promise<IncomingMessage> {
    const search = new URLSearchParams(await queryOf(demo, report, values)).toString();
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${demo.token}`, accept };
      request(`${demo.url}${DATA}?${search}`, { agent: false, headers }, resolve).on('error', reject).end();
    });
  }

  /** Up to so many bytes. */
  async function download(accept: string, most: number, held?: HeldGrowth): Promise<{ bytes: number; lines: number }> {
    const response = await open(accept);
    expect([response.statusCode, response.headers['transfer-encoding']]).toEqual([200, 'chunked']);
    const counts = { bytes: 0, lines: 0 };
    let chunks = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      counts.bytes += chunk.length;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) counts.lines++;
      if (chunks++ % 100 === 0) held?.look();
      if (counts.bytes > most) break;
    }
    return counts;
  }

  /** Counts how often the documents are asked for; fails after so many batches. */
  async function watched<T>(work: (reads: () => number) => Promise<T>, failAfter = Infinity): Promise<T> {
    const reportRows = service.app.get(ReportRows);
    const original = reportRows.documents.bind(reportRows);
    let reads = 0;
    reportRows.documents = async (...args) => {
      if (++reads > failAfter) throw new Error('the disk is gone');
      return original(...args);
    };
    try {
      return await work(() => reads);
    } finally {
      reportRows.documents = original;
    }
  }

  /** How often, once nothing more is asked for. */
  const atRest = async (reads: () => number): Promise<number> => {
    const seen = reads();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return reads() === seen ? seen : atRest(reads);
  };

  it.each(['application/json', CSV, XLSX])(
    'streams %s in constant memory',
    async (accept) => {
      // The first reading warms up what stays: code, statements, connections.
      await download(accept, MEGABYTE);
      const held = new HeldGrowth();
      const { bytes, lines } = await download(accept, Infinity, held);
      process.stderr.write(`8.2 ${accept}: ${bytes} bytes, ${Math.round(held.bytes / MEGABYTE)} MB held over idle\n`);
      expect(held.bytes).toBeLessThan(MOST_GROWTH);
      if (accept === CSV) expect(lines).toBe(before + MANY + 1);
    },
    180_000,
  );

  it('lists every document once, in order, also with equal times', async () => {
    const found = rowsIn(await run(demo, REPORT.byLevel, EVER)).map(({ CodigoDocumento }) => Number(CodigoDocumento));
    expect([found.length, new Set(found).size]).toEqual([before + MANY, before + MANY]);
    const due = rowsIn(await run(demo, REPORT.due));
    const days = due.map(({ VencimentoTTD }) => VencimentoTTD!.split('/').reverse().join('-'));
    expect(days).toEqual([...days].sort());
    expect(new Set(due.map(({ CodigoDocumento }) => CodigoDocumento)).size).toBe(due.length);
    expect(due.length).toBeGreaterThanOrEqual(MANY);
    const [sheet] = readXlsx(await bodyOf(await open(XLSX)));
    expect(sheet!.rows.length).toBe(before + MANY + 1);
    // Half of them lie at a level that these may not see.
    expect(rowsIn(await run(finance, REPORT.byLevel, EVER)).length).toBeLessThanOrEqual(before + MANY / 2);
  });

  it.each(['application/json', XLSX])('reads %s no faster than the client receives it, and stops when it disconnects', async (accept) => {
    await watched(async (reads) => {
      const response = await open(accept);
      response.pause();
      const waiting = await atRest(reads);
      if (accept !== XLSX) expect(waiting).toBeLessThan(MANY / 500 / 2);
      response.destroy();
      const after = await atRest(reads);
      if (accept !== XLSX) expect(after).toBeLessThan(MANY / 500);
    });
  });

  it('stops aggregating when the client disconnects before the first row', async () => {
    await watched(async (reads) => {
      const search = new URLSearchParams(await queryOf(demo, REPORT.storage)).toString();
      const asked = request(`${demo.url}${DATA}?${search}`, { agent: false, headers: { authorization: `Bearer ${demo.token}` } });
      asked.on('error', () => undefined).end();
      while (reads() < 3) await new Promise((resolve) => setTimeout(resolve, 5));
      asked.destroy();
      expect(await atRest(reads)).toBeLessThan(MANY / 500);
    });
  });

  it.each(['application/json', CSV, XLSX])(
    'aborts the connection when %s fails midway, and answers an error when at once',
    async (accept) => {
      await watched(async () => {
        await expect(open(accept).then(bodyOf)).rejects.toThrow();
      }, 3);
      await watched(async () => {
        const refused = await demo.get(DATA, { query: await queryOf(demo, REPORT.byLevel, EVER), headers: { accept } });
        expect(expectRefusal(refused, 500).codigo).toBe('ERRO_INTERNO');
        expect(refused.headers.get('content-disposition')).toBeNull();
      }, 0);
    },
  );
});

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Documents past the service, at two levels by turns, many of them at one moment and due on one day. */
async function fill({ database }: Service): Promise<void> {
  const nodeOf = async (id: string) =>
    ((await database.query(`SELECT code FROM tree_node WHERE id = '${id}'`)) as { code: number }[])[0]!.code;
  const nodes = [await nodeOf(IDS.invoices), await nodeOf(IDS.records)];
  const [last] = (await database.query('SELECT MAX(code) AS code FROM document')) as { code: number }[];
  const batch = 2000;
  for (let from = 1; from <= MANY; from += batch) {
    const documents = Array.from({ length: batch }, (_, index) => {
      const code = last!.code + from + index;
      const at = 1_700_000_000_000 + Math.floor((from + index) / 1300) * 1000;
      return `(${code}, 'document-${code}', ${bytesIn(`'${IDS.client}'`)}, ${bytesIn(`'${IDS.unit}'`)}, ${nodes[code % 2]}, 6, '20${String(10 + (code % 7))}-01-01', ${at}, ${bytesIn(`'${IDS.client}'`)}, 1, '{"v":{}}')`;
    });
    await database.query(
      `INSERT INTO document (code, id, client_id, unit_id, node_code, status, due_day, created_at, created_by, version, shown) VALUES ${documents.join()}`,
    );
  }
}
