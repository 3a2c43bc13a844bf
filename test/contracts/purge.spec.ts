import { Purger } from '#application/files/purger';
import { newId, newObjectKey } from '#application/support/ids';
import { NOTHING_PURGED } from '#application/ports/retention';
import type { Retention } from '#application/retention/retention';
import type { Settings } from '#application/support/settings';
import type { Scope } from '#domain/access/scope';
import type { NewDocument } from '#domain/documents/document';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { DEMO, scopeOf } from '../builders/demo';
import { aSignature } from '../builders/a-signature';
import { aWorkflow } from '../builders/a-workflow';
import { KeptDiagnostics } from '../fakes/small-fakes';
import { describeContract } from './support/implementations';

const at = (text: string) => new Date(`2026-${text}Z`);

describeContract('Purge', { perTest: true }, (archive) => {
  let scope: Scope;
  beforeEach(async () => {
    scope = await scopeOf(archive);
  });

  const purger = (by: Date) =>
    new Purger(
      archive.purge,
      archive.journal,
      archive.audit,
      archive.unitOfWork,
      { dueBefore: async () => by } as Retention,
      {
        deletedRetentionDays: 0,
      } as Settings,
      new KeptDiagnostics(),
    );
  const filed = async (changes: Partial<NewDocument> = {}) => {
    const document = aDocument(scope, { createdAt: at('06-10T12:00:00'), ...changes });
    return { ...document, code: await addDocument(archive.documents, scope, document) };
  };
  const removed = async ({ id }: { id: string }, when: Date) => {
    const stored = (await archive.documents.find(scope, id))!;
    await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, stored, when));
  };
  const count = async (table: string, where = '1 = 1') =>
    Number((await archive.sql.first<{ total: number }>(`SELECT COUNT(*) AS total FROM ${table} WHERE ${where}`))!.total);
  const row = (key: string, made?: { filed?: boolean }) => archive.listRows.addOrFind(scope, DEMO.customers, key, [], made);

  it('records nothing where all that it has seen was restored before it could lock it, and goes on', async () => {
    const [restored, other] = [await filed(), await filed()];
    for (const document of [restored, other]) await removed(document, at('07-01T00:00:00'));
    const { rows } = archive.sql;
    let looks = 0;
    jest.spyOn(archive.sql, 'rows').mockImplementation(async (statement, parameters) => {
      if (!statement.startsWith('SELECT code FROM document WHERE client_id') || looks++ > 0)
        return rows.call(archive.sql, statement, parameters);
      await archive.sql.write('UPDATE document SET deleted_at = NULL WHERE code = ? AND client_id = ?', [
        restored.code,
        idBytes(DEMO.client),
      ]);
      return [{ code: restored.code }];
    });
    expect(await purger(at('07-01T00:00:00')).purge()).toEqual({ ...NOTHING_PURGED, documents: 1 });
    jest.restoreAllMocks();
    expect([await archive.documents.find(scope, restored.id), await archive.documents.find(scope, other.id)]).toEqual([
      expect.anything(),
      null,
    ]);
    await archive.sealer.settle();
    expect(await count('event', "action = 'archive.purge'")).toBe(1);
  });

  it('takes what was deleted by then, in batches, and nothing else', async () => {
    const documents = await Promise.all(Array.from({ length: 60 }, () => filed({ externalKey: newId(), files: [aFile()] })));
    const [young, live] = [await filed(), await filed()];
    for (const document of documents) await removed(document, at('07-01T00:00:00'));
    await removed(young, at('07-01T00:00:00.001'));
    const purged = await purger(at('07-01T00:00:00')).purge();
    expect(purged).toEqual({ ...NOTHING_PURGED, documents: 60, files: 60 });
    expect([await count('document'), await count('document_file'), await count('document_value')]).toEqual([2, 0, 0]);
    expect(await archive.documents.find(scope, live.id)).not.toBeNull();
    const sums = await archive.sql.first<Record<string, number>>('SELECT SUM(live) AS live, SUM(deleted) AS deleted FROM document_count');
    expect([Number(sums!.live), Number(sums!.deleted)]).toEqual([1, 1]);
    await archive.sealer.settle();
    const told = await archive.sql.rows<{ subject: string }>("SELECT subject FROM event WHERE action = 'archive.purge' ORDER BY position");
    expect(told.map(({ subject }) => JSON.parse(subject))).toEqual([
      { documentCount: 50, fileCount: 50, flowCount: 0, rowCount: 0 },
      { documentCount: 10, fileCount: 10, flowCount: 0, rowCount: 0 },
    ]);
  });

  it('takes rows that filing has added, once no document shows them', async () => {
    const [alone, shared, given] = [await row('a', { filed: true }), await row('b', { filed: true }), await row('c')];
    const linked = ({ code }: { code: number }) => filed({ rows: new Map([[DEMO.customers, code]]) });
    const documents = [await linked(alone), await linked(shared), await linked(given)];
    await linked(shared);
    for (const document of documents) await removed(document, at('07-01T00:00:00'));
    expect(await purger(at('08-01T00:00:00')).purge()).toEqual({ ...NOTHING_PURGED, documents: 3, rows: 1 });
    const left = await archive.listRows.withCodes(scope, DEMO.customers, [alone.code, shared.code, given.code]);
    expect(left.map(({ code }) => code)).toEqual([shared.code, given.code]);
    // Who has looked it up before is told to look again.
    await expect(archive.unitOfWork.run(() => linked(alone))).rejects.toThrow('a row of a list is gone');
  });

  it('leaves rows that people or an archive file keep, whoever has added them', async () => {
    const [changed, named, gone] = [await row('d', { filed: true }), await row('e', { filed: true }), await row('f', { filed: true })];
    await archive.listRows.change(scope, changed, { values: [], cleared: [], key: 'd2' });
    const [stored] = await archive.store.rowsByKey({ clientId: DEMO.client, listId: DEMO.customers }, ['e']);
    expect(stored).toMatchObject({ code: named.code, filed: true });
    const kept = { clientId: DEMO.client, listId: DEMO.customers, added: [], removed: [], changed: [], kept: [named.code] };
    await archive.unitOfWork.run(() => archive.store.writeRows(kept));
    for (const { code } of [changed, named, gone])
      await removed(await filed({ rows: new Map([[DEMO.customers, code]]) }), at('07-01T00:00:00'));
    await purger(at('08-01T00:00:00')).purge();
    const left = await archive.listRows.withCodes(scope, DEMO.customers, [changed.code, named.code, gone.code]);
    expect(left.map(({ code }) => code)).toEqual([changed.code, named.code]);
  });

  it('takes a removed file when its object is gone, but not while its document can be restored', async () => {
    const [first, second] = [aFile(), aFile()];
    const [live, deleted] = [await filed({ files: [first] }), await filed({ files: [second] })];
    const stored = (await archive.documents.find(scope, live.id))!;
    const keys = await archive.unitOfWork.run(() => archive.documents.removeFile(scope, stored, first.id, at('07-01T00:00:00')));
    await removed(deleted, at('07-01T00:00:00'));
    await purger(at('06-01T00:00:00')).forget(DEMO.client, [...keys!, second.key]);
    expect([await count('document_file', `id = '${first.id}'`), await count('document_file', `id = '${second.id}'`)]).toEqual([0, 1]);
  });

  it('takes flows with the last of their documents, once they have ended', async () => {
    const flow = async (endedAt: Date | null, documents: readonly { code: number }[]) => {
      const draft = aWorkflow({ startedAt: at('06-30T00:00:00'), endedAt });
      const stored = { ...draft, code: await archive.workflows.add(scope, draft) };
      await archive.workflows.addDocuments(scope, stored, documents.map(({ code }) => code), at('06-30T00:00:00')); // prettier-ignore
      await archive.workflows.addFiles(scope, stored, [{ ...aFile(), toSign: false, createdAt: at('06-30T00:00:00') }]);
      return stored;
    };
    const [gone, kept] = [await filed(), await filed()];
    const [ended, running, mixed, bare] = [
      await flow(at('07-01T00:00:00'), [gone]),
      await flow(null, [gone]),
      await flow(at('07-01T00:00:00'), [gone, kept]),
      await flow(at('07-01T00:00:00'), []),
    ];
    await removed(gone, at('07-02T00:00:00'));
    const left = async () => (await archive.sql.rows<{ code: number }>('SELECT code FROM workflow ORDER BY code')).map(({ code }) => code);
    expect(await purger(at('08-01T00:00:00')).purge()).toEqual({ ...NOTHING_PURGED, documents: 1, flows: 1, files: 1 });
    expect(await left()).toEqual([running.code, mixed.code, bare.code]);
    expect([await count('workflow_file'), await count('object_journal', "reason = 'purged'")]).toEqual([3, 1]);
    await archive.sql.write('UPDATE workflow SET ended_at = ? WHERE code = ?', [at('08-02T00:00:00').getTime(), running.code]);
    expect((await purger(at('08-01T00:00:00')).purge()).flows).toBe(0);
    expect((await purger(at('08-02T00:00:00')).purge()).flows).toBe(1);
    expect(await left()).not.toContain(ended.code);
  });

  it.each(['its file', 'the document'])('leaves former versions in bills of the time before %s was deleted', async (what) => {
    const file = aFile({ size: 100_000 });
    const document = await filed({ createdAt: at('05-10T00:00:00'), files: [file] });
    const read = (await archive.fileVersions.find(scope, [file.id]))[0]!;
    const content = { key: newObjectKey(), size: 200_000, sha256: file.sha256, version: '2' };
    await archive.unitOfWork.run(() => archive.fileVersions.replace(scope, [{ file: read, content }], at('06-10T00:00:00')));
    const place = { clientId: DEMO.client, unitId: DEMO.unit };
    const stored = (month: number) =>
      archive.metering.measure('stored-gigabytes', place, { from: at(`0${month}-01T00:00:00`), until: at(`0${month + 1}-01T00:00:00`) });
    const metered = async () => (await Promise.all([5, 6, 7].map(stored))).map(String);
    const before = await metered();
    if (what === 'its file') {
      const held = (await archive.documents.find(scope, document.id))!;
      await archive.unitOfWork.run(() => archive.documents.removeFile(scope, held, file.id, at('07-02T00:00:00')));
    } else await removed(document, at('07-02T00:00:00'));
    expect((await metered()).slice(0, 2)).toEqual(before.slice(0, 2));
    expect((await metered())[2]).not.toBe(before[2]);
  });

  it('leaves what bills of any time count', async () => {
    const file = aFile({ size: 700_000 });
    const document = await filed({ createdAt: at('05-31T23:59:59.999'), files: [file] });
    await archive.signatures.add(scope, [
      aSignature(scope, { fileId: file.id, signedAt: at('06-10T00:00:00') }),
      aSignature(scope, { fileId: file.id, signedAt: at('06-20T00:00:00') }),
    ]);
    const draft = aWorkflow({ startedAt: at('06-30T23:59:59.999'), endedAt: at('07-20T00:00:00') });
    const flow = { ...draft, code: await archive.workflows.add(scope, draft) };
    await archive.workflows.addDocuments(scope, flow, [document.code], at('06-30T23:59:59.999'));
    const attached = aFile({ size: 200_000 });
    await archive.workflows.addFiles(scope, flow, [{ ...attached, toSign: true, createdAt: at('06-30T23:59:59.999') }]);
    await archive.signatures.add(scope, [aSignature(scope, { fileId: attached.id, signedAt: at('07-01T00:00:00') })]);
    const read = (await archive.fileVersions.find(scope, [attached.id]))[0]!;
    const content = { key: newObjectKey(), size: 300_000, sha256: attached.sha256, version: '2' };
    await archive.unitOfWork.run(() => archive.fileVersions.replace(scope, [{ file: read, content }], at('07-15T00:00:00')));
    await removed(document, at('07-31T23:59:59.999'));
    const kinds = ['stored-documents', 'stored-gigabytes', 'signatures', 'active-workflows'] as const;
    const span = (month: number) => ({ from: at(`0${month}-01T00:00:00`), until: at(`0${month + 1}-01T00:00:00`) });
    const place = { clientId: DEMO.client, unitId: DEMO.unit };
    const metered = async () => {
      const months = [4, 5, 6, 7, 8].map(async (month) =>
        Promise.all(kinds.map(async (kind) => (await archive.metering.measure(kind, place, span(month))).toString())),
      );
      return Promise.all(months);
    };
    const before = await metered();
    expect(before.slice(1, 4)).toEqual([
      ['1', '0.0007', '0', '0'],
      ['1', '0.001', '1', '1'],
      ['0', '0.0005', '1', '1'],
    ]);
    const other = { clientId: DEMO.client, unitId: DEMO.otherUnit };
    expect(await purger(at('08-01T00:00:00')).purge()).toEqual({ ...NOTHING_PURGED, documents: 1, flows: 1, files: 2 });
    expect([await count('document'), await count('workflow'), await count('file_signature'), await count('file_version')]).toEqual([
      0, 0, 0, 0,
    ]);
    // Files of flows were there until they were purged: now.
    expect(await metered()).toEqual(before);
    expect((await archive.metering.measure('stored-documents', other, span(6))).toString()).toBe('0');
  });
});
