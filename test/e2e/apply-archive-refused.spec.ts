import { stableId } from '#application/support/stable-id';
import { IDS } from './support/api';
import { deskWithContents, demoText, edited } from './support/archive-files';
import { describeScene } from './support/describe-service';

const TITLE = '- label: Título\n                type: text\n                mandatory: true\n';
const STAFF_KEY = '- label: Matrícula\n            type: number\n            key: true\n';

describeScene('an archive file that cannot be applied', deskWithContents, (desk) => {
  let text: string;
  beforeAll(async () => {
    text = await demoText();
  });

  /** What the file says is wrong by itself. */
  it.each<[string, readonly (readonly [string, string])[], RegExp]>([
    [
      'an unknown property',
      [['kind: autocomplete', 'kind: autocomplete\n        colour: red']],
      /^archive.yaml:\d+:9 unknown property "colour"; known here are id, name, kind/,
    ],
    [
      'a member that is missing',
      [['- label: Cidade\n            type: text', '- label: Cidade']],
      /^archive.yaml:\d+:13 "type" is missing$/,
    ],
    ['an unknown type', [['type: cnpj\n', 'type: cnjp\n']], /^archive.yaml:\d+:19 "type" must be one of text, number, money/],
    ['a text where a number belongs', [['months: 60', 'months: soon']], /"months" must be a whole number/],
    ['no value at all', [['label: Cidade', 'label: ~']], /"label" must be a text/],
    ['an id that is none', [['- name: Unidade Sul', '- name: Unidade Sul\n    id: 12']], /"id" must be a GUID/],
    ['an unknown permission', [['- document:view', '- document:look']], /must be one of document:view, /],
    [
      'a unit that is not defined',
      [['units:\n      - Unidade Central', 'units:\n      - Unidade Oeste']],
      /^archive.yaml:\d+:9 unit "Unidade Oeste" is not defined$/,
    ],
    [
      'a list that is not defined',
      [['lists:\n              - name: Fornecedores', 'lists:\n              - name: Fornecedor']],
      /list "Fornecedor" is not defined for this client/,
    ],
    [
      'a box type that is not defined',
      [['type: Container', 'type: Contêiner']],
      /^archive.yaml:\d+:15 box type "Contêiner" is not defined$/,
    ],
    ['a profile that is not defined', [['profile: Leitor', 'profile: Visitante']], /profile "Visitante" is not defined/],
    ['a grant on a level that is not there', [['- Financeiro\n', '- Finanças\n']], /client "Empresa Exemplo" has no level "Finanças"/],
    [
      'a unit that does not serve the client',
      [['unit: Unidade Sul\n        profile', 'unit: Unidade Central\n        profile']],
      /unit of client "Outra Empresa" "Unidade Central" is not defined/,
    ],
    ['two lists of one name', [['- name: Clientes Finais', '- name: fornecedores']], /list "fornecedores" is there twice/],
    ['two levels of one name', [['- name: Contratos', '- name: NOTAS FISCAIS']], /level "NOTAS FISCAIS" is there twice/],
    ['one login twice', [['login: leitor', 'login: Démo']], /login "Démo" is there twice/],
    ['one label twice on a level', [['label: Vigência', 'label: titulo']], /field "titulo" is there twice/],
    [
      'a label that a level above has',
      [['  - name: Financeiro\n', '  - name: Financeiro\n        fields:\n          - label: título\n            type: text\n']],
      /field "Título" is on a level above already/,
    ],
    ['a list without key', [[STAFF_KEY, STAFF_KEY.replace('            key: true\n', '')]], /list "Funcionários" has no key field/],
    [
      'options that are missing',
      [['                options:\n                  - Vigente\n                  - Encerrado\n', '']],
      /field "Situação" is of type options and has no options/,
    ],
    [
      'options of another type',
      [[TITLE, `${TITLE}                options:\n                  - A\n`]],
      /options, which only fields of type options may have/,
    ],
    [
      'an expression that is none',
      [[TITLE, `${TITLE}                pattern: "[a-"\n`]],
      /pattern of field "Título" is not a regular expression/,
    ],
    [
      'bounds the wrong way round',
      [[TITLE, `${TITLE}                min: 5\n                max: 2\n`]],
      /min 5 of field "Título" is above max 2/,
    ],
    [
      'a retention field that is no date',
      [['field: Data de Emissão', 'field: Número']],
      /counts from the field "Número", which is not a date but number/,
    ],
    [
      'a retention field that is not there',
      [['field: Data de Emissão', 'field: Data']],
      /counts from the field "Data", which is not there/,
    ],
    [
      'a parent field that is not there',
      [[TITLE, `${TITLE}                parent: Nada\n`]],
      /parent field "Nada", which is not defined here or above/,
    ],
    [
      'a parent field of another type',
      [[TITLE, `${TITLE}                parent: Vigência\n                operator: ">"\n`]],
      /of type text cannot be compared with its parent field "Vigência" of type date/,
    ],
    ['a field that is its own parent', [[TITLE, `${TITLE}                parent: Título\n`]], /field "Título" is its own parent field/],
    [
      'an operator without a parent',
      [[TITLE, `${TITLE}                operator: "="\n`]],
      /:\d+:17 "parent" is missing, which "operator" needs$/,
    ],
    [
      'a list that is its own parent',
      [
        [
          '- name: Fornecedores\n        kind: autocomplete',
          '- name: Fornecedores\n        kind: autocomplete\n        parent: Fornecedores',
        ],
      ],
      /list "Fornecedores" is its own parent list/,
    ],
    [
      'a parent list whose key is not repeated',
      [['- name: Clientes Finais\n        kind', '- name: Clientes Finais\n        parent: Funcionários\n        kind']],
      /lacks the field "Matrícula", the key of its parent list "Funcionários"/,
    ],
    [
      'one box code twice',
      [['code: 5001\n', 'code: 5001\n        subBoxes:\n          - code: 5001\n']],
      /box 5001, numbered by the client, is there twice/,
    ],
    ['one id for two things', [['- name: Unidade Sul', `- name: Unidade Sul\n    id: ${IDS.unit}`]], /is already used in this file/],
    [
      'a row whose value breaks its field',
      [["Matrícula: '1002'", 'Matrícula: mil']],
      /^archive.yaml:\d+:24 the field "Matrícula" cannot hold this value: FORMAT$/,
    ],
    [
      'a row without its key',
      [["- Matrícula: '1002'\n            Nome: Bruno Lima\n", '- Nome: Bruno Lima\n']],
      /the key field "Matrícula" has no value/,
    ],
    ['one key twice', [["Matrícula: '1002'", 'Matrícula: 01001']], /the key of this row is that of another one, row 1/],
    ['a row with a field that is not there', [['Cargo: Gerente', 'Função: Gerente']], /list "Funcionários" has no field "Função"/],
    ['a text that cannot be stored', [['name: Outro Usuário', 'name: "Outro\\0Usuário"']], /holds NUL or half a character/],
  ])('reports position and problem: %s', async (_, edits, message) => {
    const lines = await desk.refused(edited(text, ...edits), { allowRemove: true });
    expect(lines.filter((line) => message.test(line))).not.toEqual([]);
    expect(lines.every((line) => /^archive\.yaml(:\d+:\d+)? /.test(line))).toBe(true);
  });

  it('reports all problems at once, in the order of the file', async () => {
    const lines = await desk.refused(
      edited(
        text,
        ['kind: autocomplete', 'kind: autocomplete\n        colour: red'],
        ["Matrícula: '1002'", 'Matrícula: mil'],
        ['field: Data de Emissão', 'field: Número'],
        ['profile: Leitor', 'profile: Visitante'],
        ['login: outro', 'login: novo\n    email: x'],
      ).replace(/(login: novo[\s\S]*?) +password: \S+\n/, '$1'),
      { allowRemove: true },
    );
    expect(lines.map((line) => line.replace(/^archive.yaml:\d+:\d+ /, ''))).toEqual([
      expect.stringContaining('colour'),
      expect.stringContaining('Matrícula'),
      expect.stringContaining('not a date'),
      expect.stringContaining('Visitante'),
      expect.stringContaining('is new and needs a password'),
      expect.stringContaining('must be an e-mail address'),
    ]);
  });

  it.each([
    ['a mapping left open', 'units: [', /^archive.yaml:1:\d+ /],
    ['a name twice', 'units: []\nunits: []', /^archive.yaml:2:1 Map keys must be unique/],
    ['two documents', '{}\n---\n{}', /multiple documents/],
    ['a tag', 'units: !!set []', /archive.yaml:1:\d+ /],
    ['a list for the whole', '[]', /must be names with values/],
    ['nothing', '', /must be names with values/],
    ['a weak password', 'users:\n  - {login: a, name: A, password: fraca, grants: []}', /the password of user "a" is too weak/],
    [
      'a level above itself by id',
      `clients: [{id: ${stableId('x')}, name: A, units: [], levels: [{id: ${stableId('y')}, name: B, levels: [{id: ${stableId('y')}, name: C}]}]}]`,
      /is already used in this file/,
    ],
  ])('is unreadable: %s', async (_, content, message) => {
    expect((await desk.refused(content)).some((line) => message.test(line))).toBe(true);
  });
});
