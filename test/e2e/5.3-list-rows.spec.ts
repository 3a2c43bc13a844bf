import { request, type IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { ListRows } from '#application/ports/lists';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { HeldGrowth } from '../support/held-memory';
import { type Api } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import {
  add,
  addedBy,
  CUSTOMERS,
  EMPLOYEES,
  KINDS,
  listsScene,
  ROWS,
  rowId,
  STAFF,
  SUPPLIERS,
  type CellAnswer,
  type ListsScene,
} from './support/lists-archive';
import { NOBODY } from './support/reading';

const MANY = 100_000;
const MOST_GROWTH = 80 * 1024 * 1024;

describeScene('5.3 GET /api/Lista/GetLinhaLista', listsScene, (scene) => {
  const ask = (query: Record<string, string | number>, as = scene.demo) => as.get(ROWS, { query });
  const keysOn = async (paging: Record<string, string | number>, as = scene.demo) =>
    ((await ask({ ...EMPLOYEES.query, ...paging }, as)).json as CellAnswer[]).filter(({ Chave }) => Chave).map(({ Valor }) => Valor);

  it('returns one entry per cell, by row and field', async () => {
    const { status, text, headers } = await ask(EMPLOYEES.query);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    const rows = [
      ['1001', 'Ana Souza', 'Analista'],
      ['1002', 'Bruno Lima', 'Gerente'],
      ['1003', 'Carla Dias', 'Diretora'],
    ];
    const cells = rows.flatMap(([key, name, role]) => {
      const IdLinhaLista = rowId(EMPLOYEES, key as string);
      return [
        { IdCampo: EMPLOYEES.field('Matrícula'), IdLinhaLista, Valor: key, Chave: true, Obrigatorio: true },
        { IdCampo: EMPLOYEES.field('Nome'), IdLinhaLista, Valor: name, Chave: false, Obrigatorio: true },
        { IdCampo: EMPLOYEES.field('Cargo'), IdLinhaLista, Valor: role, Chave: false, Obrigatorio: false },
      ];
    });
    expect(text).toBe(JSON.stringify(cells));
  });

  it('returns "" where a row has no value, and [] for an empty list', async () => {
    const cells = (await ask(STAFF.query, scene.lists)).json as CellAnswer[];
    expect(cells.slice(4, 8).map(({ Valor }) => Valor)).toEqual(['2', 'Bia', '', '']);
    expect((await ask(KINDS.query, scene.lists)).text).toBe('[]');
  });

  it('returns rows in the order in which they were added', async () => {
    const first = addedBy(await add(scene.demo, CUSTOMERS, { CPF: '987.654.321-00', Nome: 'Zé' }));
    const second = addedBy(await add(scene.demo, CUSTOMERS, { CPF: '111.444.777-35', Nome: 'Ana' }));
    const cells = (await ask(CUSTOMERS.query)).json as CellAnswer[];
    const rows = [...new Set(cells.map(({ IdLinhaLista }) => IdLinhaLista))];
    expect(rows.slice(-2)).toEqual([first, second]);
  });

  it.each<[Record<string, number>, string[]]>([
    [{ Pagina: 1, TamanhoPagina: 2 }, ['1001', '1002']],
    [{ Pagina: 2, TamanhoPagina: 2 }, ['1003']],
    [{ TamanhoPagina: 1 }, ['1001']],
    [{ Pagina: 1 }, ['1001', '1002', '1003']],
    [{ Pagina: 3, TamanhoPagina: 2 }, []],
    [{ Pagina: 1_000_000_000, TamanhoPagina: 500 }, []],
  ])('returns the page %j', async (paging, expected) => {
    expect(await keysOn(paging)).toEqual(expected);
  });

  it('uses the page size of the user', async () => {
    await scene.service.database.query("UPDATE user_account SET page_size = 10 WHERE login = 'leitor'");
    const rows = Array.from({ length: 9 }, (_, index) => add(scene.demo, EMPLOYEES, { Matrícula: `${2000 + index}`, Nome: 'Novo' }));
    await Promise.all(rows);
    const [first, second] = [await keysOn({ Pagina: 1 }, scene.reader), await keysOn({ Pagina: 2 }, scene.reader)];
    expect([first.length, second.length]).toEqual([10, 2]);
    expect(new Set([...first, ...second]).size).toBe(12);
  });

  it('answers HEAD without a body, with the same refusals', async () => {
    const head = await scene.demo.call('HEAD', ROWS, { query: EMPLOYEES.query });
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'application/json']);
    expect((await scene.demo.call('HEAD', ROWS, { query: { ...EMPLOYEES.query, idLista: NOBODY } })).status).toBe(400);
  });

  it.each<[Record<string, string | number>, string]>([
    [{ Pagina: 0 }, 'Pagina FORA_DO_INTERVALO'],
    [{ Pagina: -1 }, 'Pagina FORA_DO_INTERVALO'],
    [{ Pagina: 1_000_000_001 }, 'Pagina FORA_DO_INTERVALO'],
    [{ Pagina: 'um' }, 'Pagina FORMATO_INVALIDO'],
    [{ Pagina: '1.5' }, 'Pagina FORMATO_INVALIDO'],
    [{ TamanhoPagina: 0 }, 'TamanhoPagina FORA_DO_INTERVALO'],
    [{ TamanhoPagina: 501 }, 'TamanhoPagina FORA_DO_INTERVALO'],
  ])('refuses %j', async (paging, problem) => {
    expect(problemsOf(expectRefusal(await ask({ ...SUPPLIERS.query, ...paging }), 400))).toEqual([problem]);
  });

  describe(`with ${MANY} rows`, () => {
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
        await expect(ask(KINDS.query, scene.lists)).rejects.toThrow();
        failAfter(0);
        expect(expectRefusal(await ask(KINDS.query, scene.lists), 500).codigo).toBe('ERRO_INTERNO');
      } finally {
        rows.withCodes = original;
      }
      expect((await ask({ ...KINDS.query, Pagina: 200, TamanhoPagina: 500 }, scene.lists)).json).toHaveLength(500 * 12);
    });
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
