import { type Call } from './support/api';
import { expectRefusal, type Created } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, linksOf, sharesOf, sharesPath, texts } from './support/reading';

describeService('4.8, the deadline of files that are shared already, is', ({ service, demo: api }) => {
  const three = () => filed(api, { files: texts('um', 'dois', 'três') });
  const share = ({ id }: Created, call: Call = {}) => api.post(sharesPath(id), call);
  const idOf = ({ files }: Created, index: number) => files[index]?.id as string;
  const whichAreShared = async ({ id }: Created) => (await linksOf(api, id)).flatMap((link, index) => (link ? [index] : []));
  let timed: Created;
  beforeAll(async () => void (timed = await three()));

  it.each<[string, () => Call]>([
    ['nothing', () => ({})],
    ['an empty body', () => ({ body: {} })],
    ['the files alone', () => ({ query: { idArquivo: idOf(timed, 0) } })],
  ])('left as it is by %s', async (_, call) => {
    await share(timed, { query: { PrazoCompartilhamento: '30/06/2097' } });
    const links = await linksOf(api, timed.id);
    expect((await share(timed, call())).json.Arquivos[0].PrazoCompartilhamento).toMatch(/^2097-06-30T23:59:59/);
    const years = (await sharesOf(api, timed.id)).map(({ PrazoCompartilhamento }) => PrazoCompartilhamento?.slice(0, 4));
    expect([years, await linksOf(api, timed.id)]).toEqual([['2097', '2097', '2097'], links]);
  });

  it.each<[string, Call]>([
    ['an empty one in the query', { query: 'PrazoCompartilhamento=' }],
    ['an empty one in the body', { body: { PrazoCompartilhamento: '' } }],
    ['null', { body: { PrazoCompartilhamento: null } }],
    ['an empty one in the query, which counts', { query: 'prazocompartilhamento=', body: { PrazoCompartilhamento: '31/12/2099' } }],
  ])('taken away by %s', async (_, call) => {
    await share(timed, { query: { PrazoCompartilhamento: '30/06/2097' } });
    expect((await share(timed, call)).status).toBe(200);
    expect((await sharesOf(api, timed.id)).map(({ PrazoCompartilhamento }) => PrazoCompartilhamento)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('none for a file that is not shared, or no longer, where nothing is said of it', async () => {
    const document = await three();
    await share(document, { query: { idImagem: idOf(document, 0), PrazoCompartilhamento: '30/06/2097' } });
    await service.database.query(`UPDATE share SET expires_at = 1 WHERE live_file_id = '${idOf(document, 0)}'`);
    await share(document, { query: { idImagem: idOf(document, 1), PrazoCompartilhamento: '30/06/2097' } });
    expect((await share(document, {})).status).toBe(200);
    const years = (await sharesOf(api, document.id)).map(({ PrazoCompartilhamento }) => PrazoCompartilhamento?.slice(0, 4));
    expect([years, await whichAreShared(document)]).toEqual([
      [undefined, '2097', undefined],
      [0, 1, 2],
    ]);
  });

  it.each<[string, Call, string]>([
    ['the query', { query: { PrazoCompartilhmento: '31/12/2099' } }, 'PrazoCompartilhmento'],
    ['the body', { body: { prazo: '31/12/2099' } }, 'prazo'],
  ])('refused where it is misspelt in %s', async (_, call, name) => {
    const document = await three();
    const { erros } = expectRefusal(await share(document, call), 400);
    expect(erros).toEqual([
      { campo: name, codigo: 'CAMPO_DESCONHECIDO', mensagem: expect.stringContaining('Nomes parecidos: PrazoCompartilhamento.') },
    ]);
    expect(await whichAreShared(document)).toEqual([]);
  });
});
