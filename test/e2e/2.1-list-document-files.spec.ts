import { samplePdf, samplePng } from '#src/demo/sample-files';
import { base64, loggedIn } from './support/api';
import { problemsOf, refused, type Created } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, NOBODY } from './support/reading';

const FILES = '/api/Arquivo/Get';

/** Sizes around the groups of three that Base64 has, and around what a stream hands on at once. */
const SIZES = [1, 2, 3, 4, 65_535, 65_536, 65_537, 300_001];
const text = (size: number) => Buffer.alloc(size, 'linha de texto\n');

describeService('2.1 GET /api/Arquivo/Get', ({ service, demo: api }) => {
  let document: Created;
  beforeAll(async () => {
    document = await filed(api, {
      files: [
        { name: 'Nota "fiscal" <1>', extension: 'pdf', content: samplePdf('Nota 1') },
        { name: 'Zebra 🦓 ção', extension: 'png', content: samplePng(8, [1, 2, 3]) },
        { name: 'Ata', extension: 'TXT', content: 'primeira' },
      ],
    });
  });

  const list = (idDocumento: string, as = api) => as.get(FILES, { query: { idDocumento } });

  it('returns the files in the order sent, as compact JSON', async () => {
    const { status, headers, bytes, json } = await list(document.id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const versao = (json.arquivos as { versao: string }[]).map((file) => file.versao);
    expect(versao).toEqual(['1', '1', '1']);
    const arquivos = [
      { name: 'Nota "fiscal" <1>', binario: base64(samplePdf('Nota 1')), extensao: 'pdf' },
      { name: 'Zebra 🦓 ção', binario: base64(samplePng(8, [1, 2, 3])), extensao: 'png' },
      { name: 'Ata', binario: base64('primeira'), extensao: 'txt' },
    ].map(({ name, binario, extensao }, index) => ({
      idImagem: document.files[index]?.id,
      nomeDoArquivo: name,
      versao: versao[index],
      binario,
      extensao,
    }));
    expect(bytes.toString('utf8')).toBe(JSON.stringify({ qtdArquivos: 3, arquivos }));
    expect(headers.get('content-length')).toBe(String(bytes.length));
  });

  it('returns every byte of files of any size', async () => {
    const { id } = await filed(api, { files: SIZES.map((size) => ({ name: `Texto ${size}`, extension: 'txt', content: text(size) })) });
    const { json } = await list(id);
    expect(json.qtdArquivos).toBe(SIZES.length);
    for (const [index, size] of SIZES.entries()) expect(json.arquivos[index].binario === base64(text(size))).toBe(true);
  });

  it('returns an empty list for a document without files', async () => {
    const { id } = await filed(api);
    expect((await list(id)).text).toBe('{"qtdArquivos":0,"arquivos":[]}');
  });

  it('answers HEAD with the length of the response and no body', async () => {
    const whole = await list(document.id);
    const head = await api.call('HEAD', FILES, { query: { idDocumento: document.id } });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers.get('content-length')).toBe(String(whole.bytes.length));
  });

  it.each([
    ['in upper case', (id: string) => `IDDOCUMENTO=${id.toUpperCase()}`],
    ['in braces', (id: string) => `idDocumento=%7B${id}%7D`],
    ['beside api-version', (id: string) => `api-version=1.0&idDocumento=${id}`],
  ])('accepts an id %s', async (_, query) => {
    expect((await api.get(FILES, { query: query(document.id) })).json.qtdArquivos).toBe(3);
  });

  it('serves users with the permission, at their levels', async () => {
    const [reader, finance] = await Promise.all([loggedIn(service.url, 'leitor'), loggedIn(service.url, 'financeiro')]);
    expect((await list(document.id, reader)).json.qtdArquivos).toBe(3);
    expect((await list(document.id, finance)).json.qtdArquivos).toBe(3);
  });

  it.each([
    ['no document', '', ['idDocumento OBRIGATORIO']],
    ['an empty id', 'idDocumento=', ['idDocumento OBRIGATORIO']],
    ['a malformed id', 'idDocumento=123', ['idDocumento FORMATO_INVALIDO']],
    ['a GUID without dashes', `idDocumento=${NOBODY.replaceAll('-', '')}`, ['idDocumento FORMATO_INVALIDO']],
    ['SQL', `idDocumento=${encodeURIComponent("' OR 1=1 --")}`, ['idDocumento FORMATO_INVALIDO']],
    ['an id sent as a pair', `idDocumento[0].a=${NOBODY}`, ['idDocumento OBRIGATORIO']],
  ])('refuses %s', async (_, query, problems) => {
    expect(problemsOf(await refused(service, 400, () => api.get(FILES, { query })))).toEqual(problems);
  });

  it('refuses a repeated id', async () => {
    await refused(service, 400, () => api.get(FILES, { query: `idDocumento=${document.id}&IdDocumento=${document.id}` }));
  });
});
