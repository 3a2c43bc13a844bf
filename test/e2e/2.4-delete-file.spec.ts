import { FileStorage } from '#application/ports/files';
import { Sweeper } from '#application/files/sweeper';
import { newId } from '#application/support/ids';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { IDS, loggedIn } from './support/api';
import { done, grant, makeUser, setGrants, signIn } from './support/users';
import { metadataOf, problemsOf, refused } from './support/creates';
import { deleteFile, fetchPath, labels, listed, note, POST, send } from './support/adding-files';
import { describeService } from './support/describe-service';
import { expectAlike, filed, filedElsewhere, linksOf, NOBODY, opened, remove, sharesOf, sharesPath, texts, works } from './support/reading';

const DELETE = '/api/Arquivo/Delete';
const BYTES = { accept: 'application/octet-stream' };

describeService('2.4 DELETE /api/Arquivo/Delete', ({ service, demo: api, other }) => {
  const shared = (...names: string[]) => filed(api, { files: texts(...names).map((file) => ({ ...file, share: true })) });
  const names = async (idDocumento: string) => (await listed(api, idDocumento)).map(({ nomeDoArquivo }) => nomeDoArquivo);
  const keyOf = async (file: string) => {
    const [row] = (await service.database.query(`SELECT object_key FROM document_file WHERE id = '${file}'`)) as { object_key: string }[];
    return row!.object_key;
  };

  it('makes the file and its link unreachable at once', async () => {
    const document = await shared('um', 'dois', 'três');
    const [one, two, three] = document.files as [{ id: string; link: string }, { id: string; link: string }, { id: string; link: string }];
    expect(await works(service, two.link)).toBe(true);
    const { status, text, headers } = await deleteFile(api, document.id, two.id);
    expect([status, text]).toEqual([200, '"Ok!"']);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect((await opened(service, two.link)).status).toBe(404);
    expect((await opened(service, two.link, { method: 'HEAD' })).status).toBe(404);
    for (const call of [{}, { headers: BYTES }, { headers: { ...BYTES, range: 'bytes=0-0' } }]) {
      await refused(service, 404, () => api.get(fetchPath(two.id), call));
    }
    expect(await names(document.id)).toEqual(['um', 'três']);
    expect((await sharesOf(api, document.id)).map(({ IdArquivo }) => IdArquivo)).toEqual([one.id, three.id]);
    expect((await metadataOf(api, document.code))['Total de Arquivos']).toBe('2');
    for (const kept of [one, three]) expect(await works(service, kept.link)).toBe(true);
    await refused(service, 400, () => api.get(sharesPath(document.id), { query: { idImagem: two.id } }));
    await refused(service, 400, () => api.post(sharesPath(document.id), { query: { idImagem: two.id } }));
    expect((await api.post(sharesPath(document.id))).status).toBe(200);
    expect((await opened(service, two.link)).status).toBe(404);
  });

  it('returns the same answer for the revoked link and an unknown one', async () => {
    const document = await shared('um');
    const link = document.files[0]!.link!;
    await deleteFile(api, document.id, document.files[0]!.id);
    const unknown = link.replace(/[^/]+$/, 'A'.repeat(22));
    expectAlike(404, await Promise.all([opened(service, link), opened(service, unknown)]));
  });

  it('deletes for a user of several clients', async () => {
    const both = await makeUser(api);
    const profile = (await service.database.query("SELECT profile_id FROM user_grant WHERE user_id = (SELECT id FROM user_account WHERE login = 'demo')")) as { profile_id: string }[]; // prettier-ignore
    done(await setGrants(api, both.id, [grant(profile[0]!.profile_id)]));
    await service.database.query(
      'INSERT INTO user_grant (id, user_id, client_id, unit_id, node_id, profile_id) VALUES (?, ?, ?, NULL, NULL, ?)',
      [newId(), both.id, idBytes(IDS.otherClient), profile[0]!.profile_id],
    );
    const { id, files } = await shared('um');
    const { status, text } = await deleteFile(await signIn(service.url, both.login), id, files[0]!.id);
    expect([status, text]).toEqual([200, '"Ok!"']);
    const rows = (await service.database.query("SELECT client_id FROM object_journal WHERE reason = 'file deleted' ORDER BY not_before DESC LIMIT 1")) as { client_id: Uint8Array }[]; // prettier-ignore
    expect(Buffer.from(rows[0]!.client_id)).toEqual(idBytes(IDS.client));
  });

  it('deletes once: the second call gets 404', async () => {
    const { id, files } = await shared('um', 'dois');
    expect((await deleteFile(api, id, files[0]!.id)).status).toBe(200);
    const refusal = await refused(service, 400, () => deleteFile(api, id, files[0]!.id));
    expect([refusal.codigo, problemsOf(refusal)]).toEqual(['ARQUIVO_INEXISTENTE', ['idArquivo ID_INEXISTENTE']]);
    expect(await names(id)).toEqual(['dois']);
  });

  it('succeeds for one of 16 concurrent callers', async () => {
    const { id, files } = await shared('um', 'dois');
    const answers = await Promise.all(Array.from({ length: 16 }, () => deleteFile(api, id, files[0]!.id)));
    const counts = [200, 400].map((status) => answers.filter((answer) => answer.status === status).length);
    console.info(`2.4, 16 simultaneous calls for one file: ${counts[0]} × 200, ${counts[1]} × 400`);
    expect(counts).toEqual([1, 15]);
    expect(await names(id)).toEqual(['dois']);
  });

  it('D11 leaves only the new files when all others are deleted while files are added', async () => {
    const old = Array.from({ length: 8 }, (_, index) => `velho ${index}`);
    const { id, files } = await filed(api, { files: texts(...old) });
    const answers = await Promise.all(
      files.flatMap((file, index) => [deleteFile(api, id, file.id), send(api, POST, id, [note(`novo ${index}`)])]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect((await names(id)).sort()).toEqual(Array.from({ length: 8 }, (_, index) => `novo ${index}`));
  });

  it('leaves a document without files that accepts new files', async () => {
    const { id, files } = await filed(api, { files: texts('um') });
    await deleteFile(api, id, files[0]!.id);
    expect((await api.get('/api/Arquivo/Get', { query: { idDocumento: id } })).text).toBe('{"qtdArquivos":0,"arquivos":[]}');
    expect((await send(api, POST, id, [note('um'), note('dois')])).status).toBe(200);
    expect(await labels(api, id)).toEqual(['um txt 1', 'dois txt 1']);
  });

  it('keeps other files with the same content', async () => {
    const [one, two] = [await shared('um'), await shared('um')];
    await deleteFile(api, one.id, one.files[0]!.id);
    expect(await names(two.id)).toEqual(['um']);
    for (const link of await linksOf(api, two.id)) expect((await opened(service, link)).status).not.toBe(404);
    expect((await api.get(fetchPath(two.files[0]!.id), { headers: BYTES })).text).toBe('um');
  });

  it('keeps the bytes for thirty days, then removes them', async () => {
    const { id, files } = await shared('um', 'dois');
    const [storage, sweeper] = [service.app.get(FileStorage), service.app.get(Sweeper)];
    const [gone, kept] = [await keyOf(files[0]!.id), await keyOf(files[1]!.id)];
    const before = Date.now();
    await deleteFile(api, id, files[0]!.id);
    await sweeper.sweep();
    expect(await storage.size(gone)).toBe(2);
    const [due] = (await service.database.query(`SELECT not_before FROM object_journal WHERE object_key = '${gone}'`)) as {
      not_before: number;
    }[];
    expect(Math.abs((Number(due?.not_before) - before) / 86_400_000 - 30)).toBeLessThan(0.01);
    await service.database.query(`UPDATE object_journal SET not_before = 1 WHERE object_key = '${gone}'`);
    await sweeper.sweep();
    expect([await storage.size(gone), await storage.size(kept)]).toEqual([null, 4]);
    expect((await remove(api, id)).status).toBe(200);
  });

  it('increments the version of the document', async () => {
    const { id, files } = await shared('um', 'dois');
    const etag = async () => (await api.get('/api/Arquivo/Get', { query: { idDocumento: id } })).headers.get('etag');
    const before = await etag();
    await deleteFile(api, id, files[0]!.id);
    expect(await etag()).not.toBe(before);
    const after = await etag();
    await refused(service, 400, () => deleteFile(api, id, files[0]!.id));
    expect(await etag()).toBe(after);
  });

  describe('rights', () => {
    it('serves users with the permission to delete files, at their levels', async () => {
      const { id, files } = await shared('um', 'dois');
      expect((await deleteFile(await loggedIn(service.url, 'financeiro'), id, files[0]!.id)).status).toBe(200);
      expect(await names(id)).toEqual(['dois']);
    });

    it('E8 returns 404 for a file of another document, and deletes nothing', async () => {
      const [one, two] = [await shared('um'), await shared('dois')];
      const foreign = await filedElsewhere(other, { files: texts('segredo') });
      const [gone] = two.files;
      const files = [NOBODY, two.id, gone!.id, foreign.files[0]!.id];
      expectAlike(400, await Promise.all(files.map((file) => deleteFile(api, one.id, file))));
      expect([await names(one.id), await names(two.id)]).toEqual([['um'], ['dois']]);
    });
  });

  it.each<[string, string, string[]]>([
    ['nothing', '', ['idDocumento OBRIGATORIO', 'idArquivo OBRIGATORIO']],
    ['no file', `idDocumento=${NOBODY}`, ['idArquivo OBRIGATORIO']],
    ['an empty file', `idDocumento=${NOBODY}&idArquivo=`, ['idArquivo OBRIGATORIO']],
    ['malformed ids', 'idDocumento=1&idArquivo=x', ['idDocumento FORMATO_INVALIDO', 'idArquivo FORMATO_INVALIDO']],
    ['several files', `idDocumento=${NOBODY}&idArquivo=${NOBODY},${NOBODY}`, ['idArquivo FORMATO_INVALIDO']],
    ['a file twice', `idDocumento=${NOBODY}&idArquivo=${NOBODY}&IdArquivo=${NOBODY}`, ['idArquivo CAMPO_REPETIDO']],
  ])('refuses %s', async (_, query, problems) => {
    const found = problemsOf(await refused(service, 400, () => api.delete(DELETE, { query })));
    expect(found.sort()).toEqual([...problems].sort());
  });
});
