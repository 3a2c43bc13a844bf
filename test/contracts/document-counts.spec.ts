import { idBytes } from '#infrastructure/typeorm/id-bytes';
import fc from 'fast-check';
import { newId } from '#application/support/ids';
import { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import { TypeOrmClientRecords } from '#infrastructure/typeorm/provisioning/typeorm-client-records';
import { aDocument } from '../builders/a-document';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { countedOtherwise } from '../support/shown';
import { describeContract } from './support/implementations';

const LEVELS = [DEMO.invoices, DEMO.contracts, DEMO.records] as const;
const RUNS = 25;
const AT = new Date('2026-11-24T12:00:00.000Z');

const level = fc.nat(LEVELS.length - 1);
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), levels: fc.array(level, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('refuse' as const), level }),
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('restore' as const), level, isDeleted: fc.boolean() }),
  fc.record({ kind: fc.constant('fold' as const), limit: fc.constantFrom(2, 5, 500) }),
  fc.record({ kind: fc.constant('look' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describeContract('DocumentCounts', (archive) => {
  let scope: Scope;
  const filed: StoredDocument[] = [];
  beforeAll(async () => {
    const demo = await scopeOf(archive);
    scope = Scope.grant(demo.actor, demo.permission, [{ ...demo.client, parts: [{ unitIds: 'all', nodeCodes: 'all' }] }]);
    await add([LEVELS[0]], 'taken');
  });

  async function add(nodeIds: readonly string[], externalKey: string | null = null): Promise<void> {
    const documents = nodeIds.map((nodeId) => ({ scope, document: aDocument(scope, { nodeId, externalKey }) }));
    await archive.unitOfWork.run(() => archive.documents.addAll(documents));
    // Its key stays taken.
    if (externalKey === null) for (const { document } of documents) filed.push((await archive.documents.find(scope, document.id))!);
  }

  const restore = (levelId: string, isDeleted: boolean) =>
    new TypeOrmClientRecords(archive.sql, archive.unitOfWork).addDocument(scope.clientId, {
      ...{ id: newId(), code: null, unitId: DEMO.unit, levelId, status: isDeleted ? 'deleted' : 'electronic', boxId: null, dueDay: null },
      ...{ createdAt: AT, createdBy: userId('demo'), changedAt: null, deletedAt: isDeleted ? AT : null, externalKey: null, version: 1 },
      ...{ values: [], rows: [], files: [] },
    });

  async function take(it: Step): Promise<void> {
    switch (it.kind) {
      case 'create':
        return add(it.levels.map((index) => LEVELS[index]!));
      case 'refuse':
        return void (await expect(add([LEVELS[it.level]!], 'taken')).rejects.toThrow('external key'));
      case 'delete': {
        const document = filed[it.which];
        return void (document && (await archive.documents.markDeleted(scope, document, AT)));
      }
      case 'restore':
        return restore(LEVELS[it.level]!, it.isDeleted);
      case 'fold':
        return void (await archive.documentCounts.fold(undefined, it.limit));
      case 'look':
        // Whatever the others are at.
        return expect(await countedOtherwise(archive.sql)).toEqual([]);
    }
  }

  const within = (...levels: number[]) => levels.map((index) => scope.client.structure.node(LEVELS[index]!)!.code);
  const levelsOnly = (...levels: number[]) =>
    Scope.grant(scope.actor, scope.permission, [{ ...scope.client, parts: [{ unitIds: 'all', nodeCodes: within(...levels) }] }]);

  /** By counting documents. */
  async function documents(nodeCodes: readonly number[] | null, isDeleted: boolean): Promise<number> {
    const places = nodeCodes ? `AND d.node_code IN (${nodeCodes.map(() => '?').join()})` : '';
    const row = await archive.sql.first<{ total: number }>(
      `SELECT COUNT(*) AS total FROM document d WHERE d.client_id = ? AND d.deleted_at IS ${isDeleted ? 'NOT' : ''} NULL ${places}`,
      [idBytes(scope.clientId), ...(nodeCodes ?? [])],
    );
    return Number(row?.total);
  }

  it('are those of the documents, whatever happens at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 4 }), async (writers) => {
        await Promise.all(
          writers.map(async (steps) => {
            for (const each of steps) await take(each);
          }),
        );
        expect(await countedOtherwise(archive.sql)).toEqual([]);
        for (const isDeleted of [false, true]) {
          const conditions = { fields: [], status: isDeleted ? ('deleted' as const) : undefined };
          const { search } = archive;
          expect(await search.count(scope, conditions)).toBe(await documents(null, isDeleted));
          expect(await search.count(levelsOnly(0, 2), conditions)).toBe(await documents(within(0, 2), isDeleted));
          const asked = { ...conditions, nodeCodes: within(1, 2) };
          expect(await search.count(scope, asked)).toBe(await documents(within(1, 2), isDeleted));
          expect(await search.count(levelsOnly(0, 1), asked)).toBe(await documents(within(1), isDeleted));
        }
      }),
      { numRuns: RUNS },
    );
    expect(await documents(null, false)).toBeGreaterThan(RUNS);
    expect(await documents(null, true)).toBeGreaterThan(0);
  });

  it('are one row for each level once they are folded', async () => {
    await add([...LEVELS, ...LEVELS]);
    await add(LEVELS);
    await archive.documentCounts.fold(undefined, 3);
    const [all, levels] = await Promise.all([
      archive.sql.rows('SELECT c.code FROM document_count c'),
      archive.sql.rows('SELECT DISTINCT d.client_id, d.node_code FROM document d'),
    ]);
    expect(all).toHaveLength(levels.length);
    expect(await countedOtherwise(archive.sql)).toEqual([]);
  });

  it('are read, and not the documents, by a question for levels alone', async () => {
    const rows = jest.spyOn(archive.sql, 'rows');
    const statements = async (asking: Scope, more: object) => {
      rows.mockClear();
      await archive.search.count(asking, { fields: [], ...more });
      return rows.mock.calls.map(([sql]) => (sql.includes('FROM document_count') ? 'counts' : 'documents'));
    };
    expect(await statements(scope, {})).toEqual(['counts']);
    expect(await statements(levelsOnly(1), { nodeCodes: within(0, 1), status: 'deleted' })).toEqual(['counts']);
    expect(await statements(scope, { status: 'electronic' })).toEqual(['documents']);
    expect(await statements(scope, { unitId: DEMO.unit })).toEqual(['documents']);
    const ofUnit = Scope.grant(scope.actor, scope.permission, [{ ...scope.client, parts: [{ unitIds: [DEMO.unit], nodeCodes: 'all' }] }]);
    expect(await statements(ofUnit, {})).toEqual(['documents']);
    rows.mockRestore();
  });
});
