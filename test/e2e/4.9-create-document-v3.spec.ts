import { samplePdf, samplePng } from '#src/demo/sample-files';
import { base64, IDS, invoiceValues, place } from './support/api';
import { create, createdBy, filesOf, metadataOf, problemsOf, refused } from './support/creates';
import { describeService } from './support/describe-service';
import { openLink } from './support/open-link';

const PDF = { content: samplePdf('Nota'), extension: 'pdf', name: 'Nota' };
const PNG = { content: samplePng(8, [9, 9, 9]), extension: 'png', name: 'Foto' };
const TEXT = { content: 'Olá, acervo!\n', extension: 'txt', name: 'Texto' };

describeService('4.9 POST /api/v3/Documento, files as Base64', ({ service, demo: api }) => {
  const post = (body: unknown, level = IDS.invoices) => api.post('/api/v3/Documento', { query: place(level), body });
  const withFile = (file: object) => ({ valoresCampos: invoiceValues(), arquivos: [file] });
  const FILE = { arquivo: base64(TEXT.content), contentType: 'text/plain', extensao: 'txt', nomeAmigavel: 'Texto' };

  it('returns id, code and files', async () => {
    const { status, text } = await create(api, 'V3', { files: [{ ...TEXT, share: 1 }, PDF] });
    expect(status).toBe(201);
    const id = '"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"';
    const link = `"${service.config.shareUrl}/[\\w-]+"`;
    expect(text).toMatch(
      new RegExp(
        `^{"idDocumento":${id},"codigoDocumento":\\d+,"arquivos":\\[{"idArquivo":${id},"linkCompartilhado":${link}},{"idArquivo":${id}}\\]}$`,
      ),
    );
  });

  it.each([
    ['null', { arquivos: null }],
    ['empty', { arquivos: [] }],
    ['absent', {}],
  ])('accepts values with arquivos %s', async (_, files) => {
    const { status, json } = await post({ codigoCaixa: null, valoresCampos: invoiceValues('5'), ...files });
    expect([status, json.arquivos]).toEqual([201, []]);
    expect(await metadataOf(api, json.codigoDocumento as number)).toMatchObject({ Número: '5', 'Total de Arquivos': '0' });
  });

  it.each([
    ['null', { valoresCampos: null }],
    ['empty', { valoresCampos: [] }],
    ['absent', {}],
  ])('accepts files with valoresCampos %s, where no value is mandatory', async (_, values) => {
    const { status, json } = await post({ arquivos: [FILE], ...values }, IDS.finance);
    expect(status).toBe(201);
    expect(await metadataOf(api, json.codigoDocumento as number)).toMatchObject({
      ArvoreDocumental: 'Financeiro',
      'Total de Arquivos': '1',
    });
  });

  it.each([
    ['absent', {}],
    ['empty', { valoresCampos: [], arquivos: [] }],
    ['null', { valoresCampos: null, arquivos: null }],
  ])('requires values or files: both %s', async (_, body) => {
    const json = await refused(service, 400, () => post(body, IDS.finance));
    expect(json.erros?.[0]?.codigo).toBe('AO_MENOS_UM');
  });

  it('requires the mandatory values with any number of files', async () => {
    const json = await refused(service, 422, () => post({ valoresCampos: null, arquivos: [FILE] }));
    expect(problemsOf(json)).toEqual(['valoresCampos INDEXADOR_OBRIGATORIO', 'valoresCampos INDEXADOR_OBRIGATORIO']);
    expect(json.erros!.map(({ mensagem }) => mensagem).join()).toMatch(/Número.*Data de Emissão/);
  });

  it.each(['contentType', 'extensao', 'nomeAmigavel'])('requires %s when any attribute of a file is sent', async (name) => {
    const json = await refused(service, 400, () => post(withFile({ ...FILE, [name]: undefined })));
    expect(problemsOf(json)).toEqual([`arquivos[0].${name} OBRIGATORIO`]);
  });

  it('lists all missing attributes of each file', async () => {
    const json = await refused(service, 400, () =>
      post({ valoresCampos: invoiceValues(), arquivos: [{ arquivo: FILE.arquivo }, { compartilhado: 1 }] }),
    );
    expect(problemsOf(json).sort()).toEqual([
      'arquivos[0].contentType OBRIGATORIO',
      'arquivos[0].extensao OBRIGATORIO',
      'arquivos[0].nomeAmigavel OBRIGATORIO',
      'arquivos[1].arquivo EXATAMENTE_UM',
      'arquivos[1].contentType OBRIGATORIO',
      'arquivos[1].extensao OBRIGATORIO',
      'arquivos[1].nomeAmigavel OBRIGATORIO',
    ]);
  });

  it.each([
    ['neither', { arquivo: undefined }],
    ['both as null', { arquivo: null, linkArquivo: null }],
    ['an empty linkArquivo alone', { arquivo: undefined, linkArquivo: '' }],
    ['a blank linkArquivo alone', { arquivo: undefined, linkArquivo: '  ' }],
    ['both', { linkArquivo: 'http://127.0.0.1/nota.pdf' }],
  ])('requires exactly one of linkArquivo and arquivo: %s', async (_, members) => {
    const json = await refused(service, 400, () => post(withFile({ ...FILE, ...members })));
    expect(problemsOf(json)).toEqual(['arquivos[0].arquivo EXATAMENTE_UM']);
  });

  it.each([
    ['linkArquivo', { arquivo: undefined, linkArquivo: 'notaurl' }, 'endereço'],
    ['linkArquivo', { arquivo: undefined, linkArquivo: 'www.exemplo.com.br/nota.pdf' }, 'endereço'],
    ['contentType', { contentType: 'lixo' }, 'application/pdf'],
    ['contentType', { contentType: '/pdf' }, 'application/pdf'],
  ])('says what %s is to be: %j', async (name, members, word) => {
    const json = await refused(service, 400, () => post(withFile({ ...FILE, ...members })));
    expect(problemsOf(json)).toEqual([`arquivos[0].${name} FORMATO_INVALIDO`]);
    expect(json.erros![0]!.mensagem).toContain(word);
  });

  it.each([{ linkArquivo: '' }, { linkArquivo: null }])('ignores %j beside arquivo', async (member) => {
    const { id } = createdBy(await post(withFile({ ...FILE, ...member })));
    expect(await filesOf(api, id)).toMatchObject([{ binario: FILE.arquivo }]);
  });

  it.each([
    ['a PDF called png', { ...PDF, extension: 'png' }],
    ['a PNG called pdf', { ...PNG, extension: 'pdf' }],
    ['a text called jpg', { ...TEXT, extension: 'jpg' }],
    ['a PNG called txt', { ...PNG, extension: 'txt' }],
    ['a PDF called xlsx', { ...PDF, extension: 'xlsx' }],
    ['a PNG of an extension that nobody knows', { ...PNG, extension: 'abc' }],
  ])('refuses %s', async (_, file) => {
    const json = await refused(service, 422, () => create(api, 'V3', { files: [PDF, file] }));
    expect(json.codigo).toBe('CONTEUDO_DIFERE_DA_EXTENSAO');
    expect(problemsOf(json)).toEqual(['arquivos[1].extensao CONTEUDO_DIFERE_DA_EXTENSAO']);
  });

  it('checks the extension, not the content type of the client', async () => {
    const { id } = createdBy(await post(withFile({ ...FILE, contentType: 'application/pdf' })));
    expect(await filesOf(api, id)).toMatchObject([{ extensao: 'txt' }]);
    await refused(service, 422, () => post(withFile({ ...FILE, contentType: 'application/pdf', extensao: 'pdf' })));
  });

  it('shares files, also from Base64, and stores the exact bytes', async () => {
    const { id, files } = createdBy(await create(api, 'V3', { files: [{ ...PDF, share: '1' }, { ...PNG, share: 0 }, TEXT] }));
    expect(files.map(({ link }) => link !== undefined)).toEqual([true, false, false]);
    expect(await openLink(service, files[0]!.link!)).toEqual({ status: 200, bytes: PDF.content });
    expect((await filesOf(api, id)).map((file) => file.binario)).toEqual([PDF, PNG, TEXT].map(({ content }) => base64(content)));
  });

  it('requires a box of the client or the unit', async () => {
    const { code } = createdBy(await create(api, 'V3', { box: 5002 }));
    expect(await metadataOf(api, code)).toMatchObject({ 'Nº Caixa': '5002', 'Tipo de Guarda': 'Guarda Terceirizada' });
    const json = await refused(service, 400, () => create(api, 'V3', { box: 5003, files: [{ ...PDF, share: true }] }));
    expect(problemsOf(json)).toEqual(['codigoCaixa CAIXA_INEXISTENTE']);
  });
});
