import { problemsOf, refused, type Created } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, filed, filedElsewhere, linksOf, NOBODY, opened, revokePath, sharesPath, texts, works } from './support/reading';

const DONE = '"Compartilhamento removido com sucesso."';

describeService(
  '4.6 PATCH /api/documento/{idDocumento}/cliente/{idCliente}/removercompartilhamento-arquivos',
  ({ service, demo: api, other }) => {
    /** Three files, of which those with these numbers are shared. */
    const shared = (...numbers: number[]) =>
      filed(api, { files: texts('um', 'dois', 'três').map((file, index) => ({ ...file, share: numbers.includes(index) })) });
    const idOf = ({ files }: Created, index: number) => files[index]?.id as string;
    const whichAreShared = async ({ id }: Created) => (await linksOf(api, id)).flatMap((link, index) => (link ? [index] : []));

    it.each([
      ['its own path', revokePath],
      ['the path of sharing', sharesPath],
    ])('revokes all shares of the document at once, on %s', async (_, path) => {
      const document = await shared(0, 2);
      expect(await Promise.all(document.files.map(({ link }) => link && works(service, link)))).toEqual([true, undefined, true]);
      const { status, text, headers } = await api.patch(path(document.id));
      expect([status, text]).toEqual([200, DONE]);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      for (const index of [0, 2]) expect((await opened(service, document.files[index]?.link)).status).toBe(404);
      expect(await whichAreShared(document)).toEqual([]);
    });

    it.each<[string, (document: Created) => { query?: string | Record<string, string>; body?: unknown }, number[]]>([
      ['one in the query', (d) => ({ query: `idImagem=${idOf(d, 0)}` }), [1, 2]],
      ['several in the query', (d) => ({ query: `idImagem=${idOf(d, 2)}&idImagem=${idOf(d, 0)}` }), [1]],
      ['a comma list', (d) => ({ query: `IdImagem=${idOf(d, 0)},${idOf(d, 1)}` }), [2]],
      ['a JSON array', (d) => ({ body: { idImagem: [idOf(d, 1), idOf(d, 2)] } }), [0]],
      ['a JSON array under another case', (d) => ({ body: { IDIMAGEM: [`{${idOf(d, 1).toUpperCase()}}`] } }), [0, 2]],
      ['the query before the body', (d) => ({ query: `idImagem=${idOf(d, 1)}`, body: { idImagem: [idOf(d, 0)] } }), [0, 2]],
      ['an empty body', () => ({ body: {} }), []],
      ['idArquivo in the query', (d) => ({ query: { idArquivo: idOf(d, 0) } }), [1, 2]],
      ['idArquivos in the query', (d) => ({ query: { IDARQUIVOS: `${idOf(d, 0)},${idOf(d, 1)}` } }), [2]],
      ['idImagens in the body', (d) => ({ body: { idImagens: [idOf(d, 2)] } }), [0, 1]],
      ['null in the body', () => ({ body: { idImagem: null } }), []],
    ])('revokes the shares named by %s', async (_, call, left) => {
      const document = await shared(0, 1, 2);
      const { status, text } = await api.patch(revokePath(document.id), call(document));
      expect([status, text]).toEqual([200, DONE]);
      expect(await whichAreShared(document)).toEqual(left);
      for (const [index, { link }] of document.files.entries()) expect(await works(service, link)).toBe(left.includes(index));
    });

    it('H7 revokes a link permanently: sharing again creates another one', async () => {
      const document = await shared(0);
      const [before] = await linksOf(api, document.id);
      await api.patch(revokePath(document.id));
      await api.post(sharesPath(document.id), { query: { idImagem: idOf(document, 0) } });
      const [after] = await linksOf(api, document.id);
      expect(after).not.toBe(before);
      expect([await works(service, before), await works(service, after)]).toEqual([false, true]);
    });

    it('refuses all when one of the named files is not shared', async () => {
      const document = await shared(0, 2);
      const named = `idImagem=${idOf(document, 0)},${idOf(document, 1)}&idImagem=${idOf(document, 2)}`;
      const refusal = await refused(service, 422, () => api.patch(revokePath(document.id), { query: named }));
      expect(problemsOf(refusal)).toEqual(['idImagem[1] ARQUIVO_NAO_COMPARTILHADO']);
      expect(await whichAreShared(document)).toEqual([0, 2]);
      expect(await works(service, document.files[0]?.link)).toBe(true);
    });

    it.each([
      ['is shared', () => shared()],
      ['is there', () => filed(api)],
    ])('refuses when no file %s', async (_, document) => {
      const { id } = await document();
      await refused(service, 422, () => api.patch(revokePath(id)));
    });

    it('refuses the second time', async () => {
      const { id } = await shared(1);
      expect((await api.patch(revokePath(id))).status).toBe(200);
      await refused(service, 422, () => api.patch(revokePath(id)));
    });

    it('answers concurrent callers consistently', async () => {
      const document = await shared(0, 1, 2);
      const answers = await Promise.all(Array.from({ length: 5 }, () => api.patch(revokePath(document.id))));
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      expect(answers.filter(({ status }) => ![200, 422].includes(status))).toEqual([]);
      expect(await whichAreShared(document)).toEqual([]);
    });

    it('returns the same 404 for foreign and unknown files, and revokes nothing', async () => {
      const [document, neighbour] = [await shared(0), await shared(0)];
      const foreign = await filedElsewhere(other, { files: texts('segredo').map((file) => ({ ...file, share: true })) });
      const named = [NOBODY, foreign.files[0]?.id, idOf(neighbour, 0)];
      expectAlike(
        400,
        await Promise.all(named.map((id) => api.patch(revokePath(document.id), { body: { idImagem: [idOf(document, 0), id] } }))),
      );
      for (const { files } of [document, neighbour, foreign]) expect(await works(service, files[0]?.link)).toBe(true);
    });

    it.each<[string, { query?: string | Record<string, string>; body?: unknown }, string[]]>([
      ['a malformed id in the query', { query: 'idImagem=x' }, ['idImagem[0] FORMATO_INVALIDO']],
      ['a malformed id in the body', { body: { idImagem: ['x'] } }, ['idImagem[0] FORMATO_INVALIDO']],
      ['numbers in the body', { body: { idImagem: [1, null] } }, ['idImagem[0] FORMATO_INVALIDO', 'idImagem[1] TIPO_INVALIDO']],
      ['an object in the body', { body: { idImagem: {} } }, ['idImagem TIPO_INVALIDO']],
      ['a misspelt name in the query', { query: { idArquvo: NOBODY } }, ['idArquvo CAMPO_DESCONHECIDO']],
      ['a misspelt name in the body', { body: { imagens: [NOBODY] } }, ['imagens CAMPO_DESCONHECIDO']],
      [
        'two names of one thing in the query',
        { query: { idArquivo: NOBODY, idImagem: NOBODY } },
        ['idImagem CAMPO_REPETIDO', 'idImagem[0] ID_INEXISTENTE'],
      ],
      [
        'two names of one thing in the body',
        { body: { idArquivo: [NOBODY], idImagem: [NOBODY] } },
        ['idImagem CAMPO_REPETIDO', 'idImagem[0] ID_INEXISTENTE'],
      ],
      ['an array as body', { body: [NOBODY] }, [' TIPO_INVALIDO']],
    ])('refuses %s', async (_, call, problems) => {
      const { id } = await shared(0);
      expect(problemsOf(await refused(service, 400, () => api.patch(revokePath(id), call)))).toEqual(problems);
    });

    it.each(['{', '{"idImagem":[', '{"idImagem":["a"]}}', '\u0000'])('refuses the unreadable body %j', async (body) => {
      const { id } = await shared(0);
      expect((await refused(service, 400, () => api.patch(revokePath(id), { body }))).codigo).toBe('JSON_INVALIDO');
    });
  },
);
