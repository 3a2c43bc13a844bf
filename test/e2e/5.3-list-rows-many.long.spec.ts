import { request, type IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { ListRows } from '#application/ports/lists';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { HeldGrowth } from '../support/held-memory';
import { type Api } from './support/api';
import { expectRefusal } from './support/creates';
import { describeScene } from './support/describe-service';
import { KINDS, listsScene, ROWS, type ListsScene } from './support/lists-archive';

const MANY = 100_000;
const MOST_GROWTH = 80 * 1024 * 1024;

describeScene(`5.3 GET /api/Lista/GetLinhaLista with ${MANY} rows`, listsScene, (scene) => {
  const ask = (query: Record<string, string | number>) => scene.lists.get(ROWS, { query });

  beforeAll(() => fill(scene));

  it('streams them all in constant memory', async () => {
    // The first reading warms up what stays: code, statements, connections.
    await download(scene.lists, 3000);
    const held = new HeldGrowth();
    const { entries, keys } = await download(scene.lists, Infinity, held);
    expect([entries, keys]).toEqual([MANY * 12, MANY]);
    process.stderr.write(`5.3: ${entries} entries of ${keys} rows, ${Math.round(held.bytes / 1024 / 1024)} MB held over idle\n`);
    expect(held.bytes).toBeLessThan(MOST_GROWTH);
  });

  it('stops reading when the client disconnects', async () => {
    const rows = scene.service.app.get(ListRows);
    const original = rows.withCodes.bind(rows);
    let reads = 0;
    rows.withCodes = (...args) => {
      reads++;
      return original(...args);
    };
    try {
      await download(scene.lists, 1000);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(reads).toBeLessThan(MANY / 250 / 2);
      const after = reads;
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(reads).toBe(after);
    } finally {
      rows.withCodes = original;
    }
  });

  it('aborts the connection when reading fails midway, and answers an error when it fails at once', async () => {
    const rows = scene.service.app.get(ListRows);
    const original = rows.withCodes.bind(rows);
    const failAfter = (batches: number) => {
      let reads = 0;
      rows.withCodes = async (...args) => {
        if (++reads > batches) throw new Error('the disk is gone');
        return original(...args);
      };
    };
    try {
      failAfter(2);
      await expect(ask(KINDS.query)).rejects.toThrow();
      failAfter(0);
      expect(expectRefusal(await ask(KINDS.query), 500).codigo).toBe('ERRO_INTERNO');
    } finally {
      rows.withCodes = original;
    }
    expect((await ask({ ...KINDS.query, Pagina: 200, TamanhoPagina: 500 })).json).toHaveLength(500 * 12);
  });
});

/** Rows of the list with all types, past the service: two of its twelve cells hold a text. */
async function fill({ service: { database } }: ListsScene): Promise<void> {
  const [field] = (await database.query(`SELECT code FROM field WHERE id = '${KINDS.field('Código')}'`)) as { code: number }[];
  const [other] = (await database.query(`SELECT code FROM field WHERE id = '${KINDS.field('Texto')}'`)) as { code: number }[];
  const [last] = (await database.query('SELECT MAX(code) AS code FROM list_row')) as { code: number }[];
  const batch = 1000;
  const client = `X'${idBytes(KINDS.client).toString('hex')}'`;
  for (let from = 0; from < MANY; from += batch) {
    const codes = Array.from({ length: batch }, (_, index) => last!.code + 1 + from + index);
    const rows = codes.map((code) => {
      const hash = createHash('sha256').update(String(code)).digest('hex');
      return `(${code}, 'row-${code}', ${client}, '${KINDS.id}', '${hash}', 0)`;
    });
    const cells = codes.map(
      (code) => `(${client}, ${code}, ${field!.code}, 'C${code}', 'c${code}'), (${client}, ${code}, ${other!.code}, 'Texto', 'texto')`,
    );
    await database.query(`INSERT INTO list_row (code, id, client_id, list_id, key_hash, created_at) VALUES ${rows.join()}`);
    await database.query(`INSERT INTO list_row_value (client_id, row_code, field_code, value, value_key) VALUES ${cells.join()}`);
  }
}

/** Reads the list as it comes, up to so many entries, and keeps nothing but counts. */
async function download(api: Api, most: number, held?: HeldGrowth): Promise<{ entries: number; keys: number }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const search = new URLSearchParams(KINDS.query).toString();
    request(`${api.url}${ROWS}?${search}`, { agent: false, headers: { authorization: `Bearer ${api.token}` } }, resolve)
      .on('error', reject)
      .end();
  });
  expect([response.statusCode, response.headers['transfer-encoding']]).toEqual([200, 'chunked']);
  const counts = { entries: 0, keys: 0 };
  let [rest, chunks] = ['', 0];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const parts = `${rest}${chunk.toString('latin1')}`.split('}');
    rest = parts.pop() as string;
    counts.entries += parts.length;
    counts.keys += parts.filter((part) => part.includes('"Chave":true')).length;
    if (chunks++ % 100 === 0) held?.look();
    if (counts.entries > most) break;
  }
  return counts;
}
