import { samplePdf } from '#src/demo/sample-files';
import { Api, IDS, invoiceValues, loggedIn, place } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, linksOf, opened, sharesPath, texts } from './support/reading';
import { startService } from './support/service';

describeService('regressions of request handling', ({ service, demo: api }) => {
  const search = (query: Record<string, string>) => api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, ...query } });
  const values = (text: string) => invoiceValues('4242', [{ label: 'Observação', valorCampo: text }]);
  const hits = async (label: string, value: string) =>
    (await search({ 'ValoresCampos[0].Label': label, 'ValoresCampos[0].ValorCampo': value })).json.Metadados.length as number;

  it.each(['application/pdf, */*;q=0.5', 'application/pdf, application/json;q=0.9'])('2.5 Accept %s: bytes', async (accept) => {
    const PDF = samplePdf('x');
    const { files } = await filed(api, { files: [{ extension: 'pdf', content: PDF }] });
    const answer = await api.get(`/api/Arquivo/${files[0]?.id}/Cliente/${IDS.client}`, { headers: { accept } });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
  });

  it.each(['15/08/2029 00:00', '15/08/2029 10:00:00', '2029-08-15T00:00:00', '2029-08-15T03:00:00Z', '2029-08-15T00:00:00-03:00'])(
    '4.4 DataVencimento %s',
    async (DataVencimento) => {
      expect((await search({ DataVencimento })).status).toBe(200);
    },
  );

  it('4.4 a blank before % is significant', async () => {
    await filed(api, { values: values('Contratos vários') });
    expect(await hits('Observação', 'contratos %')).toBe(1);
    expect(await hits('Observação', 'contrato %')).toBe(0);
  });

  it('4.4 a beginning longer than 150 characters is refused', async () => {
    const { status, json } = await search({
      'ValoresCampos[0].Label': 'Observação',
      'ValoresCampos[0].ValorCampo': `${'x'.repeat(160)}a%`,
    });
    expect([status, json.codigo, json.erros[0].campo]).toEqual([400, 'TAMANHO_EXCEDIDO', 'ValoresCampos[0].ValorCampo']);
  });

  it('4.4 campo names the pair as sent', async () => {
    const { json } = await search({ 'ValoresCampos[3].ValorCampo': 'x' });
    expect(json.erros[0].campo).toBe('ValoresCampos[3].Label');
  });

  it.each(['%00', '%20', 'a'.repeat(4001)])('link token %s: 404', async (token) => {
    const { status } = await new Api(service.url).get(`/compartilhado/${token}`);
    expect(status).toBe(404);
  });

  it('link with a tracking parameter', async () => {
    const { id } = await filed(api, { files: texts('um') });
    await api.post(sharesPath(id));
    const [link] = await linksOf(api, id);
    expect([200, 302]).toContain((await opened(service, link, { query: 'fbclid=1' })).status);
  });

  it('HEAD on a link, followed', async () => {
    const { id } = await filed(api, { files: texts('um') });
    await api.post(sharesPath(id));
    const [link] = await linksOf(api, id);
    const answer = await opened(service, link, { method: 'HEAD' });
    const final = answer.status === 302 ? await new Api(answer.headers.get('location') as string).call('HEAD', '') : answer;
    expect([final.status, final.headers.get('content-length')]).toEqual([200, '2']);
  });

  it('4.8 an empty idImagem in the query is ignored: the body counts', async () => {
    const { id, files } = await filed(api, { files: texts('um', 'dois') });
    await api.post(sharesPath(id), { query: 'idImagem=', body: { idImagem: [files[0]?.id] } });
    expect((await linksOf(api, id)).map(Boolean)).toEqual([true, false]);
  });
  it('4.8 an empty array means no file, not all files', async () => {
    const { id } = await filed(api, { files: texts('um', 'dois') });
    const { status } = await api.post(sharesPath(id), { body: { idImagem: [] } });
    expect([status, (await linksOf(api, id)).map(Boolean)]).toEqual([400, [false, false]]);
  });
  it('416 has no file name', async () => {
    const { files } = await filed(api, { files: [{ extension: 'pdf', content: samplePdf('x') }] });
    const answer = await api.get(`/api/Arquivo/${files[0]?.id}/Cliente/${IDS.client}`, {
      headers: { accept: 'application/pdf', range: 'bytes=99999-' },
    });
    expectRefusal(answer, 416);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.headers.get('etag')).toBeNull();
  });
  it('HEAD ignores Range (RFC 9110 14.2)', async () => {
    const { files } = await filed(api, { files: texts('um') });
    const answer = await api.call('HEAD', `/api/Arquivo/${files[0]?.id}/Cliente/${IDS.client}`, {
      headers: { accept: 'text/plain', range: 'bytes=0-0' },
    });
    expect(answer.status).toBe(200);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('an unknown name %s is treated as a name', async (name) => {
    const headers = { prefer: 'handling=strict' };
    const query = `IdCliente=${IDS.client}&${name}=1`;
    const inQuery = expectRefusal(await api.get('/api/Estrutura/../Documento/Get', { query, headers }), 400);
    expect(problemsOf(inQuery)).toEqual([`${name} CAMPO_DESCONHECIDO`]);
    expect((await api.get('/api/Documento/Get', { query })).headers.get('campos-ignorados')).toBe(name);
    const body = `{"valoresCampos":[{"label":"x","${name}":1}],"${name}":{}}`;
    const inBody = expectRefusal(await api.post('/api/Documento/Post', { query: place(), body, headers }), 400);
    // `__proto__` and `constructor` are refused by the JSON reader already.
    const unknown = [`${name} CAMPO_DESCONHECIDO`, `valoresCampos[0].${name} CAMPO_DESCONHECIDO`];
    if (inBody.erros) expect(problemsOf(inBody)).toEqual(expect.arrayContaining(unknown));
  });

  it.each([
    ['11.222.333/0001-81', 'Informe também Razão Social: a interface a exige ao alterar.'],
    ['19.131.243/0001-97', 'Para incluir um item na lista Fornecedores, informe também o campo Razão Social.'],
  ])('4.1 explains why it requires the mandatory-import fields: key %s', async (cnpj, mensagem) => {
    const { id } = await filed(api, { values: [{ label: 'Título', valorCampo: 'Contrato' }] }, IDS.contracts);
    const body = [{ nomeLista: 'Fornecedores', campo: 'CNPJ', valor: cnpj }];
    const answer = await api.call('PUT', '/api/Documento/Put', { query: { ...place(IDS.contracts), idDocumento: id }, body });
    expect(expectRefusal(answer, 422).erros).toEqual([{ campo: '[0]', codigo: 'LISTA_CAMPO_OBRIGATORIO_AUSENTE', mensagem }]);
  });

  it('a header after a hundred others is read', async () => {
    const { id } = await filed(api);
    const many = Object.fromEntries(Array.from({ length: 110 }, (_, index) => [`x-filler-${index}`, '1']));
    const change = {
      query: { ...place(), idDocumento: id },
      body: [{ campo: 'Número', valor: '5' }],
      headers: { ...many, 'if-match': '"0-0"' },
    };
    expectRefusal(await api.call('PUT', '/api/Documento/Put', change), 412);
  });

  it('4.4 a condition repeated a hundred times counts once', async () => {
    await filed(api, { values: values('Cem vezes') });
    const pairs = Array.from(
      { length: 100 },
      (_, index) => `ValoresCampos[${index}].Label=${encodeURIComponent('Observação')}&ValoresCampos[${index}].ValorCampo=cem%25`,
    );
    const { status, json } = await api.get('/api/Documento/Get', { query: [`IdCliente=${IDS.client}`, ...pairs].join('&') });
    expect([status, json.Metadados.length]).toEqual([200, 1]);
  });

  it('4.4 two exclusive values of one field find nothing', async () => {
    await filed(api, { values: values('Um só') });
    const pair = (index: number, value: string) => ({
      [`ValoresCampos[${index}].Label`]: 'Observação',
      [`ValoresCampos[${index}].ValorCampo`]: value,
    });
    expect((await search({ ...pair(0, 'Um só'), ...pair(1, 'Outro') })).json.Metadados).toEqual([]);
    expect((await search({ ...pair(0, 'Um só'), ...pair(1, 'um%') })).json.Metadados).toHaveLength(1);
  });
});

describeService('other path', { SHARE_URL: 'http://127.0.0.1:1/outro/caminho' }, ({ service }) => {
  it.each(['abc', 'A'.repeat(42), 'A'.repeat(44), '%00'])('a truncated token %s gets the page', async (token) => {
    const { status, headers } = await new Api(service.url).get(`/outro/caminho/${token}`, { headers: { accept: 'text/html' } });
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
  it('in another case', async () => {
    const api = await loggedIn(service.url);
    const { id } = await filed(api, { files: texts('um') });
    await api.post(sharesPath(id));
    const [link] = await linksOf(api, id);
    const token = (link as string).split('/').pop();
    expect([200, 302]).toContain((await new Api(service.url).get(`/Outro/CAMINHO/${token}`)).status);
  });
});
describe('v1 path', () => {
  it('links under /v1/…', async () => {
    const service = await startService({ SHARE_URL: 'http://127.0.0.1:1/v1/links' });
    const api = await loggedIn(service.url);
    const { id } = await filed(api, { files: texts('um') });
    await api.post(sharesPath(id));
    const [link] = await linksOf(api, id);
    const { status } = await opened(service, link);
    await service.stop();
    expect([200, 302]).toContain(status);
  });
});
