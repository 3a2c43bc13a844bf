import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { Reindex } from '#application/provisioning/reindex.use-case';
import { Scope } from '#domain/access/scope';
import { TypeOrmDocumentIndex } from '#infrastructure/typeorm/provisioning/typeorm-document-index';
import { addDocument, aDocument } from '../builders/a-document';
import { DEMO, fieldCode, listField, scopeOf } from '../builders/demo';
import { describeContract } from './support/implementations';
import { expectShownAsStored } from './support/shown';

const LATER = new Date('2026-11-24T12:00:00.000Z');

/** What searches read, compared with what it is derived from. */
describeContract('DocumentIndex', (archive) => {
  let scope: Scope;
  let title: number;
  beforeAll(async () => {
    scope = await scopeOf(archive);
    title = fieldCode(scope.client.structure, DEMO.contracts, 'Título');
  });

  /** With a row of a list. */
  const filed = async (text: string, isDeleted = false) => {
    const cells = [{ fieldCode: listField(scope.client.structure, DEMO.suppliers, 'Cidade').code, text: 'Luz', key: 'luz' }];
    const { code: row } = await archive.listRows.addOrFind(scope, DEMO.suppliers, 'reindexed', cells);
    const values = [{ fieldCode: title, text, key: text.toLowerCase() }];
    const document = aDocument(scope, { nodeId: DEMO.contracts, values, rows: new Map([[DEMO.suppliers, row]]) });
    await archive.unitOfWork.run(() => addDocument(archive.documents, scope, document));
    const stored = (await archive.documents.find(scope, document.id))!;
    if (isDeleted) await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, stored, LATER));
    return stored;
  };
  const run = async (renews: boolean) => {
    const stale: { kind: string; id: string; reason: string }[] = [];
    const reindex = new Reindex(
      new TypeOrmDocumentIndex(archive.sql, archive.unitOfWork, archive.textIndex),
      archive.documentCounts,
      archive.textIndex,
    );
    const done = await reindex.execute({ renews, stale: (document) => void stale.push(document), progress: () => undefined });
    return { ...done, found: stale };
  };
  const found = (text: string, status?: 'deleted') =>
    archive.search.count(scope, { status, fields: [[{ fieldCode: title, ofList: false, criterion: { exact: text } }]] });

  it('is right as the service leaves it', async () => {
    await filed('Contrato certo');
    await filed('Contrato removido', true);
    expect(await run(false)).toEqual({
      documents:
        (await archive.search.count(scope, { fields: [] })) + (await archive.search.count(scope, { status: 'deleted', fields: [] })),
      stale: 0,
      miscounted: 0,
      leftOut: null,
      found: [],
    });
  });

  it.each([
    ['a value that is shown otherwise', 'UPDATE document SET shown = \'{"v":{}}\' WHERE code = ?', 'the stored display values differ'],
    ['another number of files', 'UPDATE document SET file_count = 7 WHERE code = ?', 'the stored number of files differs'],
    [
      'a value of another level',
      'UPDATE document_value SET node_code = 0 WHERE from_list = 0 AND document_code = ?',
      'the search keys differ',
    ],
    [
      'a value with another key',
      "UPDATE document_value SET value_key = 'x' WHERE from_list = 0 AND document_code = ?",
      'the search keys differ',
    ],
    [
      'a value among those of deleted documents',
      'UPDATE document_value SET field_code = -field_code WHERE from_list = 0 AND document_code = ?',
      'the search keys differ',
    ],
    [
      'a value of a linked row with another key',
      "UPDATE document_value SET value_key = 'x' WHERE from_list = 1 AND document_code = ?",
      'the search keys of its rows of lists differ',
    ],
    [
      'a value of a linked row among those of the other documents',
      'UPDATE document_value SET field_code = -field_code WHERE from_list = 1 AND document_code = ?',
      'the search keys of its rows of lists differ',
    ],
    ['other words', "UPDATE document_words SET words = ' x' WHERE document_code = ?", 'the words differ'],
    ['no words', 'DELETE FROM document_words WHERE document_code = ?', 'the words differ'],
    [
      'no value of a linked row',
      'DELETE FROM document_value WHERE from_list = 1 AND document_code = ?',
      'the search keys of its rows of lists differ',
    ],
  ])('is renewed after %s, for a document and for a deleted one', async (_, plant, reason) => {
    const [kept, deleted] = [await filed('Alterado'), await filed('Alterado depois', true)];
    const before = [await found('alterado'), await found('alterado depois', 'deleted')];
    for (const { code } of [kept, deleted]) await archive.sql.write(plant, [code]);
    const stale = [kept, deleted].map(({ id }) => ({ kind: 'document', id, reason }));
    expect((await run(false)).found).toEqual(stale);
    expect((await run(true)).found).toEqual(stale);
    expect((await run(false)).found).toEqual([]);
    expect([await found('alterado'), await found('alterado depois', 'deleted')]).toEqual(before);
    await expectShownAsStored(archive.sql);
  });

  it('writes all words anew', async () => {
    const { code } = await filed('Reescrito');
    const reindex = new Reindex(
      new TypeOrmDocumentIndex(archive.sql, archive.unitOfWork, archive.textIndex),
      archive.documentCounts,
      archive.textIndex,
    );
    const words = [{ word: 'reescr', isBeginning: true }];
    const asked = () => archive.textIndex.match(scope, { within: [title], words }, { limit: 5 });
    await archive.sql.write('DELETE FROM document_words WHERE document_code = ?', [code]);
    expect(await asked()).toEqual({ codes: [], more: false });
    const { total } = (await archive.sql.first<{ total: number }>('SELECT COUNT(*) AS total FROM document'))!;
    expect(await reindex.rewriteWords(() => undefined)).toBe(Number(total));
    expect(await asked()).toEqual({ codes: [code], more: false });
    expect((await run(false)).found).toEqual([]);
  });

  it('knows the words of files, and writes them anew', async () => {
    const { id, code, clientId } = await filed('Com arquivo');
    await archive.sql.insert('file_words', ['file_id', 'document_code', 'client_id', 'words'], [[id, code, idBytes(clientId), ' jaspe']]);
    const asked = () => archive.textIndex.match(scope, { within: 'files', words: [{ word: 'jaspe', isBeginning: false }] }, { limit: 5 });
    const stale = [{ kind: 'document', id, reason: 'the words of its files differ' }];
    expect([(await run(false)).found, (await run(true)).found, (await run(false)).found]).toEqual([stale, stale, []]);
    expect(await asked()).toEqual({ codes: [code], more: false });
    await archive.sql.write('DELETE FROM file_words WHERE file_id = ?', [id]);
    expect((await run(false)).found).toEqual(stale);
    const index = new TypeOrmDocumentIndex(archive.sql, archive.unitOfWork, archive.textIndex);
    await new Reindex(index, archive.documentCounts, archive.textIndex).rewriteWords(() => undefined);
    expect([await asked(), (await run(false)).found]).toEqual([{ codes: [], more: false }, []]);
  });

  it.each([
    ['a count that is too high', 'INSERT INTO document_count (client_id, node_code, live, deleted) VALUES (?, ?, 3, 0)'],
    ['a deleted document too few', 'INSERT INTO document_count (client_id, node_code, live, deleted) VALUES (?, ?, 0, -1)'],
    ['no count at all', 'DELETE FROM document_count WHERE client_id = ? AND node_code = ?'],
  ])('counts anew after %s, once for two that do so at once', async (_, plant) => {
    await filed('Contado');
    const parts = [{ unitIds: 'all', nodeCodes: 'all' } as const];
    const whole = Scope.grant(scope.actor, scope.permission, [{ ...scope.client, parts }]);
    const total = () =>
      Promise.all([archive.search.count(whole, { fields: [] }), archive.search.count(whole, { status: 'deleted', fields: [] })]);
    const before = await total();
    await archive.sql.write(plant, [idBytes(scope.clientId), scope.client.structure.node(DEMO.contracts)!.code]);
    expect(await total()).not.toEqual(before);
    const level = { kind: 'level', id: DEMO.contracts, reason: 'it counts another number of documents' };
    expect((await run(false)).found).toEqual([level]);
    const both = await Promise.all([run(true), run(true)]);
    expect(both.flatMap(({ found }) => found)).toEqual([level]);
    expect(await total()).toEqual(before);
    expect((await run(false)).found).toEqual([]);
  });
});
