import { readXlsx } from '../../libs/xlsx-stream/test/read';
import { IDS, type Answer } from './support/api';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { add, EMPLOYEES } from './support/lists-archive';
import { NOBODY } from './support/reading';
import { CLIENT, DATA, EVER, queryOf, REPORT, rows } from './support/reports';
import { makeUser } from './support/users';

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What a spreadsheet would calculate, or hand to a program. */
/** As they are written; the last ones are formulas where a line is divided at commas, semicolons or tabs, whatever the quotes. */
const WRITTEN: Record<string, string> = {
  '\t=1': "'\t'=1",
  '\r=1': "'\r'=1",
  'x,=1+1': "x,'=1+1",
  'x; @SUM(A1)': "x;' @SUM(A1)",
  'x\r\n-2+3': "x\r\n'-2+3",
  'x,"=1+1"': `x,'"=1+1"`,
};
const FORMULAS = [
  '=1+1',
  '+55 31 3333-4444',
  '-2+3',
  '@SUM(A1)',
  "=cmd|' /C calc'!A0",
  '＝1+1',
  '-1',
  ' =1+1',
  '\u00a0@SUM(A1)',
  ...Object.keys(WRITTEN),
];

/** Fields as RFC 4180 has them, divided by `;`. */
function parsed(text: string): string[][] {
  const lines: string[][] = [];
  let [field, line, quoted] = ['', [] as string[], false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (quoted && sign === '"' && text[at + 1] === '"') field += text[at++];
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === ';' || text.startsWith('\r\n', at))) {
      line.push(field);
      field = '';
      if (sign === ';') continue;
      lines.push(line);
      line = [];
      at++;
    } else field += sign;
  }
  expect([field, line, quoted]).toEqual(['', [], false]);
  return lines;
}

describeService('8.2 as a file', ({ service, demo, other }) => {
  const names = [...FORMULAS, 'a;b', 'say "no"', 'two\r\nlines', ' blanks ', 'Ação, 📎', 'Simples'];
  beforeAll(async () => {
    for (const nome of names) {
      const { id } = await makeUser(demo, { nome: 'x' });
      await service.database.query('UPDATE user_account SET name = ? WHERE id = ?', [nome, id]);
    }
  });

  const as = async (accept: string, report = REPORT.users, values: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    demo.call(method, DATA, { query: await queryOf(demo, report, values), headers: { accept } });
  const csv = async (report = REPORT.users, values: Record<string, string> = {}) =>
    parsed((await as(CSV, report, values)).bytes.toString('utf8').slice(1));

  describe('CSV', () => {
    it('is UTF-8 with a byte order mark, a title row, and a line break after every row', async () => {
      const { status, headers, bytes } = await as(CSV);
      expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([200, 'text/csv; charset=utf-8', 'Accept']);
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="Usu\?rios e permiss\?es \d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''Usu%C3%A1rios%20e%20permiss%C3%B5es%20\d{4}-\d\d-\d\d\.csv$/,
      );
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const lines = await csv();
      expect(lines[0]).toEqual([
        'Id do usuário',
        'Login',
        'Usuário',
        'E-mail',
        'Ativo',
        'Id do perfil',
        'Perfil',
        'Unidade',
        'Id do nível',
        'Árvore Documental',
      ]);
      expect(new Set(lines.map((line) => line.length))).toEqual(new Set([10]));
    });

    it('has the same content as JSON', async () => {
      const found = await rows(demo, REPORT.byLevel, EVER);
      const [, ...lines] = await csv(REPORT.byLevel, EVER);
      expect(lines).toEqual(found.map((row) => Object.values(row)));
      expect(lines.length).toBeGreaterThan(0);
    });

    it('D13 neutralises formulas', async () => {
      const found = (await csv()).map((line) => line[2]);
      for (const text of FORMULAS)
        expect([text, found.includes(text), found.includes(WRITTEN[text] ?? `'${text}`)]).toEqual([text, false, true]);
      for (const harmless of names.slice(FORMULAS.length)) expect(found).toContain(harmless);
    });

    it('keeps negative numbers of number columns unchanged, and no others', async () => {
      // Matrícula is a field of numbers, Cargo one of texts.
      await add(demo, EMPLOYEES, { Matrícula: '-77', Nome: 'Zé', Cargo: '-77' });
      const line = (await csv(REPORT.listRows, { 'Id da lista': EMPLOYEES.id })).at(-1)!;
      expect(line.slice(1)).toEqual(['-77', 'Zé', "'-77"]);
    });

    it('has only titles without rows', async () => {
      expect((await as(CSV, REPORT.users, { Login: 'ninguém' })).text.split('\r\n')).toHaveLength(2);
    });
  });

  describe('XLSX', () => {
    it('is a workbook with texts as texts, numbers as numbers, days and moments as dates', async () => {
      const { status, headers, bytes } = await as(XLSX, REPORT.byLevel, EVER);
      expect([status, headers.get('content-type')]).toEqual([200, XLSX]);
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Documentos por n\?vel e per\?odo .*\.xlsx";/);
      const [sheet, ...more] = readXlsx(bytes);
      expect([sheet!.name, more]).toEqual(['Documentos por nível e período', []]);
      const found = await rows(demo, REPORT.byLevel, EVER);
      const [titles, ...lines] = sheet!.rows.map((row) => row.map(({ value }) => value));
      expect(titles![0]).toBe('Código do Documento');
      expect(lines.map(([code]) => code)).toEqual(found.map(({ CodigoDocumento }) => CodigoDocumento));
      const first = sheet!.rows[1]!;
      const moment = new Date(Date.UTC(1899, 11, 30) + Number(first[5]!.value) * 86_400_000).toISOString();
      expect([first[0]!.type, first[2]!.type, first[5]!.style, moment.slice(0, 19)]).toEqual([
        'n',
        'inlineStr',
        '3',
        found[0]!.DataCadastro!.slice(0, 19),
      ]);
    });

    it('writes days outside the range of spreadsheets as texts', async () => {
      const [{ code, due_day: due }] = (await service.database.query('SELECT code, due_day FROM document ORDER BY code LIMIT 1')) as [
        { code: number; due_day: string | null },
      ];
      const cellOf = async (day: string | null) => {
        await service.database.query('UPDATE document SET due_day = ? WHERE code = ?', [day, code]);
        return readXlsx((await as(XLSX, REPORT.byLevel, EVER)).bytes)[0]!.rows[1]![7];
      };
      expect(await cellOf('1005-01-31')).toEqual({ type: 'inlineStr', style: undefined, value: '31/01/1005' });
      expect(await cellOf('1900-02-28')).toMatchObject({ type: 'inlineStr', value: '28/02/1900' });
      expect(await cellOf('1900-03-01')).toMatchObject({ style: '2', value: '61' });
      expect(await cellOf('9999-12-31')).toMatchObject({ style: '2', value: '2958465' });
      await cellOf(due);
    });

    it('D13 stores formulas as text', async () => {
      const [sheet] = readXlsx((await as(XLSX)).bytes);
      const found = sheet!.rows.map((row) => row[2]!);
      for (const name of names) expect(found).toContainEqual({ type: 'inlineStr', style: undefined, value: name });
    });
  });

  it.each<[string, string]>([
    ['*/*', 'application/json'],
    ['text/html, */*;q=0.2', 'application/json'],
    ['application/pdf', 'application/json'],
    ['nonsense', 'application/json'],
    ['application/json;q=0.1, text/csv', 'text/csv; charset=utf-8'],
    ['text/csv;q=0.5, application/json;q=0.6', 'application/json'],
    [`${XLSX}, text/csv;q=0.9`, XLSX],
  ])('answers Accept: %s with %s', async (accept, type) => {
    const { status, headers } = await as(accept, REPORT.boxes);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
  });

  it.each([CSV, XLSX])('answers HEAD, and refusals, with Accept: %s', async (accept) => {
    const head = await as(accept, REPORT.boxes, {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers.get('content-type')]).toEqual([200, 0, expect.stringContaining(accept)]);
    const refused = await as(accept, REPORT.due, { Vencem: 'x' });
    expectRefusal(refused, 400);
    expect(refused.headers.get('content-disposition')).toBeNull();
    const query = { ...CLIENT, idRelatorio: NOBODY };
    expectRefusal(await other.get(DATA, { query, headers: { accept } }), 401);
    expect(IDS.client).toBe(CLIENT.idCliente);
  });
});
