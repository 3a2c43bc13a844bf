import { readAll } from '../../builders/bytes';
import { DEMO, placeScope, scopeOf } from '../../builders/demo';
import { FilingRequest, type FilingDesk } from '../../fakes/filing-desk';

export const gone = () => Promise.reject(new Error('the database is gone'));

export const NOTHING = { documents: 0, suppliers: 0, links: 0 };
export const ONE = { documents: 1, suppliers: 1, links: 2 };

/** What happens at a filing desk, and what can be seen of it afterwards. */
export function sceneAt(desk: FilingDesk) {
  /** A request with two files that have arrived. */
  const received = async () => {
    const request = FilingRequest.open(desk);
    await request.take('first page');
    await request.take('second page');
    return request;
  };
  return {
    received,
    /** A document that was filed, and the request that filed it. */
    async filed() {
      const request = await received();
      const document = await request.send();
      await request.upload.settle();
      return { request, document };
    },
    /** Objects that are no longer needed. */
    async doomed() {
      const request = await received();
      await request.upload.settle();
      return request.keys;
    },
    async deletion(documentId: string) {
      return desk.remove.execute(await placeScope(desk, 'document:delete', DEMO.contracts), { nodeId: DEMO.contracts, documentId });
    },
    /** The visible state of documents, links and list rows. */
    async visible() {
      const scope = await scopeOf(desk);
      const documents = await desk.search.page(scope, { fields: [] }, 1, 100);
      const supplier = await desk.listRows.findByKey(scope, DEMO.suppliers, '11222333000181');
      const shares = await desk.sql.rows<{ id: string }>('SELECT id FROM share');
      const links = await Promise.all(shares.map(({ id }) => desk.sharedFiles.open(id, new Date())));
      return { documents: documents.length, suppliers: supplier ? 1 : 0, links: links.filter((file) => file !== null).length };
    },
    async readable(documentId: string) {
      const scope = await scopeOf(desk);
      const document = await desk.documents.find(scope, documentId);
      const files = document ? await desk.documents.filesOf(scope, document) : [];
      return Promise.all(files.map(async ({ key }) => (await readAll(await desk.storage.read(key))).toString()));
    },
    objects: () => [...desk.storage.objects.keys()].sort(),
    journal: async () =>
      (await desk.sql.rows<{ key: string }>('SELECT object_key AS `key` FROM object_journal')).map(({ key }) => key).sort(),
  };
}

export type FaultScene = ReturnType<typeof sceneAt>;
