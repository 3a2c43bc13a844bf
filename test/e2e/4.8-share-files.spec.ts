import { ShareRepository } from '#application/ports/documents';
import { type Call } from './support/api';
import { problemsOf, refused, type Created } from './support/creates';
import { describeService } from './support/describe-service';
import {
  expectAlike,
  filed,
  filedElsewhere,
  linksOf,
  NOBODY,
  opened,
  sharesOf,
  sharesPath,
  texts,
  works,
  type SharedFile,
} from './support/reading';
import { STORAGE } from './support/service';

const DAY = 86_400_000;

/** A day as clocks in São Paulo show it, so many days from now. */
const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', day: '2-digit', month: '2-digit', year: 'numeric' }).format(
    Date.now() + days * DAY,
  );

describeService('4.8 POST /api/documento/{idDocumento}/cliente/{idCliente}/compartilhar-arquivos', ({ service, demo: api, other }) => {
  /** All that is done to it is refused. */
  let untouched: Created;
  beforeAll(async () => {
    untouched = await three();
  });
  afterEach(async () => expect(await whichAreShared(untouched)).toEqual([]));

  const three = () => filed(api, { files: texts('um', 'dois', 'três') });
  const share = ({ id }: Created, call: Call = {}, as = api) => as.post(sharesPath(id), call);
  const idOf = ({ files }: Created, index: number) => files[index]?.id as string;
  const whichAreShared = async ({ id }: Created) => (await linksOf(api, id)).flatMap((link, index) => (link ? [index] : []));

  it('shares all files, and answers like operation 4.5', async () => {
    const document = await three();
    const { status, text, json } = await share(document);
    expect(status).toBe(200);
    const { Arquivos } = json as { Arquivos: SharedFile[] };
    const links = Arquivos.map(({ LinkCompartilhado }) => LinkCompartilhado as string);
    const expected = {
      IdDocumento: document.id,
      CodigoDocumento: document.code,
      Arquivos: ['um', 'dois', 'três'].map((NomeAmigavel, index) => ({
        IdArquivo: idOf(document, index),
        NomeAmigavel,
        LinkCompartilhado: links[index],
      })),
    };
    expect(text).toBe(JSON.stringify(expected));
    expect((await api.get(sharesPath(document.id))).text).toBe(text);
    expect(new Set(links).size).toBe(3);
    for (const link of links) expect([link.startsWith(`${service.config.shareUrl}/`), await works(service, link)]).toEqual([true, true]);
  });

  it.each<[string, (document: Created) => Call, number[]]>([
    ['one in the query', (d) => ({ query: `idImagem=${idOf(d, 1)}` }), [1]],
    ['a parameter that repeats', (d) => ({ query: `idImagem=${idOf(d, 2)}&IDIMAGEM=${idOf(d, 0)}` }), [0, 2]],
    ['a comma list', (d) => ({ query: `idImagem=${idOf(d, 1)},%20${idOf(d, 0)}` }), [0, 1]],
    ['a JSON array', (d) => ({ body: { idImagem: [idOf(d, 0), idOf(d, 2)] } }), [0, 2]],
    ['a JSON array that repeats, in another case', (d) => ({ body: { ' IDIMAGEM ': [idOf(d, 0), `{${idOf(d, 0).toUpperCase()}}`] } }), [0]],
    ['the query before the body', (d) => ({ query: `idImagem=${idOf(d, 1)}`, body: { idImagem: [idOf(d, 0)] } }), [1]],
    [
      'the query beside a deadline in the body',
      (d) => ({ query: `idImagem=${idOf(d, 1)}`, body: { PrazoCompartilhamento: '31/12/2099' } }),
      [1],
    ],
    ['no body', () => ({}), [0, 1, 2]],
    ['an empty body', () => ({ body: '' }), [0, 1, 2]],
    ['an empty object', () => ({ body: {} }), [0, 1, 2]],
    ['null', () => ({ body: null }), [0, 1, 2]],
    ['nulls', () => ({ body: { idImagem: null, PrazoCompartilhamento: null } }), [0, 1, 2]],
  ])('shares the files named by %s', async (_, call, expected) => {
    const document = await three();
    const { status, json } = await share(document, call(document));
    expect(status).toBe(200);
    expect((json.Arquivos as SharedFile[]).map(({ IdArquivo }) => IdArquivo)).toEqual(expected.map((index) => idOf(document, index)));
    expect(await whichAreShared(document)).toEqual(expected);
  });

  describe('until a deadline', () => {
    const END = Date.parse('2099-12-31T23:59:59-03:00');
    let timed: Created;
    beforeAll(async () => void (timed = await three()));

    it.each<[string, string, number]>([
      ['a day, up to its end in São Paulo', '31/12/2099', END],
      ['a day of ISO 8601', '2099-12-31', END],
      ['a minute', '31/12/2099 08:30', Date.parse('2099-12-31T08:30:00-03:00')],
      ['a second', '31/12/2099 08:30:15', Date.parse('2099-12-31T08:30:15-03:00')],
      ['a time of ISO 8601 without an offset', '2099-12-31T08:30:15', Date.parse('2099-12-31T08:30:15-03:00')],
      ['a time in Greenwich', '2099-12-31T08:30:15.250Z', Date.parse('2099-12-31T08:30:15.250Z')],
      ['a time with an offset', '2099-12-31T08:30:15+02:00', Date.parse('2099-12-31T06:30:15Z')],
      ['a leap day', '29/02/2096', Date.parse('2096-02-29T23:59:59-03:00')],
    ])('%s', async (_, PrazoCompartilhamento, expected) => {
      for (const call of [{ query: { PrazoCompartilhamento } }, { body: { prazoCompartilhamento: PrazoCompartilhamento } }]) {
        expect((await share(timed, call)).status).toBe(200);
        for (const file of await sharesOf(api, timed.id)) {
          expect(file.PrazoCompartilhamento).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?-03:00$/);
          const late = Date.parse(file.PrazoCompartilhamento as string) - expected;
          expect([late >= 0, late < 1000]).toEqual([true, true]);
        }
      }
    });

    it('H4 today, valid until midnight', async () => {
      const document = await three();
      expect((await share(document, { query: { PrazoCompartilhamento: dayFromNow(0) } })).status).toBe(200);
      expect(await works(service, (await linksOf(api, document.id))[0])).toBe(true);
    });

    it('in the query instead of the body', async () => {
      const document = await three();
      await share(document, { query: { PrazoCompartilhamento: '31/12/2098' }, body: { PrazoCompartilhamento: '31/12/2099' } });
      expect((await sharesOf(api, document.id))[0]?.PrazoCompartilhamento).toMatch(/^2098-12-31/);
    });

    it('changed by sharing again, with the same link', async () => {
      const document = await three();
      const call = (PrazoCompartilhamento: string) => share(document, { query: { PrazoCompartilhamento } });
      await call('31/12/2098');
      const links = await linksOf(api, document.id);
      await call('30/06/2099');
      expect(await linksOf(api, document.id)).toEqual(links);
      expect((await sharesOf(api, document.id))[1]?.PrazoCompartilhamento).toMatch(/^2099-06-30T23:59:59/);
      await share(document, { query: { idImagem: idOf(document, 1), PrazoCompartilhamento: '30/06/2097' } });
      const years = (await sharesOf(api, document.id)).map(({ PrazoCompartilhamento }) => PrazoCompartilhamento?.slice(0, 4));
      expect(years).toEqual(['2099', '2097', '2099']);
      expect(await linksOf(api, document.id)).toEqual(links);
    });

    it('extended after it has passed, with the same link', async () => {
      const document = await three();
      await share(document);
      const [link] = await linksOf(api, document.id);
      await service.database.query(`UPDATE share SET expires_at = 1 WHERE file_id = '${idOf(document, 0)}'`);
      expect((await opened(service, link)).status).toBe(404);
      await share(document, { query: { PrazoCompartilhamento: '31/12/2099' } });
      expect((await linksOf(api, document.id))[0]).toBe(link);
      expect(await works(service, link)).toBe(true);
    });

    it.each([
      ['yesterday', dayFromNow(-1)],
      ['long ago', '01/01/2000'],
      ['a time in Greenwich', '2000-01-01T00:00:00Z'],
      ['a minute', '31/12/1999 23:59'],
      ['a second ago', new Date(Date.now() - 1000).toISOString()],
    ])('H4 not in the past: %s', async (_, PrazoCompartilhamento) => {
      const refusal = await refused(service, 422, () => share(untouched, { query: { PrazoCompartilhamento } }));
      expect(problemsOf(refusal)).toEqual(['PrazoCompartilhamento FORA_DO_INTERVALO']);
      await refused(service, 422, () => share(untouched, { body: { PrazoCompartilhamento } }));
    });

    it('not in the past, also for an existing link', async () => {
      const document = await three();
      await share(document);
      await refused(service, 422, () => share(document, { query: { PrazoCompartilhamento: '01/01/2000' } }));
      expect(await whichAreShared(document)).toEqual([0, 1, 2]);
    });

    it.each(['31/02/2099', '2099-13-01', '12/31/2099'])('not on a nonexistent day: %s', async (day) => {
      const body = { PrazoCompartilhamento: day };
      expect(problemsOf(await refused(service, 400, () => share(untouched, { body })))).toEqual(['PrazoCompartilhamento DATA_INEXISTENTE']);
    });

    it.each(['amanhã', '31/12/99', '31-12-2099', '31/12/2099 25:00', '2099-12-31T10:00:61', '4102444799', "'; DROP TABLE share; --"])(
      'H4 not in another format: %s',
      async (PrazoCompartilhamento) => {
        const refusal = await refused(service, 400, () => share(untouched, { query: { PrazoCompartilhamento } }));
        expect(problemsOf(refusal)).toEqual(['PrazoCompartilhamento FORMATO_INVALIDO']);
        await refused(service, 400, () => share(untouched, { body: { PrazoCompartilhamento } }));
      },
    );
  });

  it('creates one link for concurrent shares of a file', async () => {
    const document = await three();
    const answers = await Promise.all(Array.from({ length: 8 }, () => share(document)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const links = answers.map(({ json }) => (json.Arquivos as SharedFile[]).map(({ LinkCompartilhado }) => LinkCompartilhado));
    expect(new Set(links.map(String)).size).toBe(1);
    const [row] = (await service.database.query(
      `SELECT COUNT(*) AS total FROM share WHERE file_id IN ('${document.files.map(({ id }) => id).join("','")}')`,
    )) as { total: number }[];
    expect(Number(row?.total)).toBe(3);
  });

  // SQLite has one writer: nobody deletes while somebody shares.
  const together = STORAGE === 'servers' ? it : it.skip;
  together.each([
    ['named', 400, []],
    ['one of all', 200, [0, 2]],
  ] as const)('tells of a file that is deleted between look and share, %s, as had it gone before', async (what, status, shared) => {
    const document = await three();
    const before = jest.spyOn(service.app.get(ShareRepository), 'share').mockImplementationOnce(async (...given) => {
      before.mockRestore();
      expect((await api.delete('/api/Arquivo/Delete', { query: { idDocumento: document.id, idArquivo: idOf(document, 1) } })).status).toBe(
        200,
      );
      return service.app.get(ShareRepository).share(...given);
    });
    const answer = await share(document, what === 'named' ? { body: { idImagem: [idOf(document, 0), idOf(document, 1)] } } : {});
    expect(answer.status).toBe(status);
    const left = (await api.get(sharesPath(document.id))).json.Arquivos as SharedFile[];
    const ids = left.filter(({ LinkCompartilhado }) => LinkCompartilhado).map(({ IdArquivo }) => IdArquivo);
    expect(ids).toEqual(shared.map((index) => idOf(document, index)));
  });

  it('refuses a document without files', async () => {
    const document = await filed(api);
    await refused(service, 422, () => share(document));
  });

  it('H5 returns the same 404 for foreign and unknown files, and shares nothing', async () => {
    const [document, neighbour] = [await three(), await three()];
    const foreign = await filedElsewhere(other, { files: texts('segredo') });
    const named = [NOBODY, idOf(foreign, 0), idOf(neighbour, 0), document.id];
    expectAlike(400, await Promise.all(named.map((id) => share(document, { body: { idImagem: [idOf(document, 0), id] } }))));
    expect([await whichAreShared(document), await whichAreShared(neighbour)]).toEqual([[], []]);
  });

  it.each<[string, Call, string[]]>([
    ['a malformed id in the query', { query: 'idImagem=x' }, ['idImagem[0] FORMATO_INVALIDO']],
    [
      'malformed ids in the body',
      { body: { idImagem: ['x', 1, {}] } },
      ['idImagem[0] FORMATO_INVALIDO', 'idImagem[1] FORMATO_INVALIDO', 'idImagem[2] TIPO_INVALIDO'],
    ],
    ['an object of ids', { body: { idImagem: { 0: NOBODY } } }, ['idImagem TIPO_INVALIDO']],
    ['a number as deadline', { body: { PrazoCompartilhamento: 4102444799 } }, ['PrazoCompartilhamento FORMATO_INVALIDO']],
    ['an array as deadline', { body: { PrazoCompartilhamento: ['31/12/2099'] } }, ['PrazoCompartilhamento TIPO_INVALIDO']],
    [
      'two deadlines',
      { query: 'PrazoCompartilhamento=31/12/2099&prazocompartilhamento=31/12/2099' },
      ['PrazoCompartilhamento CAMPO_REPETIDO'],
    ],
  ])('H8 refuses %s', async (_, call, problems) => {
    expect(problemsOf(await refused(service, 400, () => share(untouched, call)))).toEqual(problems);
  });

  it.each(['{', '[]', '"x"', '{"idImagem":[]', '{"idImagem":[],}'])('refuses the body %j', async (body) => {
    await refused(service, 400, () => share(untouched, { body }));
  });
});
