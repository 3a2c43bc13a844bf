import { readXlsx } from '../../libs/xlsx-stream/test/read';
import type { Api } from './support/api';
import { add, KINDS, listsScene } from './support/lists-archive';
import { DATA, queryOf, REPORT } from './support/reports';
import type { Service } from './support/service';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const NAMED = ['Quantidade', 'Valor', 'Dia'];

describe('8.2 formats a list value by its type, in any stored spelling', () => {
  let service: Service;
  let lists: Api;
  beforeAll(async () => {
    ({ service, lists } = await listsScene());
    const written = { Código: 'N', Quantidade: '-0003,50', Valor: 'R$ 1.234.567.890,1000', Dia: '2026-02-01' };
    for (const cells of [written, { Código: 'O' }]) expect((await add(lists, KINDS, cells)).status).toBe(201);
  });
  afterAll(() => service.stop());

  const as = async (accept: string) => {
    const query = await queryOf(lists, REPORT.listRows, { 'Id da lista': KINDS.id }, { idCliente: KINDS.query.idCliente });
    return lists.get(DATA, { query, headers: { accept } });
  };

  it('in JSON: decimals as numbers, days as dd/MM/yyyy', async () => {
    const { text } = await as('application/json');
    const [row, empty] = (JSON.parse(text) as { Dados: Record<string, unknown>[] }[])
      .slice(-2)
      .map(({ Dados }) => Dados.filter(({ NomeColuna }) => NAMED.includes(NomeColuna as string)));
    expect(row!.map(({ Tipo, Valor }) => [Tipo, Valor])).toEqual([
      ['Decimal', -3.5],
      ['Decimal', 1234567890.1],
      ['Date', '01/02/2026'],
    ]);
    expect(empty!.map(({ Valor }) => Valor)).toEqual([null, null, '']);
  });

  it('in CSV: with a decimal comma', async () => {
    const lines = (await as('text/csv')).bytes.toString('utf8').split('\r\n');
    const [titles, row] = [lines[0]!.split(';'), lines.at(-3)!.split(';')];
    expect(NAMED.map((name) => row[titles.indexOf(name)])).toEqual(['"-3,5"', '"1234567890,1"', '01/02/2026']);
  });

  it('in XLSX: numbers and dates', async () => {
    const { rows } = readXlsx((await as(XLSX)).bytes)[0]!;
    const [titles, row] = [rows[0]!.map(({ value }) => value), rows.at(-2)!];
    const cells = NAMED.map((name) => row[titles.indexOf(name)]!);
    expect(cells.map(({ value }) => Number(value))).toEqual([-3.5, 1234567890.1, 46_054]);
    expect(cells.map(({ type, style }) => [type ?? 'n', style])).toEqual([
      ['n', undefined],
      ['n', undefined],
      ['n', '2'],
    ]);
  });
});
