import { samplePdf } from '#src/demo/sample-files';
import { base64, IDS, invoiceValues, place, type Answer } from './support/api';
import {
  bodyOf,
  create,
  createdBy,
  expectRefusal,
  filesOf,
  leavesNothing,
  metadataOf,
  PATHS,
  problemsOf,
  VERSIONS,
  type Version,
} from './support/creates';
import { describeService } from './support/describe-service';
import { replaced, spelled, WRONG_TYPES } from './support/wrong-types';

const TEXT = { content: 'Olá, acervo!\n', extension: 'txt', name: 'Texto' };
const PDF = { content: samplePdf('x'), extension: 'pdf' };
const NOT_JSON = [
  'text',
  "{'a':1}",
  '{]',
  '{"a":1,}',
  '{"a":NaN}',
  '\u0000',
  '{} {}',
  '{}x',
  '[[[[',
  '<xml/>',
  '{"a":"\t"}',
  '{"a":"\\x"}',
];
const NO_OBJECT = ['5', 'true', 'null', '[]', '[{}]', '"x"'];
const UNREADABLE_BASE64 = {
  'an illegal character': 'QUJD*UJD',
  'the URL-safe alphabet': 'QUJD-_JD',
  'padding that lacks': 'QUI',
  'padding in the middle': 'QUI=QUJD',
  'too much padding': 'QUJD====',
  'bits left over': 'QUJ=',
  'an accent': 'QUJDé',
  'a prefix that is none': 'base64,QUJD',
  'padding alone': '====',
};
const EMPTY_BASE64 = ['', '\r\n', 'data:text/plain;base64,'];

describeService('invalid input for all creates', ({ service, demo: api }) => {
  const send = (version: Version, body: unknown, query: Record<string, string> | string = place()) =>
    api.post(PATHS[version], { query, body });
  const whole = (version: Version) => bodyOf(version, { values: invoiceValues('9'), files: [TEXT] });
  const twoFiles = (version: Version) => bodyOf(version, { files: [TEXT, PDF] });
  /** Field and code of each problem; which case a field's name has is a matter of the version. */
  const problems = async (answer: Promise<Answer>, status = 400) =>
    problemsOf(expectRefusal(await answer, status)).map((problem) => problem.toLowerCase());

  describe('refused by every version', () => {
    leavesNothing(() => service);

    it.each(WRONG_TYPES)('%s refuses the wrong types as %s', async (version, path, members, values) => {
      const body = /^arquivos/i.test(path) ? whole(version) : bodyOf(version);
      for (const value of values) {
        const json = expectRefusal(await send(version, replaced(body, members, value)), 400);
        expect([value, json.erros?.map(({ campo }) => campo)]).toEqual([value, [path]]);
      }
    });

    it.each(VERSIONS)('%s refuses a valid body truncated anywhere', async (version) => {
      const body = Buffer.from(JSON.stringify(whole(version)));
      for (let part = 0; part < 50; part++) {
        const { codigo } = expectRefusal(await send(version, body.subarray(0, Math.floor((body.length * part) / 50))), 400);
        expect(codigo).toBe(part === 0 ? 'CORPO_OBRIGATORIO' : 'JSON_INVALIDO');
      }
      expectRefusal(await send(version, body.subarray(0, -1)), 400);
    });

    it.each(VERSIONS)('%s refuses a body that is not JSON, or not an object', async (version) => {
      for (const body of NOT_JSON) expect(expectRefusal(await send(version, body), 400).codigo).toBe('JSON_INVALIDO');
      for (const body of NO_OBJECT) expectRefusal(await send(version, body), 400);
      expectRefusal(await send(version, Buffer.from('{"nomeLista":"\xe9"}', 'latin1')), 400);
    });

    it.each(VERSIONS)('%s refuses deeply nested JSON', async (version) => {
      expectRefusal(await send(version, '{"valoresCampos":'.repeat(10_000)), 400);
      expectRefusal(await send(version, replaced(bodyOf(version), ['x'], JSON.parse('['.repeat(100) + ']'.repeat(100)))), 400);
    });

    it.each(VERSIONS)('%s refuses megabytes of JSON beside the files', async (version) => {
      const body = JSON.stringify(bodyOf(version)).replace('{', `{${' '.repeat(4 * 1024 * 1024)}`);
      const { codigo, mensagem } = expectRefusal(await send(version, body), 413);
      expect([codigo, mensagem]).toEqual(['CORPO_GRANDE_DEMAIS', expect.stringContaining('4 MB')]);
    });

    it.each(VERSIONS)('%s refuses too many values early', async (version) => {
      const values = Array.from({ length: 300_000 }, () => '0').join();
      const { codigo, mensagem } = expectRefusal(await send(version, `{"valoresCampos":[${values}]}`), 413);
      expect([codigo, mensagem]).toEqual(['CORPO_GRANDE_DEMAIS', expect.stringContaining('50000 valores')]);
    });

    it.each(VERSIONS)(
      'D5 %s reports unknown properties at any depth, and refuses them all at once with strict handling',
      async (version) => {
        const places = [[], ['valoresCampos', 0], ['arquivos', 1]];
        const body = places.reduce<unknown>((sent, at) => replaced(sent, [...spelled(version, at), 'perfil'], 'x'), twoFiles(version));
        const expected = ['perfil', 'valorescampos[0].perfil', 'arquivos[1].perfil'].map((path) => `${path} campo_desconhecido`);
        const strict = api.post(PATHS[version], { query: place(), body, headers: { prefer: 'handling=strict' } });
        expect((await problems(strict)).sort()).toEqual(expected.sort());
      },
    );

    it.each(VERSIONS)('D5 %s refuses names with a meaning in JavaScript, and repeated names', async (version) => {
      const with_ = (member: string) => JSON.stringify(bodyOf(version)).replace('{', `{${member},`);
      for (const name of ['__proto__', 'constructor', 'prototype']) {
        expectRefusal(await send(version, with_(`"${name}":{"codigoCaixa":5003}`)), 400);
      }
      expect(await problems(send(version, with_('"CODIGOCAIXA":null')))).toEqual(['codigocaixa campo_repetido']);
      expectRefusal(await send(version, with_('"valoresCampos ":[]')), 400);
    });

    it.each(VERSIONS)('%s refuses invalid Base64 with its position', async (version) => {
      for (const [fault, content] of Object.entries(UNREADABLE_BASE64)) {
        const body = JSON.stringify(replaced(twoFiles(version), spelled(version, ['arquivos', 1, 'arquivo']), content));
        const { codigo, erros } = expectRefusal(await send(version, body), 400);
        const start = Buffer.from(body).indexOf(content);
        const position = Number(/byte (\d+)/.exec(erros?.[0]?.mensagem ?? '')?.[1]);
        const isInside = position >= start && position <= start + Buffer.byteLength(content);
        expect([fault, codigo, erros?.[0]?.campo.toLowerCase(), isInside]).toEqual([fault, 'BASE64_INVALIDO', 'arquivos[1].arquivo', true]);
      }
    });

    it.each(VERSIONS)('%s refuses an empty file', async (version) => {
      for (const content of EMPTY_BASE64) {
        const body = replaced(twoFiles(version), spelled(version, ['arquivos', 1, 'arquivo']), content);
        expect(await problems(send(version, body))).toEqual(['arquivos[1].arquivo arquivo_vazio']);
      }
    });

    it.each(VERSIONS)('E1 %s refuses characters that cannot be stored, in any text', async (version) => {
      for (const text of ['\u0000', 'a\u0000b', '\ud800', 'x\udc00y']) {
        const values = [...invoiceValues(), { label: 'Observação', valorCampo: text }];
        expect(await problems(create(api, version, { values }))).toEqual(['valorescampos[2].valorcampo formato_invalido']);
        expect(await problems(create(api, version, { files: [{ ...TEXT, name: text }] }))).toEqual([
          'arquivos[0].nomeamigavel formato_invalido',
        ]);
      }
    });

    it.each([
      ['all', '', ['idUnidade', 'idCliente', 'idArvoreOrganizacional']],
      ['two', { idUnidade: IDS.unit }, ['idCliente', 'idArvoreOrganizacional']],
      ['one, by an empty value', { ...place(), idUnidade: '' }, ['idUnidade']],
      ['one, which stands in the body', { idUnidade: IDS.unit, idCliente: IDS.client }, ['idArvoreOrganizacional']],
    ])('reports missing ids of the query: %s', async (_, query, missing) => {
      for (const version of VERSIONS) {
        const body = { ...bodyOf(version), idArvoreOrganizacional: IDS.invoices };
        const json = expectRefusal(await send(version, body, query as Record<string, string>), 400);
        expect(problemsOf(json)).toEqual(missing.map((name) => `${name} OBRIGATORIO`));
      }
    });

    it('refuses malformed GUIDs', async () => {
      const { unit } = IDS;
      for (const id of [
        '5',
        'undefined',
        unit.slice(1),
        `${unit}0`,
        `{${unit}`,
        unit.replaceAll('-', ''),
        "' OR 1=1 --",
        `${unit},${unit}`,
      ]) {
        const answer = send('V3', bodyOf('V3'), { ...place(), idUnidade: id, idCliente: id });
        expect(await problems(answer)).toEqual(['idunidade formato_invalido', 'idcliente formato_invalido']);
      }
    });

    it('B4 refuses a repeated id', async () => {
      const query = new URLSearchParams(place()).toString();
      expect(await problems(send('V1', bodyOf('V1'), `${query}&IDUNIDADE=${IDS.unit}`))).toEqual(['idunidade campo_repetido']);
    });

    it.each([
      ['content-type', 'text/plain'],
      ['content-type', 'multipart/form-data; boundary=x'],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['content-type', 'application/jsonx'],
      ['content-type', 'application/json; charset=iso-8859-1'],
      ['content-encoding', 'gzip'],
    ])('refuses a body whose %s is %s', async (header, value) => {
      for (const version of VERSIONS) {
        expectRefusal(await api.post(PATHS[version], { query: place(), body: whole(version), headers: { [header]: value } }), 415);
      }
    });
  });

  describe.each(VERSIONS)('accepted by %s', (version) => {
    it('accepts Base64 with line breaks, a data: prefix and JSON escapes', async () => {
      const content = 'Olá, acervo! ÿÿÿ???>>>\n'.repeat(5);
      const sent = base64(content);
      const writings = [sent.replace(/.{4}/g, '$&\r\n'), `data:text/plain;charset=utf-8;base64,${sent}`, sent];
      expect(sent).toContain('/');
      for (const [index, text] of writings.entries()) {
        const json = JSON.stringify(replaced(whole(version), spelled(version, ['arquivos', 0, 'arquivo']), text));
        const body = index === 2 ? json.replaceAll(sent, sent.replaceAll('/', '\\/').replaceAll('A', '\\u0041')) : json;
        const { id } = createdBy(await send(version, body));
        expect((await filesOf(api, id))[0]!.binario).toBe(sent);
      }
    });

    it.each([
      [`'; DROP TABLE document; -- " OR "1"="1" /* \\' \\" \\\\ %00 %27 */`, '52998224725'],
      [`<script>alert('x')</script><img src=x onerror=alert(1)>&amp;&lt;`, '11144477735'],
      [`\${7*7} {{7*7}} %s %n ../../etc/passwd`, '39053344705'],
      ['ação  e  coração 日本語 😀 \u202e\u200b e\u0301 \u{10FFFF}', '12345678909'],
      ['first\r\nsecond\tthird', '98765432100'],
    ])('keeps %j as sent, in every text', async (text, cpf) => {
      const ofList = (label: string, valorCampo: string) => ({ nomeLista: 'Clientes Finais', label, valorCampo });
      const values = [{ label: 'Título', valorCampo: text }, ofList('CPF', cpf), ofList('Nome', text)];
      const { id, code } = createdBy(await create(api, version, { values, files: [{ ...TEXT, name: text }] }, IDS.contracts));
      expect(await metadataOf(api, code)).toMatchObject({ Título: text, Nome: text });
      expect((await filesOf(api, id))[0]!.nomeDoArquivo).toBe(text);
    });

    it('accepts texts up to their limits', async () => {
      const withTexts = (ofValue: number, ofName: number) => ({
        values: [...invoiceValues(), { label: 'Observação', valorCampo: 'ã'.repeat(ofValue) }],
        files: [{ ...TEXT, name: 'é'.repeat(ofName) }],
      });
      const { code } = createdBy(await create(api, version, withTexts(4000, 255)));
      expect((await metadataOf(api, code))['Observação']).toBe('ã'.repeat(4000));
      expect(await problems(create(api, version, withTexts(4001, 256)))).toHaveLength(2);
    });
  });
});
