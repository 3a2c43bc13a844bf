import { samplePdf } from '#src/demo/sample-files';
import { base64, invoiceValues, place } from './support/api';
import { bodyOf, create, createdBy, filesOf, metadataOf, problemsOf, refused } from './support/creates';
import { describeService } from './support/describe-service';
import { openLink } from './support/open-link';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TEXT = { content: 'Olá, acervo!\n', extension: 'txt', name: 'Texto' };
const PDF = { content: samplePdf('Contrato'), extension: 'pdf', name: 'Contrato' };

describeService('4.3 POST /api/v2/Documento', ({ service, demo: api }) => {
  const post = (body: unknown) => api.post('/api/v2/Documento', { query: place(), body });

  it('returns id, code and an empty list without files', async () => {
    const { status, text } = await create(api, 'V2');
    expect(status).toBe(201);
    expect(text).toMatch(/^\{"IdDocumento":"[0-9a-f-]{36}","CodigoDocumento":[1-9]\d*,"Arquivos":\[\]\}$/);
  });

  it('stores the values under their capitalised names', async () => {
    const values = invoiceValues('88', [{ nomeLista: '', label: 'Observação', valorCampo: 'Segunda via' }]);
    const { id, code } = createdBy(await create(api, 'V2', { values }));
    expect(await metadataOf(api, code)).toMatchObject({ Id: id, Número: '88', Observação: 'Segunda via', Status: 'Eletrônico' });
  });

  it('returns links of the shared files only, in the order sent', async () => {
    const files = [{ ...PDF, share: true }, TEXT, { ...TEXT, name: 'Não', share: false }, { ...TEXT, name: 'Outro', share: 1 }];
    const { status, json } = await create(api, 'V2', { files });
    expect(status).toBe(201);
    expect(json.Arquivos.map((file: object) => Object.keys(file))).toEqual([
      ['IdArquivo', 'LinkCompartilhado'],
      ['IdArquivo'],
      ['IdArquivo'],
      ['IdArquivo', 'LinkCompartilhado'],
    ]);
    const ids = json.Arquivos.map((file: { IdArquivo: string }) => file.IdArquivo);
    expect(new Set(ids).size).toBe(4);
    expect(ids.every((id: string) => GUID.test(id))).toBe(true);
    const stored = await filesOf(api, json.IdDocumento as string);
    expect(stored.map((file) => [file.nomeDoArquivo, file.binario])).toEqual(files.map(({ name, content }) => [name, base64(content)]));
    expect(stored.map((file) => (file as unknown as { idImagem: string }).idImagem)).toEqual(ids);
  });

  it('creates public links under SHARE_URL that work at once', async () => {
    const { files } = createdBy(
      await create(api, 'V2', {
        files: [
          { ...PDF, share: true },
          { ...TEXT, share: true },
        ],
      }),
    );
    const links = files.map(({ link }) => link!);
    expect(links[0]).not.toBe(links[1]);
    expect(links.every((link) => link.startsWith(`${service.config.shareUrl}/`))).toBe(true);
    expect(await openLink(service, links[0]!)).toEqual({ status: 200, bytes: PDF.content });
    expect(await openLink(service, links[1]!)).toEqual({ status: 200, bytes: Buffer.from(TEXT.content) });
  });

  it.each([true, 'true', 'True', 'TRUE', 1, '1'])('shares at %p', async (share) => {
    const { files } = createdBy(await create(api, 'V2', { files: [{ ...TEXT, share }] }));
    expect(files[0]!.link).toBeDefined();
  });

  it.each([false, 'false', 'False', 0, '0', null, '', undefined])('does not share at %p', async (share) => {
    const { files } = createdBy(await create(api, 'V2', { files: [{ ...TEXT, share }] }));
    expect(files[0]!.link).toBeUndefined();
  });

  it.each(['yes', 'sim', 2, -1, '01', 'truee'])('refuses %p as compartilhado', async (share) => {
    const json = await refused(service, 400, () => create(api, 'V2', { files: [{ ...TEXT, share }] }));
    expect(problemsOf(json)).toEqual(['Arquivos[0].compartilhado FORMATO_INVALIDO']);
  });

  it.each([
    ['empty', { IdDocumento: '' }],
    ['absent', { IdDocumento: undefined }],
    ['null', { IdDocumento: null }],
    ['a GUID, which is not used', { IdDocumento: '4298ca74-82ac-4fc2-95b3-33c176ff4323' }],
  ])('D5 accepts an IdDocumento that is %s', async (_, member) => {
    const { id } = createdBy(await post({ ...bodyOf('V2'), ...member }));
    expect(id).toMatch(GUID);
    expect(id).not.toBe('4298ca74-82ac-4fc2-95b3-33c176ff4323');
  });

  it('E2 refuses content that does not match the extension, and names each such file', async () => {
    const files = [PDF, { ...TEXT, extension: 'pdf' }, { ...PDF, extension: 'png', share: true }, { ...PDF, extension: 'docx' }];
    const json = await refused(service, 422, () => create(api, 'V2', { files }));
    expect(problemsOf(json).map((problem) => problem.toLowerCase())).toEqual([
      'arquivos[1].extensao conteudo_difere_da_extensao',
      'arquivos[2].extensao conteudo_difere_da_extensao',
      'arquivos[3].extensao conteudo_difere_da_extensao',
    ]);
  });

  it('accepts an unknown extension with unrecognised content', async () => {
    const { id } = createdBy(await create(api, 'V2', { files: [{ ...TEXT, extension: 'xyz' }] }));
    expect(await filesOf(api, id)).toMatchObject([{ extensao: 'xyz' }]);
  });

  it.each(['Arquivo', 'Extensao', 'NomeAmigavel'])('requires %s of each file', async (name) => {
    const body = bodyOf('V2', { files: [TEXT, TEXT] }) as { Arquivos: Record<string, unknown>[] };
    delete body.Arquivos[1]![name];
    const json = await refused(service, 400, () => post(body));
    expect(problemsOf(json)).toEqual([`Arquivos[1].${name} OBRIGATORIO`]);
  });

  it('stores nothing when one of many values is invalid', async () => {
    const values = invoiceValues('12', [{ label: 'Valor Total', valorCampo: '1,234.56' }]);
    const json = await refused(service, 422, () => create(api, 'V2', { values, files: [{ ...PDF, share: true }, TEXT] }));
    expect(json.codigo).toBe('FORMATO_INVALIDO');
  });
});
