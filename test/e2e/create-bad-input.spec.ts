import { samplePdf } from '#src/cli/demo/sample-files';
import { base64, IDS, invoiceValues, loggedIn, place, type Api } from './support/api';
import {
  bodyOf,
  create,
  createdBy,
  expectRefusal,
  filesOf,
  leavingNothing,
  metadataOf,
  PATHS,
  problemsOf,
  refused,
  VERSIONS,
  type Version,
} from './support/creates';
import { startService, type Service } from './support/service';

type Member = string | number;

/** What is never right for a member of each kind. */
const WRONG = {
  text: [5, true, {}, [], ['text'], { valor: 'text' }],
  required: [null, '', '  '],
  integer: ['doze', '5e3', 1.5, true, {}, [5001], -1, 0, 1e300, '99999999999999999999'],
  flag: ['yes', 'sim', 2, {}, [], [true], ''.padEnd(1, '-')],
  file: [5, true, {}, [], ['AAAA'], null],
  extension: [5, true, {}, [], null, '', 'p df', '../pdf', 'tar.gz', 'a'.repeat(21), 'pdf\u0000'],
  list: ['text', 5, true, {}, { 0: {} }],
  item: [null, 'text', 5, true, [], [[]]],
} as const;
type Kind = keyof typeof WRONG;

const FILE_V3: [Member, ...Kind[]][] = [
  ['linkArquivo', 'text'],
  ['arquivo', 'file'],
  ['contentType', 'text', 'required'],
  ['compartilhado', 'flag'],
];
const FIELDS: Record<Version, [Member, ...Kind[]][]> = {
  V1: [
    ['arquivo', 'file'],
    ['contentType', 'text'],
  ],
  V2: [
    ['arquivo', 'file'],
    ['contentType', 'text'],
    ['compartilhado', 'flag'],
  ],
  V3: FILE_V3.map(([name, ...kinds]) => (name === 'arquivo' ? [name, 'file'] : [name, ...kinds])),
};
const ALL_FILES: [Member, ...Kind[]][] = [
  ['extensao', 'extension'],
  ['nomeAmigavel', 'text', 'required'],
];

const spelled = (version: Version, name: Member) =>
  version === 'V2' && typeof name === 'string' && name !== 'compartilhado' ? name[0]!.toUpperCase() + name.slice(1) : name;

/** Every member of a version's body, with the values that it must refuse. */
function membersOf(version: Version): [path: string, members: Member[], values: unknown[]][] {
  const paths: [Member[], ...Kind[]][] = [
    [['codigoCaixa'], 'integer'],
    [['valoresCampos'], 'list'],
    [['valoresCampos', 0], 'item'],
    [['valoresCampos', 1, 'nomeLista'], 'text'],
    [['valoresCampos', 1, 'label'], 'text', 'required'],
    [['valoresCampos', 1, 'valorCampo'], 'text'],
    [['arquivos'], 'list'],
    [['arquivos', 1], 'item'],
    ...[...FIELDS[version], ...ALL_FILES].map(([name, ...kinds]): [Member[], ...Kind[]] => [['arquivos', 1, name], ...kinds]),
    ...(version === 'V2' ? [[['idDocumento'], 'text'] as [Member[], Kind]] : []),
  ];
  return paths.map(([names, ...kinds]) => {
    const members = names.map((name) => spelled(version, name));
    const path = members.reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text && `${text}.${part}`) || `${part}`,
      '',
    );
    // V3: without `arquivo` its link is asked for; what null means there is for the file of operation 4.9 to say.
    const values = kinds
      .flatMap((kind): unknown[] => [...WRONG[kind]])
      .filter((value) => !(version === 'V3' && names[2] === 'arquivo' && value === null));
    return [path, members, values];
  });
}

function replaced(body: unknown, [member, ...rest]: Member[], value: unknown): unknown {
  if (member === undefined) return value;
  const copy = (Array.isArray(body) ? [...body] : { ...(body as object) }) as Record<Member, unknown>;
  copy[member] = replaced(copy[member], rest, value);
  return copy;
}

const TEXT = { content: 'Olá, acervo!\n', extension: 'txt', name: 'Texto' };

describe('bad input to all creates', () => {
  let service: Service;
  let api: Api;
  beforeAll(async () => {
    service = await startService();
    api = await loggedIn(service.url);
  });
  afterAll(() => service.stop());

  const send = (version: Version, body: unknown, query: Record<string, string> | string = place()) =>
    api.post(PATHS[version], { query, body });
  const twoFiles = (version: Version) =>
    bodyOf(version, { values: invoiceValues('9'), files: [TEXT, { content: samplePdf('x'), extension: 'pdf' }] });

  describe.each(VERSIONS)('%s', (version) => {
    it.each(membersOf(version))('refuses the wrong types as %s', async (path, members, values) => {
      await leavingNothing(service, async () => {
        for (const value of values) {
          const json = expectRefusal(await send(version, replaced(twoFiles(version), members, value)), 400);
          expect([value, json.erros?.map(({ campo }) => campo)]).toEqual([value, [path]]);
        }
      });
    });

    it('refuses a valid body that is cut short anywhere', async () => {
      const whole = Buffer.from(JSON.stringify(twoFiles(version)));
      await leavingNothing(service, async () => {
        for (let part = 0; part < 50; part++) {
          const { codigo } = expectRefusal(await send(version, whole.subarray(0, Math.floor((whole.length * part) / 50))), 400);
          expect(['JSON_INVALIDO', 'CORPO_OBRIGATORIO']).toContain(codigo);
        }
      });
      expect((await send(version, whole)).status).toBe(201);
    });

    it.each([
      'text',
      '5',
      'true',
      'null',
      '[]',
      '[{}]',
      '"x"',
      '{]',
      '{"a":1,}',
      "{'a':1}",
      '{"a":NaN}',
      '\u0000',
      '{} {}',
      '{}x',
      '[[[[',
      '<xml/>',
    ])('refuses the body %j', async (body) => {
      await refused(service, 400, () => send(version, body));
    });

    it.each([
      ['the body', [], 'perfil'],
      ['a value', ['valoresCampos', 0], 'valoresCampos[0].perfil'],
      ['a file', ['arquivos', 1], 'arquivos[1].perfil'],
    ] as [string, Member[], string][])('refuses an unknown property of %s', async (_, names, path) => {
      const members = [...names.map((name) => spelled(version, name)), 'perfil'];
      const json = await refused(service, 400, () => send(version, replaced(twoFiles(version), members, 'x')));
      expect(problemsOf(json).map((text) => text.toLowerCase())).toEqual([`${path} CAMPO_DESCONHECIDO`.toLowerCase()]);
    });

    it.each(['__proto__', 'constructor', 'prototype'])('takes %s for no property of its own', async (name) => {
      const body = JSON.stringify(bodyOf(version)).replace('{', `{"${name}":{"codigoCaixa":5003},`);
      await refused(service, 400, () => send(version, body));
    });

    it('refuses a property that comes twice, in whatever case', async () => {
      const body = JSON.stringify(bodyOf(version)).replace('{', '{"CODIGOCAIXA":null,');
      const json = await refused(service, 400, () => send(version, body));
      expect(json.codigo).toBe('CAMPO_REPETIDO');
    });

    it('refuses JSON that is nested without end', async () => {
      await refused(service, 400, () => send(version, '{"valoresCampos":'.repeat(10_000)));
      await refused(service, 400, () => send(version, replaced(bodyOf(version), ['x'], JSON.parse('['.repeat(100) + ']'.repeat(100)))));
    });

    it.each([
      ['an illegal character', 'QUJD*UJD', 'BASE64_INVALIDO'],
      ['the URL-safe alphabet', 'QUJD-_JD', 'BASE64_INVALIDO'],
      ['padding that lacks', 'QUI', 'BASE64_INVALIDO'],
      ['padding in the middle', 'QUI=QUJD', 'BASE64_INVALIDO'],
      ['too much padding', 'QUJD====', 'BASE64_INVALIDO'],
      ['bits left over', 'QUJ=', 'BASE64_INVALIDO'],
      ['an accent', 'QUJDé', 'BASE64_INVALIDO'],
      ['a prefix that is none', 'base64,QUJD', 'BASE64_INVALIDO'],
      ['padding alone', '====', 'BASE64_INVALIDO'],
      ['nothing', '', 'ARQUIVO_VAZIO'],
      ['line breaks alone', '\r\n', 'ARQUIVO_VAZIO'],
      ['a prefix alone', 'data:text/plain;base64,', 'ARQUIVO_VAZIO'],
    ])('refuses Base64 with %s, and says where', async (_, content, code) => {
      const body = replaced(twoFiles(version), [spelled(version, 'arquivos'), 1, spelled(version, 'arquivo')], content);
      const json = await refused(service, 400, () => send(version, body));
      expect(problemsOf(json).map((text) => text.toLowerCase())).toEqual([`arquivos[1].arquivo ${code}`.toLowerCase()]);
      if (code === 'BASE64_INVALIDO') {
        const start = Buffer.from(JSON.stringify(body)).indexOf(content);
        const position = Number(/byte (\d+)/.exec(json.erros![0]!.mensagem)?.[1]);
        expect(position).toBeGreaterThanOrEqual(start);
        expect(position).toBeLessThanOrEqual(start + Buffer.byteLength(content));
      }
    });

    it.each([
      ['line breaks', (text: string) => text.replace(/.{4}/g, '$&\r\n')],
      ['a data: prefix', (text: string) => `data:text/plain;charset=utf-8;base64,${text}`],
      ['escaped slashes', (text: string) => text],
    ])('takes Base64 with %s', async (_, write) => {
      const content = 'Olá, acervo! ÿÿÿ???>>>\n'.repeat(5);
      const member = [spelled(version, 'arquivos'), 0, spelled(version, 'arquivo')];
      const body = JSON.stringify(replaced(twoFiles(version), member, write(base64(content)))).replace(
        /(?<=[A-Za-z0-9+])\/(?=[A-Za-z0-9+])/g,
        '\\/',
      );
      const { code } = createdBy(await send(version, body));
      const { Id } = await metadataOf(api, code);
      expect((await filesOf(api, Id!))[0]!.binario).toBe(base64(content));
    });
  });

  it.each([
    ['all', '', ['idUnidade', 'idCliente', 'idArvoreOrganizacional']],
    ['two', { idUnidade: IDS.unit }, ['idCliente', 'idArvoreOrganizacional']],
    ['one, by an empty value', { ...place(), idUnidade: '' }, ['idUnidade']],
    ['one, in the body instead', { idUnidade: IDS.unit, idCliente: IDS.client }, ['idArvoreOrganizacional']],
  ])('names the ids of the query that are missing: %s', async (_, query, missing) => {
    for (const version of VERSIONS) {
      const body = { ...bodyOf(version), idArvoreOrganizacional: IDS.invoices };
      const json = await refused(service, 400, () => send(version, body, query as Record<string, string>));
      expect(problemsOf(json)).toEqual(missing.map((name) => `${name} OBRIGATORIO`));
    }
  });

  it.each([
    '5',
    'undefined',
    IDS.unit.slice(1),
    `${IDS.unit}0`,
    `{${IDS.unit}`,
    IDS.unit.replaceAll('-', ''),
    "' OR 1=1 --",
    `${IDS.unit},${IDS.unit}`,
  ])('refuses %j for a GUID', async (id) => {
    const json = await refused(service, 400, () => send('V3', bodyOf('V3'), { ...place(), idUnidade: id, idCliente: id }));
    expect(problemsOf(json)).toEqual(['idUnidade FORMATO_INVALIDO', 'idCliente FORMATO_INVALIDO']);
  });

  it('refuses an id that comes twice, and a parameter that nobody knows', async () => {
    const query = new URLSearchParams(place()).toString();
    expect(problemsOf(await refused(service, 400, () => send('V1', bodyOf('V1'), `${query}&IDUNIDADE=${IDS.unit}`)))).toEqual([
      'idunidade CAMPO_REPETIDO',
    ]);
    expect(problemsOf(await refused(service, 400, () => send('V1', bodyOf('V1'), `${query}&perfil=1`)))).toEqual([
      'perfil CAMPO_DESCONHECIDO',
    ]);
  });

  it.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json; charset=iso-8859-1',
  ])('refuses a body of type %s', async (type) => {
    for (const version of VERSIONS) {
      await refused(service, 415, () => api.post(PATHS[version], { query: place(), body: '{}', headers: { 'content-type': type } }));
    }
  });

  it('refuses a compressed body', async () => {
    await refused(service, 415, () => api.post(PATHS.V1, { query: place(), body: bodyOf('V1'), headers: { 'content-encoding': 'gzip' } }));
  });

  it('keeps SQL, HTML and every odd character as they were sent', async () => {
    const texts = [
      `'; DROP TABLE document; --`,
      `" OR "1"="1" /* \\' \\" \\\\ %00 %27 */`,
      `<script>alert('x')</script><img src=x onerror=alert(1)>&amp;&lt;`,
      `\${7*7} {{7*7}} %s %n ../../etc/passwd`,
      'ação  e  coração 日本語 😀 \u202e\u200b e\u0301 \u{10FFFF}',
      'first\r\nsecond\tthird',
    ];
    for (const [index, text] of texts.entries()) {
      const version = VERSIONS[index % 3]!;
      const values = [
        { label: 'Título', valorCampo: text },
        { nomeLista: 'Fornecedores', label: 'CNPJ', valorCampo: `1122233300018${1}` },
        {
          nomeLista: 'Clientes Finais',
          label: 'CPF',
          valorCampo: ['52998224725', '11144477735', '39053344705', '12345678909', '98765432100', '00000000191'][index]!,
        },
        { nomeLista: 'Clientes Finais', label: 'Nome', valorCampo: text },
      ];
      const { code } = createdBy(await create(api, version, { values, files: [{ ...TEXT, name: text }] }, IDS.contracts));
      const shown = await metadataOf(api, code);
      expect([shown['Título'], shown['Nome']]).toEqual([text, text]);
      expect((await filesOf(api, shown['Id']!))[0]!.nomeDoArquivo).toBe(text);
    }
  });

  it.each(['\u0000', 'a\u0000b', '\ud800', 'x\udc00y'])('refuses %j, which no store keeps, in any text', async (text) => {
    for (const version of VERSIONS) {
      const values = [...invoiceValues(), { label: 'Observação', valorCampo: text }];
      await refused(service, 400, () => create(api, version, { values }));
      await refused(service, 400, () => create(api, version, { files: [{ ...TEXT, name: text }] }));
    }
  });

  it('takes texts up to their limits and refuses longer ones', async () => {
    const withText = (length: number) => ({ values: [...invoiceValues(), { label: 'Observação', valorCampo: 'ã'.repeat(length) }] });
    const withName = (length: number) => ({ files: [{ ...TEXT, name: 'é'.repeat(length) }] });
    for (const version of VERSIONS) {
      const { code } = createdBy(await create(api, version, { ...withText(4000), ...withName(255) }));
      expect((await metadataOf(api, code))['Observação']).toBe('ã'.repeat(4000));
      await refused(service, 400, () => create(api, version, withText(4001)));
      await refused(service, 400, () => create(api, version, withName(256)));
    }
  });
});
