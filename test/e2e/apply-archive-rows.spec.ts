import { writeFile } from 'node:fs/promises';
import type { ArchivePlan } from '#domain/provisioning/archive-plan';
import { summary, openDesk } from './support/archive-files';
import { describeScene } from './support/describe-service';
import { STORAGE } from './support/service';

/** The size that is promised where it is quick; the same way through on servers. */
const ROWS = STORAGE === 'embedded' ? 100_000 : 5_000;
const BAD_LINE = 54_321;

const archive = (rows: string) => `clients:
  - name: Cadastro
    units: [Unidade Central]
    lists:
      - name: Pessoas
        kind: consolidation
        fields:
          - {label: Código, type: number, key: true}
          - {label: Nome, type: text, importMandatory: true, max: 60}
          - {label: Nascimento, type: date}
        ${rows}
`;

describeScene('rows of lists from files', openDesk, (desk) => {
  beforeAll(async () => {
    // The clients of the demo archive have documents; a file that has the section must have them, too.
    others = (await desk.export()).replace(/[\s\S]*clients:\n/, '').replace(/\nusers:[\s\S]*/, '\n');
  });

  let others = '';
  const apply = (rows: string, options = {}) => desk.apply(archive(rows) + others, options);
  const refused = (rows: string) => desk.refused(archive(rows) + others);
  const csv = (name: string, lines: readonly string[]) => writeFile(desk.path(name), `${lines.join('\r\n')}\r\n`);
  const rowsOf = ({ groups }: ArchivePlan) => groups.filter(({ what }) => what.startsWith('rows')).map(({ counts }) => counts)[0];
  const cells = async () =>
    (await desk.service.database.query(
      `SELECT f.label, v.value FROM list_row_value v JOIN field f ON f.code = v.field_code JOIN client c ON c.id = f.client_id
       WHERE c.name = 'Cadastro' ORDER BY v.row_code, f.position`,
    )) as { label: string; value: string }[];

  it('are read with either separator, quotes, a byte order mark, and columns in any order', async () => {
    await csv('a.csv', ['\uFEFFNome;Código', '"Ana; ""a primeira""";1', '', 'Bia;2']);
    expect(rowsOf((await apply('rowsFrom: a.csv')).plan)).toEqual({ add: 2, change: 0, remove: 0 });
    await csv('b.csv', ['Código,Nome', '1,"Ana; ""a primeira"""', '2,Bia', '3,"duas\nlinhas"']);
    expect(rowsOf((await apply('rowsFrom: b.csv')).plan)).toEqual({ add: 1, change: 0, remove: 0 });
    expect((await cells()).map(({ value }) => value)).toEqual(['1', 'Ana; "a primeira"', '2', 'Bia', '3', 'duas\nlinhas']);
  });

  it('change by their key, and a missing column keeps its cells', async () => {
    await csv('c.csv', ['Código;Nascimento', '01;1990-02-01', '2;']);
    const changed = await apply('rowsFrom: c.csv');
    expect(rowsOf(changed.plan)).toEqual({ add: 0, change: 1, remove: 0 });
    expect((await cells()).filter(({ label }) => label === 'Nascimento')).toEqual([{ label: 'Nascimento', value: '01/02/1990' }]);
    expect((await cells()).filter(({ label }) => label === 'Nome')).toHaveLength(3);
    expect(rowsOf((await apply('rowsFrom: c.csv')).plan)).toBeUndefined();
    await csv('d.csv', ['Código;Nascimento', '1;']);
    expect(rowsOf((await apply('rowsFrom: d.csv')).plan)).toEqual({ add: 0, change: 1, remove: 0 });
    expect((await cells()).filter(({ label }) => label === 'Nascimento')).toEqual([]);
  });

  it('missing from the file stay, unless the file is declared complete', async () => {
    await csv('e.csv', ['Código;Nome', '2;Bia']);
    expect(rowsOf((await apply('rowsFrom: e.csv')).plan)).toBeUndefined();
    const complete = 'rowsFrom: e.csv\n        rowsComplete: true';
    await expect(apply(complete)).rejects.toThrow(/--allow-remove/);
    expect(rowsOf((await apply(complete, { allowRemove: true })).plan)).toEqual({ add: 0, change: 0, remove: 2 });
    expect(await cells()).toHaveLength(2);
  });

  it.each([
    [
      'a value that breaks its field',
      ['Código;Nome', '1;Ana', 'dois;Bia'],
      /bad.csv:3:1 the field "Código" cannot hold this value: FORMAT/,
    ],
    ['a cell too many', ['Código;Nome', '1;Ana;x'], /bad.csv:2 this line has 3 cells, the first one 2/],
    ['a key that is missing', ['Código;Nome', ';Ana'], /bad.csv:2:1 the key field "Código" has no value/],
    ['one key twice', ['Código;Nome', '7;Ana', '07;Bia'], /bad.csv:3 the key of this row is that of another one, in line 2/],
    ['a mandatory cell that is empty', ['Código;Nome', '7;'], /bad.csv:2:2 the field "Nome" has no value/],
    ['a mandatory column that is missing', ['Código', '7'], /bad.csv:2:? ?.*the row is new and lacks the field "Nome"/],
    ['an unknown column', ['Código;Nome;Cor', '7;Ana;azul'], /bad.csv:1:3 list "Pessoas" has no field "Cor"/],
    ['a column twice', ['Código;Nome;Nome', '7;Ana;Ana'], /bad.csv:1:3 the column "Nome" is there twice/],
    ['a quote that is not closed', ['Código;Nome', '7;"Ana'], /bad.csv:2:3 a quote is opened and never closed/],
    ['a quote inside a cell', ['Código;Nome', '7;A"na'], /bad.csv:2:3 a quote stands inside a cell/],
    ['something after a quote', ['Código;Nome', '7;"Ana"x'], /bad.csv:2:8 something stands between a closing quote/],
    ['nothing', [''], /"bad.csv" is empty/],
  ])('are refused with file and line, and nothing is applied: %s', async (_, lines, message) => {
    await csv('bad.csv', lines);
    const told = await refused('rowsFrom: bad.csv');
    expect(told.filter((line) => message.test(line))).toHaveLength(1);
  });

  it(`are imported by the ${ROWS}, and one invalid line refuses all`, async () => {
    const lines = ['Código;Nome;Nascimento', ...Array.from({ length: ROWS }, (_, index) => `${index + 10};Pessoa ${index};01/02/1990`)];
    const good = lines[BAD_LINE - 1]!;
    lines[BAD_LINE - 1] = 'x;Pessoa;31/02/1990';
    await csv('many.csv', lines);
    const told = await refused('rowsFrom: many.csv');
    const bad = (column: number, label: string) => expect.stringMatching(new RegExp(`^many.csv:${BAD_LINE}:${column} .*"${label}"`));
    expect(told).toEqual([bad(1, 'Código'), bad(3, 'Nascimento')]);

    lines[BAD_LINE - 1] = good;
    await csv('many.csv', lines);
    expect(rowsOf((await apply('rowsFrom: many.csv')).plan)).toEqual({ add: ROWS, change: 0, remove: 0 });
    expect(summary((await apply('rowsFrom: many.csv')).plan)).toEqual([]);
    expect(await cells()).toHaveLength(3 * ROWS + 2);
  });
});
