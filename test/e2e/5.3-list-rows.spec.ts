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
} from './support/lists-archive';
import { NOBODY } from './support/reading';

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
});
