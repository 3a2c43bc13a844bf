import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { describeScene } from './support/describe-service';
import { contract, MAIL, shown } from './support/flows';
import { begun, CLIENT_ID, filing, flowsScene } from './support/flows-archive';

describeScene('6.5 of a flow with very many documents', flowsScene, (scene) => {
  const chief = scene.as.chefe;

  it('returns more documents than one statement accepts', async () => {
    const { database } = scene.service;
    const many = await begun(chief, 'De fora', { email: MAIL, documentos: [filing(undefined, { arquivos: contract().arquivos })] });
    const [model] = (await database.query(`SELECT * FROM document ORDER BY code DESC LIMIT 1`)) as [Record<string, unknown>];
    const [columns, first] = [Object.keys(model), Number(model.code) + 1];
    for (let from = first; from < first + 33_000; from += 1000) {
      const codes = Array.from({ length: 1000 }, (_, index) => from + index);
      const rows = codes.map((each) => Object.values({ ...model, code: each, id: crypto.randomUUID() }));
      const row = `(${columns.map(() => '?').join()})`;
      await database.query(`INSERT INTO document (${columns.join()}) VALUES ${rows.map(() => row).join()}`, rows.flat());
      const links = codes.map((each) => `(${many}, ${each}, ${bytesIn(`'${CLIENT_ID}'`)}, 1)`).join();
      await database.query(`INSERT INTO workflow_document (workflow_code, document_code, client_id, added_at) VALUES ${links}`);
    }
    const { documentosFluxo } = await shown(chief, many, CLIENT_ID);
    expect(documentosFluxo).toHaveLength(33_001);
    expect(documentosFluxo[0].arquivosDocumento).toEqual([expect.objectContaining({ nomeArquivo: 'Contrato', assinar: true })]);
    expect(documentosFluxo.at(-1)).toMatchObject({ codigoDocumento: first + 32_999, arquivosDocumento: [] });
    for (const table of ['workflow_document', 'document']) {
      await database.query(`DELETE FROM ${table} WHERE ${table === 'document' ? 'code' : 'document_code'} >= ${first}`);
    }
  });
});
