import { samplePdf, samplePng } from '#src/demo/sample-files';
import { base64, IDS, invoiceValues, loggedIn, place } from './support/api';
import { bodyOf, create, createdBy, filesOf, metadataOf, problemsOf, refused } from './support/creates';
import { describeService } from './support/describe-service';

const PATH = '/api/Documento/Post';
const TEXT = 'Olá, acervo!\n';

describeService('4.2 POST /api/Documento/Post', ({ service, demo: api }) => {
  const post = (body: unknown, query: Record<string, string> = place()) => api.post(PATH, { query, body });

  it('returns three texts, byte by byte', async () => {
    const { status, headers, text } = await post(bodyOf('V1'));
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json');
    expect(text).toMatch(
      /^\["Registro adicionado com sucesso\.","IdDocumento: [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}","CodigoDocumento: [1-9]\d*"\]$/,
    );
  });

  it('assigns a unique id and code', async () => {
    const [first, second] = [createdBy(await create(api, 'V1')), createdBy(await create(api, 'V1'))];
    expect(second.id).not.toBe(first.id);
    expect(second.code).toBeGreaterThan(first.code);
  });

  it('stores an electronic document that the search finds', async () => {
    const values = invoiceValues('4321', [
      { nomeLista: '', label: 'CPF/CNPJ Fornecedor', valorCampo: '07.664.483/0001-78' },
      { nomeLista: null, label: 'Valor Total', valorCampo: '1.500,00' },
      { label: 'Observação', valorCampo: 'Manutenção dos elevadores' },
    ]);
    const { id, code } = createdBy(await create(api, 'V1', { values }));
    expect(await metadataOf(api, code)).toMatchObject({
      Id: id,
      ArvoreDocumental: 'Financeiro > Notas Fiscais',
      Número: '4321',
      'Data de Emissão': '15/08/2024',
      'CPF/CNPJ Fornecedor': '07.664.483/0001-78',
      'Valor Total': '1.500,00',
      Observação: 'Manutenção dos elevadores',
      'Código do Documento': String(code),
      Status: 'Eletrônico',
      'Total de Arquivos': '0',
      'Nº Caixa': '',
      'Tipo de Guarda': 'Eletrônico',
      'Vencimento TTD': '15/08/2029',
    });
  });

  it('stores several files in the order sent, byte by byte', async () => {
    const files = [
      { content: samplePdf('um'), extension: 'pdf', name: 'Um' },
      { content: samplePng(8, [1, 2, 3]), extension: '.PNG', name: 'Dois' },
      { content: TEXT, extension: 'TXT', name: 'Três' },
    ];
    const { id, code } = createdBy(await create(api, 'V1', { files }));
    expect(await filesOf(api, id)).toMatchObject([
      { nomeDoArquivo: 'Um', extensao: 'pdf', binario: base64(files[0]!.content) },
      { nomeDoArquivo: 'Dois', extensao: 'png', binario: base64(files[1]!.content) },
      { nomeDoArquivo: 'Três', extensao: 'txt', binario: base64(TEXT) },
    ]);
    expect((await metadataOf(api, code))['Total de Arquivos']).toBe('3');
  });

  it.each([
    ['absent', {}],
    ['null', { arquivos: null }],
    ['empty', { arquivos: [] }],
  ])('accepts a body without files: %s', async (_, files) => {
    const { id } = createdBy(await post({ codigoCaixa: null, valoresCampos: invoiceValues(), ...files }));
    expect(await filesOf(api, id)).toEqual([]);
  });

  it('accepts any content for any extension', async () => {
    const { id } = createdBy(await create(api, 'V1', { files: [{ content: 'not a PDF', extension: 'pdf' }] }));
    expect(await filesOf(api, id)).toMatchObject([{ extensao: 'pdf', binario: base64('not a PDF') }]);
  });

  const file = (more: object) => ({
    valoresCampos: invoiceValues(),
    arquivos: [{ arquivo: base64(TEXT), extensao: 'txt', nomeAmigavel: 'Texto', ...more }],
  });

  it('does not require the content type', async () => {
    const { id } = createdBy(await post(file({})));
    expect(await filesOf(api, id)).toHaveLength(1);
  });

  it.each(['arquivo', 'extensao', 'nomeAmigavel'])('requires %s of each file', async (name) => {
    const json = await refused(service, 400, () => post(file({ [name]: undefined })));
    expect(problemsOf(json)).toEqual([`arquivos[0].${name} OBRIGATORIO`]);
  });

  it.each(['linkArquivo', 'compartilhado'])('refuses %s, which later versions added', async (name) => {
    const answer = await post(file({ [name]: '1' }));
    expect([answer.status, answer.headers.get('campos-ignorados')]).toEqual([201, `arquivos[0].${name}`]);
  });

  it.each(['/api/documento/post', '/API/DOCUMENTO/POST', '/v1/api/Documento/Post', '/V1/api/documento/Post'])(
    'is served as %s',
    async (path) => {
      expect((await api.post(path, { query: place(), body: bodyOf('V1') })).status).toBe(201);
    },
  );

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'text/json',
    'application/json-patch+json',
    'application/vnd.acervo+json',
  ])('accepts a body of type %s', async (type) => {
    expect((await api.post(PATH, { query: place(), body: bodyOf('V1'), headers: { 'content-type': type } })).status).toBe(201);
  });

  it('accepts a bare token, and a prefix in any case', async () => {
    for (const authorization of [`${api.token}`, `bearer ${api.token}`]) {
      const { status } = await api.post(PATH, { query: place(), body: bodyOf('V1'), token: null, headers: { authorization } });
      expect(status).toBe(201);
    }
  });

  it('allows a user to create on their levels only', async () => {
    const finance = await loggedIn(service.url, 'financeiro');
    expect((await create(finance, 'V1')).status).toBe(201);
    const values = [{ label: 'Tipo', valorCampo: 'Admissão' }];
    expect((await create(api, 'V1', { values }, IDS.records)).status).toBe(201);
    await refused(service, 401, () => create(finance, 'V1', { values }, IDS.records));
  });
});
