import { loggedIn } from './support/api';
import { problemsOf, refused, type Created } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, filed, filedElsewhere, NOBODY, opened, sharesPath, texts, type SharedFile } from './support/reading';

describeService('4.5 GET /api/Documento/{idDocumento}/cliente/{idCliente}/compartilhar-arquivos', ({ service, demo: api, other }) => {
  let document: Created;
  let ids: string[];
  beforeAll(async () => {
    const [first, second, third] = texts('um', 'dois "2" <ção>', 'três');
    document = await filed(api, { files: [first!, { ...second!, share: true }, { ...third!, share: 1 }] });
    ids = document.files.map(({ id }) => id);
    await api.post(sharesPath(document.id), { query: `idImagem=${ids[2]}&PrazoCompartilhamento=31/12/2099` });
  });

  const query = (text = '', as = api) => as.get(sharesPath(document.id), { query: text });
  const idsOf = (files: SharedFile[]) => files.map(({ IdArquivo }) => IdArquivo);

  it('returns all files in order, and links of the shared ones only', async () => {
    const { status, text, json } = await query();
    expect(status).toBe(200);
    const [second, third] = [document.files[1]?.link, document.files[2]?.link];
    const { PrazoCompartilhamento } = json.Arquivos[2] as SharedFile;
    expect(text).toBe(
      JSON.stringify({
        IdDocumento: document.id,
        CodigoDocumento: document.code,
        Arquivos: [
          { IdArquivo: ids[0], NomeAmigavel: 'um' },
          { IdArquivo: ids[1], NomeAmigavel: 'dois "2" <ção>', LinkCompartilhado: second },
          { IdArquivo: ids[2], NomeAmigavel: 'três', LinkCompartilhado: third, PrazoCompartilhamento },
        ],
      }),
    );
    expect(second).toMatch(new RegExp(`^${service.config.shareUrl}/[A-Za-z0-9_-]{22,}$`));
    expect(second).not.toBe(third);
    expect(PrazoCompartilhamento).toMatch(/^2099-12-31T23:59:59(\.999)?-03:00$/);
  });

  it.each<[string, (ids: string[]) => string, number[]]>([
    ['one file', ([one]) => `idImagem=${one}`, [0]],
    ['a parameter that repeats, in any case', ([one, , three]) => `idImagem=${three}&IDIMAGEM=${one}`, [0, 2]],
    ['a comma list with blanks', ([one, two]) => `idImagem=${two},%20${one}`, [0, 1]],
    ['a comma list that repeats', ([one, two, three]) => `idImagem=${one},${two}&idImagem=${three}`, [0, 1, 2]],
    ['the same file twice', ([, two]) => `idImagem=${two},${two}&idImagem=${two}`, [1]],
    ['ids in upper case and braces', ([one, two]) => `idImagem={${one?.toUpperCase()}}&idImagem=${two?.toUpperCase()}`, [0, 1]],
  ])('filters by %s', async (_, text, expected) => {
    const { json } = await query(text(ids));
    expect(idsOf(json.Arquivos as SharedFile[])).toEqual(expected.map((index) => ids[index]));
  });

  it('returns an empty list for a document without files', async () => {
    const { id, code } = await filed(api);
    expect((await api.get(sharesPath(id))).json).toEqual({ IdDocumento: id, CodigoDocumento: code, Arquivos: [] });
  });

  it('omits an expired link', async () => {
    const { id, files } = await filed(api, { files: [{ ...texts('vencido')[0]!, share: true }] });
    await service.database.query(`UPDATE share SET expires_at = 1 WHERE file_id = '${files[0]?.id}'`);
    expect((await api.get(sharesPath(id))).json.Arquivos).toEqual([{ IdArquivo: files[0]?.id, NomeAmigavel: 'vencido' }]);
    expect((await opened(service, files[0]?.link)).status).toBe(404);
  });

  it.each(['leitor', 'financeiro'])('serves %s', async (login) => {
    const { json } = await query('', await loggedIn(service.url, login));
    expect(json.Arquivos).toHaveLength(3);
  });

  it('returns the same 404 for foreign and unknown files', async () => {
    const foreign = await filedElsewhere(other, { files: texts('segredo') });
    const neighbour = await filed(api, { files: texts('vizinho') });
    const named = [NOBODY, foreign.files[0]?.id, neighbour.files[0]?.id, document.id];
    expectAlike(400, await Promise.all(named.map((id) => query(`idImagem=${ids[0]},${id}`))));
    expect(problemsOf(await refused(service, 400, () => query(`idImagem=${NOBODY},${ids[0]},${document.id}`)))).toEqual([
      'idImagem[0] ID_INEXISTENTE',
      'idImagem[2] ID_INEXISTENTE',
    ]);
  });

  it.each([
    ['a malformed file id', 'idImagem=1', ['idImagem[0] FORMATO_INVALIDO']],
    ['one bad id among good ones', `idImagem=${NOBODY},x`, ['idImagem[1] FORMATO_INVALIDO']],
  ])('refuses %s', async (_, text, problems) => {
    expect(problemsOf(await refused(service, 400, () => query(text)))).toEqual(problems);
  });

  it('refuses malformed ids in the path', async () => {
    await refused(service, 400, () => api.get(sharesPath('123')));
    await refused(service, 400, () => api.get(sharesPath(document.id, '123')));
  });
});
