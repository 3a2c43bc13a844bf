import { IDS, invoiceValues, loggedIn, place, type Answer, type Api } from './support/api';
import { bodyOf, createdBy, expectRefusal, filesOf, metadataOf, PATHS, VERSIONS, type Sent, type SentFile } from './support/creates';
import { filed, NOBODY } from './support/reading';
import { Remote } from './support/remote';
import { countOf, fresh, KEY, REPLAYED, storingNothing } from './support/repeats';
import {
  contract,
  describeOnce,
  expectRefusedAlike,
  PDF,
  PLAYED,
  PNG,
  REFUSED_CHANGES,
  REFUSED_LISTS,
  refusedCreates,
  sha256,
  supplier,
  value,
  type Asked,
  type AskedChange,
} from './support/simulations';
import { startService, type Service } from './support/service';

describe('simular=true', () => {
  let service: Service;
  let demo: Api;
  let reader: Api;
  let finance: Api;
  let other: Api;
  let remote: Remote;
  beforeAll(async () => {
    remote = await Remote.open('127.0.0.1', ({ url }, response) => {
      if (url === '/pdf') return response.end(PDF);
      return response.writeHead(404).end();
    });
    service = await startService({ LINK_ALLOWED_NETWORKS: '127.0.0.1/32', MAX_FILE_MB: '1' });
    const logins = ['demo', 'leitor', 'financeiro', 'outro'].map((login) => loggedIn(service.url, login));
    [demo, reader, finance, other] = (await Promise.all(logins)) as [Api, Api, Api, Api];
  });
  afterAll(() => service.stop());
  afterAll(() => remote.close());

  const refusedAlike = (status: number, call: (simular: boolean) => Promise<Answer>) => expectRefusedAlike(service, status, call);

  describe.each(PLAYED)('of a create, %s', (version) => {
    const send = (sent: Sent, { api = demo, at = place(), simular = true, more = {}, ...call }: Asked = {}) =>
      api.post(PATHS[version], { query: { ...at, simular }, body: { ...bodyOf(version, sent), ...more }, ...call });
    const external = version === 'V2' ? 'ChaveExterna' : 'chaveExterna';

    it('predicts the result of the real call for an electronic document', async () => {
      const files: SentFile[] = [
        { content: PDF, extension: 'PDF', name: 'Nota' },
        { content: 'Olá', extension: '.txt', name: 'Texto' },
      ];
      const sent = { values: invoiceValues('0077', [value('Valor Total', '1.500,5')]), files };
      const { status, json, text, headers } = await storingNothing(service, () => send(sent));
      expect([status, headers.get(REPLAYED), headers.get('etag')]).toEqual([200, null, null]);
      expect(JSON.stringify(json)).toBe(text);
      expect(json).toEqual({
        simulado: true,
        camposIgnorados: [],
        status: 'Eletrônico',
        codigoCaixa: null,
        tipoDeGuarda: 'Eletrônico',
        vencimentoTTD: '15/08/2029',
        campos: [
          { label: 'Número', nomeLista: null, valor: '0077', numero: 77 },
          { label: 'Data de Emissão', nomeLista: null, valor: '15/08/2024' },
          { label: 'Valor Total', nomeLista: null, valor: '1.500,5', numero: 1500.5 },
        ],
        listas: [],
        arquivos: [
          { nomeAmigavel: 'Nota', extensao: 'pdf', tamanho: PDF.length, sha256: sha256(PDF) },
          { nomeAmigavel: 'Texto', extensao: 'txt', tamanho: 4, sha256: sha256('Olá') },
        ],
      });
      const { id, code } = createdBy(await send(sent, { simular: false }));
      expect(await metadataOf(demo, code)).toMatchObject({
        Status: json.status,
        'Nº Caixa': '',
        'Tipo de Guarda': json.tipoDeGuarda,
        'Vencimento TTD': json.vencimentoTTD,
        'Total de Arquivos': '2',
        ...Object.fromEntries(json.campos.map((field: { label: string; valor: string }) => [field.label, field.valor])),
      });
      const stored = (await filesOf(demo, id)).map((file) => [
        file.nomeDoArquivo,
        file.extensao,
        sha256(Buffer.from(file.binario, 'base64')),
      ]);
      expect(stored).toEqual(json.arquivos.map((file: Record<string, string>) => [file.nomeAmigavel, file.extensao, file.sha256]));
    });

    it.each([
      [5001, 'Guarda Interna'],
      [5002, 'Guarda Terceirizada'],
    ])('with a document of box %d', async (box, custody) => {
      const sent = { box, values: invoiceValues() };
      const { json } = await storingNothing(service, () => send(sent));
      expect(json).toMatchObject({ status: 'Armazenado', codigoCaixa: box, tipoDeGuarda: custody });
      const { code } = createdBy(await send(sent, { simular: 0 }));
      expect(await metadataOf(demo, code)).toMatchObject({ Status: 'Armazenado', 'Nº Caixa': `${box}`, 'Tipo de Guarda': custody });
    });

    it('with existing and missing list rows', async () => {
      const cnpj = ['11444777000161', '33000167000101', '00000000000191'][VERSIONS.indexOf(version)]!;
      const at = place(IDS.contracts);
      const sent = contract(supplier('CNPJ', cnpj), supplier('Razão Social', 'Nova Ltda'));
      const preview = async () => (await storingNothing(service, () => send(sent, { at }))).json;
      const before = await preview();
      expect(before.listas).toEqual([{ nomeLista: 'Fornecedores', acao: 'incluir', idLinhaLista: null }]);
      expect(before.campos).toContainEqual({ label: 'Razão Social', nomeLista: 'Fornecedores', valor: 'Nova Ltda' });
      expect([before.vencimentoTTD, await preview()]).toEqual([null, before]);
      const rows = await countOf(service, 'list_row');
      const { code } = createdBy(await send(sent, { at, simular: false }));
      expect(await countOf(service, 'list_row')).toBe(rows + 1);
      expect(await metadataOf(demo, code)).toMatchObject({ CNPJ: cnpj, 'Razão Social': 'Nova Ltda' });
      const [after] = (await preview()).listas;
      expect(after).toEqual({ nomeLista: 'Fornecedores', acao: 'vincular', idLinhaLista: expect.stringMatching(/^[0-9a-f-]{36}$/) });
      const [row] = (await service.database.query('SELECT id FROM list_row ORDER BY code DESC LIMIT 1')) as { id: string }[];
      expect(after.idLinhaLista).toBe(row!.id);
    });

    it('uses no idempotency key', async () => {
      const headers = { [KEY]: fresh() };
      const sent = { values: invoiceValues() };
      for (let round = 0; round < 2; round++) {
        const answer = await storingNothing(service, () => send(sent, { headers }));
        expect([answer.status, answer.headers.get(REPLAYED)]).toEqual([200, null]);
      }
      const real = await send(sent, { headers, simular: false });
      expect([real.status, real.headers.get(REPLAYED)]).toEqual([201, null]);
      expect((await storingNothing(service, () => send(sent, { headers }))).json.simulado).toBe(true);
    });

    it.each(['TRUE', '1', 'True'])('may be spelt simular=%s', async (simular) => {
      const answer = await storingNothing(service, () =>
        demo.post(PATHS[version], { query: { ...place(), SIMULAR: simular }, body: bodyOf(version) }),
      );
      expect([answer.status, answer.json.simulado]).toEqual([200, true]);
    });

    it('refuses invalid values, and users without the permission', async () => {
      await storingNothing(service, async () => expectRefusal(await send({}, { simular: 'talvez' }), 400));
      const at = place();
      await refusedAlike(401, (simular) => send({}, { simular, token: null }));
      await refusedAlike(401, (simular) => send({}, { simular, api: reader }));
      await refusedAlike(401, (simular) => send({}, { simular, api: other }));
      await refusedAlike(401, (simular) => send({}, { simular, api: finance, at: place(IDS.records) }));
      await refusedAlike(400, (simular) => send({}, { simular, at: { ...at, idUnidade: IDS.otherUnit } }));
      await refusedAlike(400, (simular) => send({}, { simular, at: place(NOBODY) }));
    });

    it.each(refusedCreates(version))('refuses %s', async (_, status, sent, more = {}) => {
      await refusedAlike(status, (simular) => send(sent, { simular, more }));
    });

    it.each(REFUSED_LISTS)('refuses %s', async (_, level, values) => {
      const mandatory = level === IDS.contracts ? value('Título', 'x') : value('Tipo', 'x');
      await refusedAlike(422, (simular) => send({ values: [mandatory, ...values] }, { simular, at: place(level) }));
    });

    if (version !== 'V1') {
      it('refuses content that does not match the extension', async () => {
        await refusedAlike(422, (simular) => send({ files: [{ content: PNG, extension: 'pdf' }] }, { simular }));
      });
    }

    it('refuses a taken external key, and names its document', async () => {
      const key = fresh('ERP');
      const more = { [external]: key };
      const answer = await storingNothing(service, () => send({}, { more }));
      expect(answer.status).toBe(200);
      expect((await send({}, { more, simular: false })).status).toBe(201);
      await refusedAlike(422, (simular) => send({}, { simular, more }));
    });

    it('refuses a taken external key of an inaccessible document', async () => {
      const more = { [external]: fresh('ERP') };
      await send({ values: [value('Tipo', 'x')] }, { more, simular: false, at: place(IDS.records) });
      await refusedAlike(422, (simular) => send({}, { simular, more, api: finance }));
    });

    it('with seExistir=retornar refuses no more than the real call', async () => {
      const more = { [external]: fresh('ERP') };
      const at = { ...place(), seExistir: 'retornar' };
      expect((await send({}, { more, at, simular: false })).status).toBe(201);
      expect((await storingNothing(service, () => send({}, { more, at }))).status).toBe(200);
      expect((await storingNothing(service, () => send({}, { more, at, simular: false }))).status).toBe(200);
    });
  });

  describeOnce('of a create with links', () => {
    const send = (link: string, simular: boolean, extension = 'pdf') =>
      demo.post(PATHS.V3, { query: { ...place(), simular }, body: bodyOf('V3', { files: [{ link, extension, name: 'Nota' }] }) });
    const at = (path: string) => `http://127.0.0.1:${remote.port}${path}`;

    it('follows them', async () => {
      const { status, json } = await storingNothing(service, () => send(at('/pdf'), true));
      const [file] = json.arquivos;
      expect([status, file]).toEqual([200, { nomeAmigavel: 'Nota', extensao: 'pdf', tamanho: PDF.length, sha256: sha256(PDF) }]);
      const { id } = createdBy(await send(at('/pdf'), false));
      expect(sha256(Buffer.from((await filesOf(demo, id))[0]!.binario, 'base64'))).toBe(file.sha256);
    });

    it.each([
      ['127.0.0.1', '/nothing', 'pdf'],
      ['127.0.0.1', '/pdf', 'png'],
      ['127.0.0.2', '/pdf', 'pdf'],
    ])('refuses %s%s as %s', async (host, path, extension) => {
      await refusedAlike(422, (simular) => send(at(path).replace('127.0.0.1', host), simular, extension));
    });
  });

  describeOnce('of a change, 4.1', () => {
    let id: string;
    let code: number;
    let contractId: string;
    beforeAll(async () => {
      ({ id, code } = await filed(demo, { values: invoiceValues('1', [value('Observação', 'antes')]) }));
      ({ id: contractId } = await filed(demo, contract(), IDS.contracts));
    });

    const change = (changes: object[], { api = demo, document = id, at = place(), simular = true, ...call }: AskedChange = {}) =>
      api.call('PUT', '/api/Documento/Put', { query: { ...at, idDocumento: document, simular }, body: changes, ...call });

    it('predicts the result of the real call', async () => {
      const changes = [
        { campo: 'Número', valor: '2' },
        { campo: 'data de emissão', valor: '2025-01-31' },
        { campo: 'Observação', valor: '' },
      ];
      const shown = await metadataOf(demo, code);
      const untouched = await storingNothing(service, () => change([{ campo: 'Observação', valor: 'x' }]));
      expect(untouched.json.vencimentoTTD).toBe(shown['Vencimento TTD']);
      const { status, json } = await storingNothing(service, () => change(changes));
      expect(status).toBe(200);
      expect(json).toMatchObject({
        simulado: true,
        status: null,
        codigoCaixa: null,
        tipoDeGuarda: null,
        vencimentoTTD: '31/01/2030',
        campos: expect.arrayContaining([
          { label: 'Número', nomeLista: null, valor: '2', numero: 2 },
          { label: 'Data de Emissão', nomeLista: null, valor: '31/01/2025' },
        ]),
        listas: [],
        arquivos: [],
      });
      expect(await metadataOf(demo, code)).toEqual(shown);
      expect((await change(changes, { simular: false })).json).toBe('Registro alterado com sucesso.');
      expect(await metadataOf(demo, code)).toMatchObject({
        Número: '2',
        'Data de Emissão': '31/01/2025',
        Observação: '',
        'Vencimento TTD': '31/01/2030',
      });
    });

    it('reports for each list whether a row would be added', async () => {
      const rows = (cnpj: string) => [
        { campo: 'CNPJ', valor: cnpj, nomeLista: 'Fornecedores' },
        { campo: 'Razão Social', valor: cnpj === '11222333000181' ? 'Limpeza Total Ltda' : 'Nova', nomeLista: 'Fornecedores' },
      ];
      const call = { document: contractId, at: place(IDS.contracts) };
      const known = await storingNothing(service, () => change(rows('11222333000181'), call));
      expect(known.json.listas).toMatchObject([{ nomeLista: 'Fornecedores', acao: 'vincular', idLinhaLista: expect.any(String) }]);
      const unknown = await storingNothing(service, () => change(rows('19131243000197'), call));
      expect(unknown.json.listas).toEqual([{ nomeLista: 'Fornecedores', acao: 'incluir', idLinhaLista: null }]);
      const before = await countOf(service, 'list_row');
      await change(rows('19131243000197'), { ...call, simular: false });
      expect(await countOf(service, 'list_row')).toBe(before + 1);
    });

    it('does not change the version', async () => {
      const etag = async () =>
        (await demo.get('/api/Documento/Get', { query: { IdCliente: IDS.client, Documento: code } })).headers.get('etag');
      const before = await etag();
      await storingNothing(service, () => change([{ campo: 'Número', valor: '3' }]));
      expect(await etag()).toBe(before);
      expect((await change([{ campo: 'Número', valor: '3' }], { headers: { 'if-match': before! } })).status).toBe(200);
    });

    it.each(REFUSED_CHANGES)('refuses %s', async (_, status, changes, call = {}) => {
      await refusedAlike(status, (simular) => change(changes, { ...call, simular }));
    });

    it('refuses users without the permission to change', async () => {
      for (const api of [reader, other]) await refusedAlike(401, (simular) => change([{ campo: 'Número', valor: '3' }], { api, simular }));
    });

    it('refuses a closed list like the real call', async () => {
      const { id: record } = await filed(demo, { values: [value('Tipo', 'x')] }, IDS.records);
      const changes = [{ campo: 'Matrícula', valor: '9999', nomeLista: 'Funcionários' }];
      await refusedAlike(422, (simular) => change(changes, { document: record, at: place(IDS.records), simular }));
    });
  });
});
