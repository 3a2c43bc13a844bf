import { FileStorage } from '#application/ports/files';
import { Sweeper } from '#application/files/sweeper';
import { IDS, loggedIn, place } from './support/api';
import { filesOf, metadataOf, problemsOf, refused, type Created } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, linksOf, NOBODY, opened, remove, revokePath, sharesPath, texts, works } from './support/reading';

const DELETE = '/api/Documento/Delete';
const DONE = '"Documento excluído com sucesso!"';

describeService('4.7 DELETE /api/Documento/Delete', ({ service, demo: api, other }) => {
  const shared = () => filed(api, { files: texts('um', 'dois').map((file) => ({ ...file, share: true })) });
  const four = (idDocumento: string, level = IDS.invoices) => ({ ...place(level), idDocumento });
  const search = async (query: object) =>
    (await api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, ...query } })).json.Metadados as unknown[];
  const keysOf = async (document: Created) =>
    (
      (await service.database.query(`SELECT object_key FROM document_file WHERE document_code = ${document.code}`)) as {
        object_key: string;
      }[]
    ).map((row) => row.object_key);

  it('makes the document, its files and links unreachable at once', async () => {
    const document = await shared();
    const [file] = document.files;
    expect(await works(service, file?.link)).toBe(true);
    const { status, text, headers } = await remove(api, document.id);
    expect([status, text]).toEqual([200, DONE]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    for (const { link } of document.files) expect((await opened(service, link)).status).toBe(404);
    await refused(service, 404, () => api.get(`/api/Arquivo/${file?.id}/Cliente/${IDS.client}`));
    await refused(service, 400, () => api.get('/api/Arquivo/Get', { query: { idDocumento: document.id } }));
    await refused(service, 404, () => api.get(sharesPath(document.id)));
    await refused(service, 404, () => api.post(sharesPath(document.id)));
    await refused(service, 404, () => api.patch(revokePath(document.id)));
    expect(await search({ Documento: document.code })).toEqual([]);
  });

  it('keeps it searchable by the status Excluído', async () => {
    const document = await filed(api, { box: 5001, files: texts('um') });
    expect(await metadataOf(api, document.code)).toMatchObject({ Status: 'Armazenado' });
    await remove(api, document.id);
    const [found] = (await search({ Documento: document.code, IdDocumentoStatus: 4 })) as {
      MetaDados: { Label: string; Valor: string }[];
    }[];
    const values = Object.fromEntries((found?.MetaDados ?? []).map(({ Label, Valor }) => [Label, Valor]));
    expect(values).toMatchObject({ Id: document.id, Número: '77', Status: 'Excluído', 'Nº Caixa': '5001' });
    for (const IdDocumentoStatus of [2, 6]) expect(await search({ Documento: document.code, IdDocumentoStatus })).toEqual([]);
  });

  it('keeps the bytes for thirty days, then removes them', async () => {
    const document = await shared();
    const [storage, sweeper] = [service.app.get(FileStorage), service.app.get(Sweeper)];
    const keys = await keysOf(document);
    expect(keys).toHaveLength(2);
    const before = Date.now();
    await remove(api, document.id);
    await sweeper.sweep();
    for (const key of keys) expect(await storage.size(key)).toBeGreaterThan(0);
    const due = (await service.database.query('SELECT object_key, not_before FROM object_journal')) as {
      object_key: string;
      not_before: number;
    }[];
    for (const key of keys) {
      const days = (Number(due.find((row) => row.object_key === key)?.not_before) - before) / 86_400_000;
      expect(Math.abs(days - 30)).toBeLessThan(0.01);
    }
    await service.database.query(`UPDATE object_journal SET not_before = 1 WHERE object_key IN ('${keys.join("','")}')`);
    await sweeper.sweep();
    for (const key of keys) expect(await storage.size(key)).toBeNull();
  });

  it.each<[string, string]>([
    ['another level', IDS.contracts],
    ['the level above', IDS.finance],
  ])('deletes nothing when the call names %s', async (_, level) => {
    const { id } = await filed(api, { files: texts('um') });
    const refusal = await refused(service, 400, () => remove(api, id, level));
    expect(refusal.codigo).toBe('DOCUMENTO_FORA_DO_NIVEL');
    expect(await filesOf(api, id)).toHaveLength(1);
    expect((await remove(api, id)).text).toBe(DONE);
  });

  it('does not affect other documents', async () => {
    const [kept, gone] = [await shared(), await shared()];
    const links = await linksOf(api, kept.id);
    await remove(api, gone.id);
    expect((await filesOf(api, kept.id)).map(({ nomeDoArquivo }) => nomeDoArquivo)).toEqual(['um', 'dois']);
    expect(await linksOf(api, kept.id)).toEqual(links);
    for (const link of links) expect(await works(service, link)).toBe(true);
  });

  it('D11 deletes once: the second call gets 404', async () => {
    const { id } = await shared();
    expect((await remove(api, id)).status).toBe(200);
    expect(problemsOf(await refused(service, 400, () => remove(api, id)))).toEqual(['idDocumento ID_INEXISTENTE']);
  });

  it('D11 succeeds for one of several concurrent callers', async () => {
    const { id } = await shared();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(api, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('requires the permission to delete', async () => {
    const { id } = await shared();
    const reader = await loggedIn(service.url, 'leitor');
    await refused(service, 401, () => remove(reader, id));
    await refused(service, 401, () => remove(other, id));
    await refused(service, 401, () => api.delete(DELETE, { query: four(id), token: null }));
    expect((await remove(await loggedIn(service.url, 'financeiro'), id)).status).toBe(200);
  });

  const bad = { idUnidade: 'x', idCliente: '1', idArvoreOrganizacional: '{}', idDocumento: 'null' };
  it.each<[string, object, string[]]>([
    ['nothing', {}, Object.keys(bad).map((name) => `${name} OBRIGATORIO`)],
    ['malformed ids', bad, Object.keys(bad).map((name) => `${name} FORMATO_INVALIDO`)],
    ['no document', place(), ['idDocumento OBRIGATORIO']],
    ['no level', { ...four(NOBODY), idArvoreOrganizacional: '' }, ['idArvoreOrganizacional OBRIGATORIO']],
  ])('refuses %s', async (_, query, problems) => {
    const refusal = await refused(service, 400, () => api.delete(DELETE, { query: query as Record<string, string> }));
    expect(problemsOf(refusal).sort()).toEqual([...problems].sort());
  });

  it('refuses two documents at once', async () => {
    const [one, two] = [await shared(), await shared()];
    const query = `${new URLSearchParams(four(one.id)).toString()}&idDocumento=${two.id}`;
    expect(problemsOf(await refused(service, 400, () => api.delete(DELETE, { query })))).toEqual(['idDocumento CAMPO_REPETIDO']);
    for (const { id } of [one, two]) expect(await filesOf(api, id)).toHaveLength(2);
  });
});
