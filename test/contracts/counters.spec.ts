import { TypeOrmCounters } from '#infrastructure/typeorm/provisioning/typeorm-counters';
import { addDocument, aDocument } from '../builders/a-document';
import { scopeOf } from '../builders/demo';
import { onEveryDatabase } from './support/implementations';
import type { Archive } from './support/typeorm-archive';

onEveryDatabase('Counters', (implementation, open) => {
  describe(implementation, () => {
    let archive: Archive;
    let counters: TypeOrmCounters;
    beforeEach(async () => {
      archive = await open();
      counters = new TypeOrmCounters(archive.sql);
    });
    afterEach(() => archive.close());

    const file = async () => {
      const scope = await scopeOf(archive);
      const { documents, unitOfWork } = archive;
      const document = aDocument(scope);
      await unitOfWork.run(() => addDocument(documents, scope, document));
      return (await documents.find(scope, document.id))!;
    };

    it('continue from the stored value', async () => {
      const { code } = await file();
      const raised = new Map((await counters.raise(5000)).map(({ name, next }) => [name, next]));
      expect(raised.get('document')).toBe(code + 5001);
      expect((await file()).code).toBe(code + 5001);
      expect((await file()).code).toBe(code + 5002);
    });

    it('include all counters of the database, also unused ones', async () => {
      const names = (await counters.raise(1)).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['document', 'field', 'list_row', 'tree_node', 'workflow', 'workflow_design']));
      expect(names).not.toContain('schema_migration');
      await counters.raise(100);
      expect((await counters.raise(100)).find(({ name }) => name === 'workflow')?.next).toBe(202);
    });

    it('of versions increase with every document', async () => {
      const [one, other] = [await file(), await file()];
      const seen: number[] = [];
      await counters.raiseVersions(1000, (code) => seen.push(code));
      const rows = await archive.sql.rows<{ version: number }>('SELECT d.version FROM document d WHERE d.code IN (?, ?)', [
        one.code,
        other.code,
      ]);
      expect(rows.map(({ version }) => Number(version))).toEqual([1001, 1001]);
      expect(seen).toEqual([other.code]);
    });
  });
});
