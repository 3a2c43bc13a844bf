import type { Finding, FindingKind } from './oracle/findings';
import type { Look } from './oracle/oracle';
import { Expected, type ExpectedDocument } from './oracle/expected';
import { Scene } from './support/scene';

/** Each fault is planted beside the service, is to be reported, and is taken back. */
describe('the consistency check of the fault tests', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    await scene.start();
    const habits = { mix: { create: 6, add: 2, deleteFile: 1, deleteDocument: 1, change: 2, share: 3, unshare: 3, fetch: 0, search: 0 } };
    const traffic = scene.traffic({ clients: 4, habits: { ...habits, large: 0, largest: 8_000 } });
    await traffic.start(60).done();
    // What calls do is chance: until one link is removed for good, and one document.
    while (!(await removedLink()) || !(await removedDocument())) await traffic.start(20).done();
  });
  afterAll(() => scene.close());

  const write = (sql: string, ...parameters: (string | number | Uint8Array | null)[]) => scene.archive.sql.write(sql, parameters);
  const row = async <Row>(sql: string) => (await scene.archive.sql.first<Row>(sql)) as Row;
  const removedLink = () =>
    row<{ id: string; file_id: string; revoked_at: number }>(
      `SELECT s.id, s.file_id, s.revoked_at FROM share s JOIN document_file f ON f.id = s.file_id JOIN document d ON d.code = f.document_code
       WHERE s.revoked_at IS NOT NULL AND f.deleted_at IS NULL AND d.deleted_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM share o WHERE o.live_file_id = s.file_id) LIMIT 1`,
    );
  const removedDocument = () =>
    row<{ id: string; deleted_at: number } | undefined>('SELECT d.id, d.deleted_at FROM document d WHERE d.deleted_at IS NOT NULL LIMIT 1');
  /** What is reported while the fault is there. */
  const planted = async (plant: () => Promise<unknown>, undo: () => Promise<unknown>, look: Look = {}) => {
    await plant();
    try {
      const { findings, kinds } = await scene.look(look);
      return { findings, kinds, of: (...wanted: FindingKind[]) => ids(findings.filter(({ kind }) => wanted.includes(kind))) };
    } finally {
      await undo();
    }
  };
  const ids = (findings: readonly Finding[]) => findings.map((finding) => finding.ids);
  const kept = async (wanted: (document: ExpectedDocument) => boolean) =>
    [...new Expected(await scene.ledger.read()).documents.values()]
      .filter(({ presence }) => presence === 'yes')
      .find(wanted) as ExpectedDocument;

  it('finds nothing in a valid archive, and has read it', async () => {
    const { text, kinds, documents, bytes, acknowledged } = await scene.lookSwept();
    expect([text, kinds]).toEqual([text, []]);
    expect(documents).toBeGreaterThan(8);
    expect(bytes).toBeGreaterThan(10_000);
    expect(acknowledged).toBeGreaterThan(30);
  });

  describe('reports', () => {
    /** A file of a document that clients rely on. */
    const file = () =>
      row<{ id: string; object_key: string; document: string; code: number }>(
        `SELECT f.id, f.object_key, d.id AS document, d.code FROM document_file f JOIN document d ON d.code = f.document_code
         WHERE f.deleted_at IS NULL AND d.deleted_at IS NULL AND f.size > 0 AND d.external_key IS NOT NULL ORDER BY f.id LIMIT 1`,
      );

    const replaced = async (key: string, bytes: Buffer | null) => {
      const former = (await scene.archive.objects.read(key)) as Buffer;
      const { objects } = scene.archive;
      return planted(
        () => (bytes ? objects.write(key, Buffer.concat([bytes, former.subarray(bytes.length)])) : objects.remove(key)),
        () => objects.write(key, former),
      );
    };

    it('a changed byte of an object', async () => {
      const { id, object_key: object, document } = await file();
      const { of } = await replaced(object, Buffer.from('!'));
      expect(of('object differs')).toMatchObject([{ document, file: id, object }]);
      const routes = of('bytes differ', 'not readable');
      // An answer with several files breaks off as a whole.
      expect(new Set(routes.map((named) => named.document))).toEqual(new Set([document]));
      expect(routes.length).toBeGreaterThan(0);
    });

    it('a missing object', async () => {
      const { object_key: object, document } = await file();
      const { of } = await replaced(object, null);
      expect(of('object missing')).toEqual([{ object }, expect.objectContaining({ document, object })]);
      expect(of('not readable')).toContainEqual(expect.objectContaining({ document }));
    });

    it('an unreferenced object', async () => {
      const { objects } = scene.archive;
      const object = `${(await file()).object_key.slice(0, 3)}00000000-0000-7000-8000-000000000000`;
      const { findings } = await planted(
        () => objects.write(object, Buffer.from('x')),
        () => objects.remove(object),
        { swept: true },
      );
      expect(findings).toMatchObject([{ kind: 'object left', ids: { object } }]);
    });

    const deleted = async (table: string, where: string) => {
      const former = await row<Record<string, string | number | null>>(`SELECT * FROM ${table} WHERE ${where}`);
      return planted(
        () => write(`DELETE FROM ${table} WHERE ${where}`),
        () => scene.archive.sql.insert(table, Object.keys(former), [Object.values(former)]),
      );
    };

    it('a missing row of a file', async () => {
      const { id, document } = await file();
      expect((await deleted('document_file', `id = '${id}'`)).of('file missing')).toMatchObject([{ document }]);
    });

    it('a missing row of a document', async () => {
      const { id } = await kept(() => true);
      expect((await deleted('document', `id = '${id}'`)).of('document missing')).toMatchObject([{ document: id }]);
    });

    it('a count that is not that of the documents', async () => {
      const last = await row<{ code: number; live: number }>('SELECT c.code, c.live FROM document_count c ORDER BY c.code DESC LIMIT 1');
      const set = (live: number) => write('UPDATE document_count SET live = ? WHERE code = ?', live, last.code);
      const { of } = await planted(
        () => set(last.live + 1),
        () => set(last.live),
      );
      expect(of('count differs')).toHaveLength(1);
    });

    it('a changed value, in the row of its document or among the values', async () => {
      const { id, code } = await kept(({ values }) => values.has('Observação'));
      const cell = await row<{ field_code: number; value: string }>(
        `SELECT v.field_code, v.value FROM document_value v WHERE v.document_code = ${code} AND v.value LIKE '%-t%'`,
      );
      const { shown } = await row<{ shown: string }>(`SELECT d.shown FROM document d WHERE d.code = ${code}`);
      const set = (value: string) =>
        write('UPDATE document_value SET value = ? WHERE document_code = ? AND field_code = ?', value, code, cell.field_code);
      const show = (text: string) => write('UPDATE document SET shown = ? WHERE code = ?', text, code);
      const stored = await planted(
        () => set('outro'),
        () => set(cell.value),
      );
      expect(stored.findings).toMatchObject([{ kind: 'shown differs', ids: { document: id } }]);
      const { of } = await planted(
        () => show(shown.replace(JSON.stringify(cell.value), '"outro"')),
        () => show(shown),
      );
      expect([of('shown differs'), of('value differs')]).toMatchObject([[{ document: id }], [{ document: id }]]);
    });

    it('a removed link that works again', async () => {
      const share = await removedLink();
      const { of } = await planted(
        () => write('UPDATE share SET revoked_at = NULL, live_file_id = file_id WHERE id = ?', share.id),
        () => write('UPDATE share SET revoked_at = ?, live_file_id = NULL WHERE id = ?', share.revoked_at, share.id),
      );
      expect(of('link alive')).toContainEqual(expect.objectContaining({ file: share.file_id }));
    });

    it('a deleted document that is found again', async () => {
      const gone = (await removedDocument())!;
      const set = (at: number | null) => write('UPDATE document SET deleted_at = ? WHERE id = ?', at, gone.id);
      const { of } = await planted(
        () => set(null),
        () => set(gone.deleted_at),
      );
      expect(of('deleted document back')).toContainEqual(expect.objectContaining({ document: gone.id }));
    });

    it('a changed audit event', async () => {
      const { client_id: log, position } = await row<{ client_id: Uint8Array; position: number }>(
        "SELECT e.client_id, e.position FROM event e WHERE e.action = 'document.create' ORDER BY e.position DESC LIMIT 1",
      );
      const set = (action: string) => write('UPDATE event SET action = ? WHERE client_id = ? AND position = ?', action, log, position);
      const { kinds } = await planted(
        () => set('document.update'),
        () => set('document.create'),
      );
      expect(kinds).toEqual(expect.arrayContaining(['audit trail broken', 'audit event missing']));
    });

    it('nothing after all of these are reverted', async () => {
      const { text, kinds } = await scene.look({ swept: true });
      expect([text, kinds]).toEqual([text, []]);
    });

    /** A copy of a table has no index, so that anything can be written into it. */
    const withoutIndexes = async (table: string) => {
      await write(`CREATE TABLE copied AS SELECT * FROM ${table}`);
      await write(`DROP TABLE ${table}`);
      await write(`ALTER TABLE copied RENAME TO ${table}`);
    };

    it('two rows of a list with one key', async () => {
      await withoutIndexes('list_row');
      const [first, second] = await scene.archive.sql.rows<{ code: number; key_hash: string }>(
        'SELECT r.code, r.key_hash FROM list_row r WHERE r.list_id = (SELECT MIN(o.list_id) FROM list_row o) ORDER BY r.code LIMIT 2',
      );
      const set = (key: string) => write('UPDATE list_row SET key_hash = ? WHERE code = ?', key, second!.code);
      const { findings } = await planted(
        () => set(first!.key_hash),
        () => set(second!.key_hash),
      );
      expect(findings).toMatchObject([{ kind: 'list key twice', ids: { what: first!.key_hash } }]);
    });

    it('two documents with one code', async () => {
      await withoutIndexes('document');
      const { code } = await kept(() => true);
      const { first } = await row<{ first: number }>('SELECT MIN(d.code) AS first FROM document d');
      const set = (to: number, from: number) =>
        write("UPDATE document SET code = ? WHERE code = ? AND COALESCE(external_key, '') = ''", to, from);
      const { of } = await planted(
        () => set(code as number, first),
        () => set(first, code as number),
      );
      expect(of('code twice')).toEqual([{ what: code }]);
    });
  });
});
