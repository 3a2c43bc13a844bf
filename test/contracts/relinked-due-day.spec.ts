import { newId } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import { addDocument, aDocument } from '../builders/a-document';
import { DEMO, listField, scopeOf } from '../builders/demo';
import { deferred } from './support/deferred';
import { describeContract } from './support/implementations';

const LATER_MS = 300;

/** A document that is pointed at another row while the due days of the first row's documents move. */
describeContract('DocumentRepository, relinking a row,', (archive) => {
  let scope: Scope;
  beforeAll(async () => {
    scope = await scopeOf(archive);
  });
  const row = async (text: string) => {
    const { code } = listField(scope.client.structure, DEMO.suppliers, 'CNPJ');
    return (await archive.listRows.addOrFind(scope, DEMO.suppliers, `${text} ${newId()}`, [{ fieldCode: code, text, key: text }])).code;
  };

  it('sets the due date by the linked row', async () => {
    const [first, second] = [await row('first'), await row('second')];
    const filed = aDocument(scope, { nodeId: DEMO.contracts, dueDay: '2030-01-01', rows: new Map([[DEMO.suppliers, first]]) });
    const code = await addDocument(archive.documents, scope, filed);
    const [held, mayEnd] = [deferred(), deferred()];
    const relinking = archive.unitOfWork.run(async () => {
      const document = (await archive.documents.hold(scope, filed.id))!;
      const rows = new Map([[DEMO.suppliers, second]]);
      await archive.documents.change(scope, document, { values: [], cleared: [], rows, unlinked: [], dueDay: '2035-05-05' });
      held.resolve();
      await mayEnd.promise;
    });
    await held.promise;
    const moving = archive.unitOfWork.run(() => archive.documents.moveDueDay(scope, [filed.nodeCode], first, '2099-09-09'));
    setTimeout(() => mayEnd.resolve(), LATER_MS);
    await Promise.all([relinking, moving]);
    const [found] = await archive.search.page(scope, { documentCode: code, fields: [] }, 1, 1);
    expect(found?.dueDay).toBe('2035-05-05');
  });
});
