import { writeFile } from 'node:fs/promises';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { deskWithContents, demoText, edited } from './support/archive-files';
import { describeScene } from './support/describe-service';

describeScene('an archive file in conflict with the contents of the archive', deskWithContents, (desk) => {
  let text: string;
  beforeAll(async () => {
    text = await demoText();
  });

  /** What the contents of the archive do not allow. */
  it.each<[string, readonly (readonly [string | RegExp, string])[], RegExp]>([
    [
      'a level with documents is removed',
      [[/ {10}- name: Contratos[\s\S]*?(?= {6}- name: Recursos Humanos)/, '']],
      /level "Financeiro > Contratos" cannot be removed: it has documents/,
    ],
    [
      'a field with values is removed',
      [['              - label: Valor Total\n                type: money\n', '']],
      /field "Valor Total" of level "Financeiro > Notas Fiscais" cannot be removed: it has values/,
    ],
    [
      'the type of a field with values changes',
      [['- label: Valor Total\n                type: money', '- label: Valor Total\n                type: number']],
      /^archive.yaml:\d+:\d+ the type of field "Valor Total" .* cannot change from money to number: it has values/,
    ],
    [
      'the type of a list field with values changes',
      [['- label: Cargo\n            type: text\n            max: 100', '- label: Cargo\n            type: number']],
      /the type of field "Cargo" of list "Funcionários" cannot change/,
    ],
    [
      'another key for a list with rows',
      [
        [
          '- label: Nome\n            type: text\n            importMandatory: true\n            max: 250\n          - label: Cargo',
          '- label: Nome\n            type: text\n            key: true\n            max: 250\n          - label: Cargo',
        ],
      ],
      /key fields of list "Funcionários" cannot change, nor their order: it has rows/,
    ],
    [
      'a list whose rows documents point at is removed',
      [
        [/ {6}- name: Fornecedores\n {8}kind[\s\S]*?(?= {6}- name: Funcionários)/, ''],
        ['              - name: Fornecedores\n', ''],
      ],
      /list "Fornecedores" cannot be removed: documents point at its rows/,
    ],
    [
      'a list is taken from a level',
      [['              - name: Fornecedores\n', '']],
      /list "Fornecedores" cannot be removed from level "Financeiro > Contratos": documents there point at its rows/,
    ],
    [
      'a row that documents point at is removed',
      [
        ['        rows:\n', '        rowsComplete: true\n        rows:\n'],
        [/ {10}- Matrícula: '1002'\n.*\n.*\n/, ''],
      ],
      /row \S+ of list "Funcionários" cannot be removed: documents point at it/,
    ],
    [
      'a box with documents is removed',
      [['      - code: 5002\n        type: Caixa Arquivo\n        unit: Unidade Central\n', '']],
      /box 5002 cannot be removed: it holds documents/,
    ],
    [
      'a unit with documents is taken from its client',
      [
        ['units:\n      - Unidade Central', 'units:\n      - Unidade Sul'],
        [/unit: Unidade Central/g, 'unit: Unidade Sul'],
      ],
      /unit "Unidade Central" cannot be removed from client "Empresa Exemplo": it has documents of the client/,
    ],
    [
      'a client with documents is removed',
      [
        [/clients:[\s\S]*?(?= {2}- name: Outra Empresa)/, 'clients:\n'],
        [/users:[\s\S]*/, ''],
      ],
      /client "Empresa Exemplo" cannot be removed: it has documents/,
    ],
    [
      'a profile in use is removed',
      [
        [/ {2}- name: Leitor\n {4}permissions:[\s\S]*?(?=clients:)/, ''],
        [/users:[\s\S]*/, ''],
      ],
      /"Leitor" cannot be removed: it is needed by user "leitor"/,
    ],
  ])('is refused with a reason: %s', async (_, edits, message) => {
    let changed = text;
    for (const [from, to] of edits) {
      const next = typeof from === 'string' ? edited(changed, [from, to]) : changed.replace(from, to);
      expect(next).not.toBe(changed);
      changed = next;
    }
    const lines = await desk.refused(changed, { allowRemove: true });
    expect(lines.filter((line) => message.test(line))).toHaveLength(1);
  });

  it('refuses to move a level with documents below another one', async () => {
    const exported = await desk.export({ ids: true });
    const [level] = / {10}- id: \S+\n {12}name: Contratos[\s\S]*?(?= {10}- id: \S+\n {12}name: Notas)/.exec(exported)!;
    const moved = edited(exported, [level, '']).replace(/( {10}- id: \S+\n {12}name: Prontuários)/, `${level}$1`);
    const lines = await desk.refused(moved, { allowRemove: true });
    expect(lines).toEqual([expect.stringMatching(/level "Financeiro > Contratos" cannot move: documents are filed at it or under it/)]);
  });

  it('refuses a section that removes what an omitted one needs', async () => {
    expect(await desk.refused('units:\n  - name: Unidade Sul\n    cnpj: "07664483000178"\n', { allowRemove: true })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/unit "Unidade Central" cannot be removed: it has documents/),
        expect.stringMatching(/"Unidade Central" cannot be removed: it is needed by client "Empresa Exemplo"/),
        expect.stringMatching(/"Unidade Central" cannot be removed: it is needed by user "demo"/),
      ]),
    );
  });

  it.each(['../rows.csv', '/etc/passwd', 'sub/../../rows.csv', '.'])('reads no rows from outside its folder: %s', async (file) => {
    const lists = `clients:\n  - name: ${DEMO_CLIENT}\n    units: [Unidade Central]\n    lists:\n      - {name: L, kind: autocomplete, fields: [{label: K, type: text, key: true}], rowsFrom: ${file}}\n`;
    expect((await desk.refused(lists, { allowRemove: true })).some((line) => /lies outside the folder of this file/.test(line))).toBe(true);
  });

  it('reports a file of rows that is missing or not UTF-8', async () => {
    await writeFile(desk.path('latin.csv'), Buffer.concat([Buffer.from('K\nação\nAdmiss'), Buffer.from([0xe7])]));
    const lists = (file: string) =>
      `clients:\n  - name: Nova\n    units: [Unidade Central]\n    lists:\n      - {name: L, kind: autocomplete, fields: [{label: K, type: text, key: true}], rowsFrom: ${file}}\n`;
    expect(await desk.refused(lists('none.csv'), { allowRemove: true })).toContainEqual(
      expect.stringMatching(/"none.csv" cannot be read: ENOENT/),
    );
    expect(await desk.refused(lists('latin.csv'), { allowRemove: true })).toContainEqual(
      expect.stringMatching(/latin.csv:3:7 the byte 0xE7 \(byte 16 of the file\) is no UTF-8/),
    );
  });

  it('reads rows in the encoding that their bytes speak for, with the separator that they name, and says which', async () => {
    const rows = 'K\tNome\r\n1\tAção\r\n';
    const files: [string, Buffer, string][] = [
      ['windows.csv', Buffer.from(`sep=;\r\n${rows.replaceAll('\t', ';')}\x1a`, 'latin1'), 'windows-1252'],
      ['unicode.txt', Buffer.from(`\ufeff${rows}`, 'utf16le'), 'utf-16le'],
      ['utf8.csv', Buffer.from(rows.replaceAll('\t', ',')), 'utf-8'],
    ];
    for (const [file, bytes, encoding] of files) {
      await writeFile(desk.path(file), bytes);
      const client = `  - name: Nova\n    units: [Unidade Central]\n    lists:\n      - {name: L, kind: autocomplete, fields: [{label: K, type: text, key: true}, {label: Nome, type: text}], rowsFrom: ${file}}\n`;
      const { plan, tables } = await desk.apply(text.replace(/^clients:\n/m, `clients:\n${client}`), { dryRun: true });
      expect(tables).toEqual([{ file: desk.path(file), encoding }]);
      expect(JSON.stringify(plan.groups)).toContain('1, Ação');
    }
  });
});
