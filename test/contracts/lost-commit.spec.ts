import { AuditBuffer } from '#application/audit/audit-buffer';
import { DependencyDown, WriteConflict } from '#application/support/errors';
import { newObjectKey } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { actorOf, DEMO, scopeOf } from '../builders/demo';
import { KeptDiagnostics } from '../fakes/small-fakes';
import { CommitCutter } from '../faults/kit/commit-cutter';
import type { Archive } from './support/typeorm-archive';
import { onEveryServer } from './support/implementations';
import { serverArchive } from './support/typeorm-archive';

/** A COMMIT whose answer never comes is neither taken for done nor for undone. */
onEveryServer('a lost answer to COMMIT', (implementation, server) => {
  describe(implementation, () => {
    let cutter: CommitCutter;
    let archive: Archive;
    let scope: Scope;
    beforeAll(async () => {
      cutter = await CommitCutter.start(server);
      archive = await serverArchive(cutter.proxy.through(server))();
      scope = await scopeOf(archive);
    });
    afterAll(async () => {
      await archive?.close();
      await cutter.close();
    });

    /** Files a document whose object is staged, as a use case does. */
    const file = (document: ReturnType<typeof aDocument>, key: string) =>
      archive.unitOfWork.run(
        async () => {
          if (!(await archive.journal.claim(DEMO.client, [key]))) throw new Error('not staged');
          return addDocument(archive.documents, scope, document);
        },
        async () => (await archive.documents.find(scope, document.id)) !== null,
      );
    const staged = async () => {
      const key = newObjectKey();
      await archive.journal.stage(DEMO.client, [key], 0);
      return { key, document: aDocument(scope, { files: [aFile({ key })] }) };
    };

    it('is a success when the rows exist, and the objects are claimed', async () => {
      for (let time = 0; time < 5; time++) {
        const { key, document } = await staged();
        cutter.cutNext('before the answer');
        const code = await file(document, key);
        expect(cutter.cuts).toBe(time + 1);
        expect(await archive.documents.find(scope, document.id)).toMatchObject({ code });
        await archive.journal.condemnAbandoned(await archive.databaseNow(), 100);
        expect(await archive.journal.dueForDeletion(await archive.databaseNow(), 100)).toEqual(new Map());
      }
    });

    it('is a retryable conflict when they do not exist; the objects are left to the sweeper', async () => {
      const { key, document } = await staged();
      cutter.cutNext('before the server');
      await expect(file(document, key)).rejects.toThrow(WriteConflict);
      expect(await archive.documents.find(scope, document.id)).toBeNull();
      expect(await file(document, key)).toEqual(expect.any(Number));
    });

    it.each(['before the answer', 'before the server'] as const)('writes each buffered event once, interrupted %s', async (moment) => {
      const buffer = new AuditBuffer(archive.audit, archive.clock, new KeptDiagnostics());
      const documentId = newObjectKey();
      for (const fileId of ['1', '2']) buffer.add(actorOf('demo'), DEMO.client, 'file.read', { documentId, files: [fileId] });
      cutter.cutNext(moment);
      await buffer.flush();
      await buffer.flush();
      expect((await archive.verifyTrail.execute()).broken).toEqual([]);
      const events = await archive.events.after(DEMO.client, 0, 1000);
      expect(events.filter(({ subject }) => subject.documentId === documentId)).toHaveLength(2);
      expect((await archive.sealing.backlog()).vanished).toBe(0);
    });

    it('is reported as an unreachable database when the outcome is unknown', async () => {
      const { document } = await staged();
      cutter.cutNext('before the answer');
      await expect(archive.unitOfWork.run(() => addDocument(archive.documents, scope, document))).rejects.toThrow(DependencyDown);
      expect(await archive.documents.find(scope, document.id)).not.toBeNull();
    });
  });
});
