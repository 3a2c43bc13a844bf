import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { deleteFile } from './adding-files';
import { IDS, invoiceValues, place, type Api } from './api';
import { demoText, edited } from './archive-files';
import { applied } from './billing';
import { changed, put, set } from './changing';
import { activated, approval, attachment, complete, contract, FLOW, open, value } from './flows';
import { filed, linksOf, remove, revokePath, sharesPath, texts } from './reading';
import type { Service } from './service';
import { filedPdfs, sign } from './signing';

export interface BagScene {
  /** Id of a file that was signed twice. */
  signed: string;
  /** A deleted document, and one whose first file is shared and whose second is deleted. */
  gone: string;
  shared: string;
  link: string;
  revoked: string;
  /** A flow with a former design, and one with the current design. */
  early: number;
  late: number;
}

/** The demo client with at least one thing of every kind. */
export async function bagScene(service: Service, demo: Api): Promise<BagScene> {
  const pdfs = await filedPdfs(demo, ['Contrato']);
  const signed = pdfs.files[0] as string;
  for (let times = 0; times < 2; times++) expect((await sign(demo, [signed])).status).toBe(200);
  // Gaps in numbers and positions, a name invalid in file systems, an external key, a changed document.
  const gone = await filed(demo, { files: texts('será excluído') });
  expect((await demo.post(sharesPath(gone.id))).status).toBe(200);
  expect((await remove(demo, gone.id)).status).toBe(200);
  const kept = await filed(demo, { files: texts('../../etc/passwd', 'dois', 'a\nb "c"; ç € \\u0000') });
  expect((await demo.post(sharesPath(kept.id))).status).toBe(200);
  const [link] = await linksOf(demo, kept.id);
  await deleteFile(demo, kept.id, kept.files[1]!.id);
  const other = await filed(demo, { files: texts('revogado') });
  expect((await demo.post(sharesPath(other.id))).status).toBe(200);
  const [revoked] = await linksOf(demo, other.id);
  expect((await demo.patch(revokePath(other.id))).status).toBe(200);
  const keyed = await demo.post('/api/v3/Documento', {
    query: place(),
    body: { chaveExterna: 'ERP-1', valoresCampos: invoiceValues('9') },
  });
  changed(await put(demo, keyed.json.idDocumento, [set('Observação', 'mudou')]));
  return { signed, gone: gone.id, shared: kept.id, link: link as string, revoked: revoked as string, ...(await flows(service, demo)) };
}

async function flows(service: Service, demo: Api): Promise<{ early: number; late: number }> {
  const begun = () =>
    activated(demo, {
      ...approval({}, [
        value(FLOW.title, 'Contrato de limpeza'),
        value(FLOW.cnpj, '07.664.483/0001-78'),
        value(FLOW.company, 'Elevadores'),
      ]),
      documentos: [contract()],
      arquivos: [attachment(), attachment({ nomeArquivo: 'Outra' })],
    });
  const early = await begun();
  const [first] = await open(demo, early);
  expect((await complete(demo, first!.id, { comentario: 'Está certo: "sim".' })).status).toBe(200);
  await applied(service, edited(await demoText(), ['            deadline: 2 working-days\n', '            deadline: 9 working-days\n']));
  const late = await begun();
  const definitions = await service.database.query('SELECT code FROM workflow_design WHERE client_id = ? AND definition_id = ?', [
    idBytes(IDS.client),
    FLOW.approval,
  ]);
  expect(definitions).toHaveLength(2);
  // As a purge of its only document leaves it.
  await service.database.query('DELETE FROM workflow_document WHERE workflow_code = ?', [late]);
  await service.database.query('UPDATE workflow SET emptied = 1 WHERE code = ?', [late]);
  return { early, late };
}
