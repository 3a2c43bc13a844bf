import { samplePdf } from '#src/demo/sample-files';
import { Api, IDS, type Answer } from './support/api';
import { create, createdBy, expectRefusal, type SentFile } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, opened, remove, sharesOf, sharesPath, texts, works } from './support/reading';
import { setClock } from './support/users';

const PDF = samplePdf('Por um minuto');

describeService('POST …/endereco-temporario', ({ service, demo: api, other }) => {
  const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1);
  const withToken = (link: string, token: string) => `${link.slice(0, link.lastIndexOf('/') + 1)}${token}`;
  const open = (link: string) => opened(service, link);

  /** However the store of the run serves it. */
  async function served(link: string): Promise<Answer> {
    const answer = await open(link);
    return answer.status === 302 ? new Api(answer.headers.get('location') as string).get('') : answer;
  }

  const addressPath = (file: string, client = IDS.client) => `/api/Arquivo/${file}/Cliente/${client}/endereco-temporario`;
  const addressOf = async (file: string, query: Record<string, string> = {}) =>
    (await api.post(addressPath(file), { query })).json.endereco as string;
  const withFile = async (file: SentFile) => {
    const { id } = createdBy(await create(api, 'V1', { files: [file] }));
    return { id, file: (await sharesOf(api, id))[0]!.IdArquivo };
  };

  it('open one file without a token, shown or saved as was asked, and where that is safe', async () => {
    const { file } = await withFile({ extension: 'pdf', content: PDF, name: 'Contrato' });
    const page = await withFile({ extension: 'html', content: '<script>alert(1)</script>' });
    for (const [id, query, kind] of [
      [file, {}, 'attachment'],
      [file, { modo: 'baixar' }, 'attachment'],
      [file, { modo: 'exibir' }, 'inline'],
      [page.file, { modo: 'exibir' }, 'attachment'],
    ] as const) {
      const answer = await served(await addressOf(id, query));
      expect([query, answer.status, answer.headers.get('content-disposition')]).toEqual([query, 200, expect.stringMatching(`^${kind};`)]);
      if (id === file) expect(answer.bytes.equals(PDF)).toBe(true);
    }
    expect(expectRefusal(await api.post(addressPath(file), { query: { modo: 'outro' } }), 400).erros?.[0]?.campo).toBe('modo');
  });

  it('end after a minute, with the file, and with any change of them', async () => {
    const { id, file } = await withFile(texts('um')[0]!);
    const { json } = await api.post(addressPath(file));
    const address = json.endereco as string;
    const left = Date.parse(json.validade as string) - Date.now();
    expect([left > 0, left <= 60_000]).toEqual([true, true]);
    expect(await works(service, address)).toBe(true);
    const token = tokenOf(address);
    const changed = `${token.slice(0, 50)}${token[50] === 'A' ? 'B' : 'A'}${token.slice(51)}`;
    const gone = [await open(withToken(address, changed)), await open(withToken(address, token.slice(0, -1)))];
    setClock(service, new Date(Date.now() + 61_000));
    try {
      gone.push(await open(address));
    } finally {
      setClock(service, null);
    }
    expect(await works(service, address)).toBe(true);
    await remove(api, id);
    gone.push(await open(address));
    expectAlike(404, gone);
    // Nothing was shared by it.
    expect((await api.get(sharesPath(id))).json.Arquivos ?? []).toEqual([]);
  });

  it('are given for files within reach alone', async () => {
    const { file } = await withFile(texts('dois')[0]!);
    expectRefusal(await other.post(addressPath(file)), 401);
    expectRefusal(await other.post(addressPath(file, IDS.otherClient)), 404);
    expectRefusal(await new Api(service.url).post(addressPath(file)), 401);
  });
});

describeService('temporary addresses where links have no path', { SHARE_URL: 'http://127.0.0.1:1' }, ({ service, demo: api }) => {
  it('open their file', async () => {
    const { id } = createdBy(await create(api, 'V1', { files: texts('um') }));
    const file = (await sharesOf(api, id))[0]!.IdArquivo;
    const { json } = await api.post(`/api/Arquivo/${file}/Cliente/${IDS.client}/endereco-temporario`);
    expect(await works(service, json.endereco as string)).toBe(true);
  });
});
