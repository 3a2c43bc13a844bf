import { Sweeper } from '#application/files/sweeper';
import { IDS, invoiceValues, place, type Api } from './support/api';
import { eventsOf } from './support/audited';
import { create, createdBy, expectRefusal, filesOf, metadataOf, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, filedElsewhere, NOBODY, sharesOf, sharesPath, texts } from './support/reading';

const pathOf = (id: string, client = IDS.client) => `/api/Documento/${id}/cliente/${client}`;
const restore = (api: Api, id: string, client?: string) => api.post(`${pathOf(id, client)}/restaurar`);
const remove = async (api: Api, id: string, level = IDS.invoices) =>
  expect((await api.delete('/api/Documento/Delete', { query: { ...place(level), idDocumento: id } })).status).toBe(200);

describeService('restoring a deleted document', ({ service, demo, reader, finance, other }) => {
  it('brings back its fields, links to rows and files, in searches and counts, with an event', async () => {
    const supplier = (label: string, valorCampo: string) => ({ nomeLista: 'Fornecedores', label, valorCampo });
    const values = [
      { label: 'Título', valorCampo: 'Restaurado' },
      supplier('CNPJ', '19.131.243/0001-97'),
      supplier('Razão Social', 'Fornecedor que volta'),
    ];
    const sent = { values, box: 5001, files: texts('Um', 'Dois') };
    const { id, code } = createdBy(await create(demo, 'V2', sent, IDS.contracts));
    const search = { IdCliente: IDS.client, ValoresCampos: JSON.stringify({ Label: 'Razão Social', ValorCampo: 'Fornecedor que volta' }) };
    const found = async () => (await demo.get('/api/Documento/Get', { query: search })).json.Metadados.length as number;
    const total = async () =>
      (await demo.get('/api/Documento/Get', { query: { IdCliente: IDS.client, BuscarQtdPaginasDocumento: true } })).json.QtdDocumentos;
    const shown = async () => {
      const { headers: _headers, json } = await demo.get(pathOf(id));
      return { ...json, dataAlteracao: null };
    };
    const [metadata, before, count, bytes] = [await metadataOf(demo, code), await shown(), await total(), await filesOf(demo, id)];
    await demo.post(sharesPath(id));
    await remove(demo, id, IDS.contracts);
    expect([await found(), await total()]).toEqual([0, count - 1]);
    const answer = await restore(demo, id);
    expect([answer.status, answer.json]).toEqual([200, 'Documento restaurado com sucesso!']);
    expect([await metadataOf(demo, code), await shown(), await total(), await filesOf(demo, id)]).toEqual([metadata, before, count, bytes]);
    expect([await found(), (await demo.get(pathOf(id))).headers.get('etag')]).toEqual([1, answer.headers.get('etag')]);
    expect((await sharesOf(demo, id)).every(({ LinkCompartilhado }) => LinkCompartilhado === undefined)).toBe(true);
    const { eventos } = await eventsOf(demo, { acao: 'documento.restaurar' });
    expect(eventos[0]).toMatchObject({ objeto: { documentId: id, code, levelId: IDS.contracts } });
    // Nothing of it is swept later.
    expect(await service.database.query('SELECT * FROM object_journal WHERE reason = ?', ['document deleted'])).toEqual([]);
    await remove(demo, id, IDS.contracts);
    expect((await restore(demo, id)).status).toBe(200);
  });

  it('leaves files removed that were removed before', async () => {
    const { id, files } = await filed(demo, { values: invoiceValues('1401'), files: texts('A', 'B') });
    await demo.delete('/api/Arquivo/Delete', { query: { idDocumento: id, idArquivo: files[0]!.id } });
    await remove(demo, id);
    expect((await restore(demo, id)).status).toBe(200);
    expect((await demo.get(pathOf(id))).json.arquivos.map(({ idArquivo }: { idArquivo: string }) => idArquivo)).toEqual([files[1]!.id]);
    expect((await metadataOf(demo, (await demo.get(pathOf(id))).json.codigoDocumento))['Total de Arquivos']).toBe('1');
  });

  it('is refused when its external key is taken, or its bytes are gone, and changes nothing', async () => {
    const key = 'volta-1';
    const make = async () =>
      createdBy(
        await demo.post('/api/v2/Documento', { query: place(), body: { chaveExterna: key, valoresCampos: invoiceValues('1402') } }),
      );
    const { id } = await make();
    await remove(demo, id);
    const { id: second } = await make();
    expect(problemsOf(expectRefusal(await restore(demo, id), 422))).toEqual(['chaveExterna CHAVE_EXTERNA_EXISTENTE']);
    await remove(demo, second);
    expect((await restore(demo, id)).status).toBe(200);
    const old = await filed(demo, { values: invoiceValues('1403'), files: texts('Velho') });
    await remove(demo, old.id);
    await service.database.query("UPDATE object_journal SET not_before = 1000 WHERE state = 'condemned'");
    for (const look of [async () => undefined, () => service.app.get(Sweeper).sweep()]) {
      await look();
      expect(expectRefusal(await restore(demo, old.id), 422).codigo).toBe('BYTES_REMOVIDOS');
      expectRefusal(await demo.get(pathOf(old.id)), 404);
    }
  });

  it('is for those who may delete it, and only of deleted documents', async () => {
    const { id } = await filed(demo, { values: invoiceValues('1404') });
    expect(expectRefusal(await restore(demo, id), 422).codigo).toBe('DOCUMENTO_NAO_EXCLUIDO');
    await remove(demo, id);
    expectRefusal(await restore(reader, id), 401);
    expectRefusal(await restore(other, id), 401);
    expectRefusal(await restore(other, id, IDS.otherClient), 404);
    const foreign = await filedElsewhere(other);
    for (const each of [NOBODY, foreign.id]) expectRefusal(await restore(demo, each), 404);
    expect((await restore(finance, id)).status).toBe(200);
  });
});
