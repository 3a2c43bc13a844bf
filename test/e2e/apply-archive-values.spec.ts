import { writeFile } from 'node:fs/promises';
import type { ArchivePlan } from '#domain/provisioning/archive-plan';
import { openDesk } from './support/archive-files';
import { describeScene } from './support/describe-service';

const archive = (rows: string) => `clients:
  - name: Cadastro
    units: [Unidade Central]
    levels:
      - name: Ponto
        decimal: point
    lists:
      - name: Taxas
        kind: consolidation
        fields:
          - {label: Código, type: number, key: true}
          - {label: Nome, type: text}
          - {label: Valor, type: money}
          - {label: Dia, type: date}
        ${rows}
`;

describeScene('values in archive files', openDesk, (desk) => {
  let others = '';
  beforeAll(async () => {
    // The clients of the demo archive have documents; a file that has the section must have them, too.
    others = (await desk.export()).replace(/[\s\S]*clients:\n/, '').replace(/\nusers:[\s\S]*/, '\n');
  });
  const apply = (rows: string) => desk.apply(archive(rows) + others);
  const rowsOf = ({ groups }: ArchivePlan) => groups.filter(({ what }) => what.startsWith('rows')).map(({ counts }) => counts)[0];
  const cells = async () =>
    (
      (await desk.service.database.query(
        `SELECT v.value FROM list_row_value v JOIN field f ON f.code = v.field_code JOIN client c ON c.id = f.client_id
         WHERE c.name = 'Cadastro' ORDER BY v.row_code, f.position`,
      )) as { value: string }[]
    ).map(({ value }) => value);

  it('are numbers where they are unquoted numbers, and follow the rule of texts where they are quoted', async () => {
    const rows = `rows:
          - {Código: 7.125, Nome: 7.125, Valor: 5.799}
          - {Código: '7.125', Nome: '7.125', Valor: 'R$ 0.500'}
          - {Código: 1e3, Nome: c, Valor: 1.500}
          - {Código: 0010, Nome: d, Valor: '1.500'}`;
    expect(rowsOf((await apply(rows)).plan)).toEqual({ add: 4, change: 0, remove: 0 });
    const stored = ['7,125', '7.125', '5,799', '7.125', '7.125', 'R$ 0.500', '1000', 'c', '1,5', '0010', 'd', '1.500'];
    expect(await cells()).toEqual(stored);
    expect(rowsOf((await apply(rows)).plan)).toBeUndefined();
    // What was written by export is the same again.
    const exported = await desk.export();
    expect(exported).toContain('decimal: point');
    expect((await desk.apply(exported)).plan.groups).toEqual([]);
    expect(await cells()).toEqual(stored);
  });

  it('of tables follow the rule of texts, and days the one rule of days', async () => {
    await writeFile(
      desk.path('taxas.csv'),
      'Código;Valor;Dia\r\n7.125;1234.56;2026-11-22T01:30:00.000Z\r\n"7,125";;2026-11-21T00:00:00Z\r\n',
    );
    expect(rowsOf((await apply('rowsFrom: taxas.csv')).plan)).toEqual({ add: 0, change: 2, remove: 0 });
    expect(await cells()).toEqual([
      '7,125',
      '7.125',
      '21/11/2026',
      '7.125',
      '7.125',
      '1234.56',
      '21/11/2026',
      '1000',
      'c',
      '1,5',
      '0010',
      'd',
      '1.500',
    ]);
  });
});
