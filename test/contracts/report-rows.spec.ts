import type { DocumentsAsked, ReportedDocument } from '#application/ports/reports';
import { stableId } from '#application/support/stable-id';
import { AccessPolicy } from '#application/access/access-policy';
import type { Permission } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import type { NewDocument } from '#domain/documents/document';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { aUser, profileOf } from '../builders/a-user';
import { actorOf, DEMO, scopeFor, scopeOf, userId } from '../builders/demo';
import { describeContract } from './support/implementations';

const NOW = new Date('2026-11-21T15:00:00.000Z');
const on = (day: number) => new Date(Date.UTC(2026, 0, day));
const INTERNAL = stableId('box', DEMO_CLIENT, '', '5001');

/** What reports read, batch after batch. */
describeContract('ReportRows', (archive) => {
  let [demo, finance, other]: Scope[] = [];
  let added: (NewDocument & { code: number })[];
  const add = async (scope: Scope, changes: Partial<NewDocument> & { nodeId?: string }) => {
    const document = aDocument(scope, changes);
    return { ...document, code: await archive.unitOfWork.run(() => addDocument(archive.documents, scope, document)) };
  };
  beforeAll(async () => {
    [demo, finance, other] = await Promise.all([scopeOf(archive), scopeOf(archive, 'financeiro'), scopeOf(archive, 'outro')]);
    added = [
      await add(demo!, { createdAt: on(3), dueDay: '2030-01-01', files: [aFile({ size: 10 }), aFile({ size: 2 ** 40 })] }),
      await add(demo!, { createdAt: on(1), nodeId: DEMO.records, boxId: INTERNAL, status: 'stored', createdBy: userId('financeiro') }),
      await add(demo!, { createdAt: on(3), dueDay: '2029-12-31', boxId: INTERNAL }),
      await add(demo!, { createdAt: on(2), dueDay: '2030-01-01' }),
      await add(demo!, { createdAt: on(1), nodeId: DEMO.contracts }),
    ];
    const gone = await add(demo!, { createdAt: on(2), dueDay: '2001-01-01' });
    await archive.unitOfWork.run(async () => archive.documents.markDeleted(demo!, (await archive.documents.find(demo!, gone.id))!, NOW));
    await add(other!, { nodeId: DEMO.otherLevel, createdAt: on(2), dueDay: '2001-01-01' });
  });

  /** All of them, by batches of this size, as places in the order of filing. */
  async function places(asked: Partial<DocumentsAsked>, scopes = [demo!], size = 2): Promise<number[]> {
    const all: ReportedDocument[] = [];
    const complete = { clientId: DEMO.client, unitId: null, nodeCodes: null, order: 'code' as const, ...asked };
    for (;;) {
      const batch = await archive.reportRows.documents(scopes, complete, all.at(-1) ?? null, size);
      expect(batch.length).toBeLessThanOrEqual(size);
      all.push(...batch);
      if (batch.length < size) return all.map(({ code }) => added.findIndex((document) => document.code === code));
    }
  }

  describe('documents', () => {
    it.each([1, 2, 3, 100])('come in the requested order, each once, in batches of %d', async (size) => {
      expect(await places({ order: 'code' }, [demo!], size)).toEqual([0, 1, 2, 3, 4]);
      expect(await places({ order: 'created' }, [demo!], size)).toEqual([1, 4, 3, 0, 2]);
      expect(await places({ order: 'due' }, [demo!], size)).toEqual([2, 0, 3]);
    });

    it('have box, file count and bytes', async () => {
      const asked = { clientId: DEMO.client, unitId: null, nodeCodes: null, order: 'code' as const };
      const [first, second] = await archive.reportRows.documents([demo!], asked, null, 2);
      const { id, clientId, unitId, nodeCode, code } = added[0]!;
      expect(first).toEqual({
        ...{ code, id, clientId, unitId, nodeCode, status: 'electronic', createdAt: on(3).getTime(), createdBy: userId('demo') },
        ...{ dueDay: '2030-01-01', boxCode: null, fileCount: 2, bytes: 2 ** 40 + 10 },
      });
      expect(second).toMatchObject({ status: 'stored', boxCode: 5001, fileCount: 0, bytes: 0, dueDay: null });
    });

    it.each<[string, Partial<DocumentsAsked>, number[]]>([
      ['a period, both ends in it', { createdFrom: on(2), createdUntil: on(3) }, [0, 2, 3]],
      ['one moment', { createdFrom: on(2), createdUntil: on(2) }, [3]],
      ['a user', { createdBy: userId('financeiro') }, [1]],
      ['a due day', { dueUntil: '2029-12-31', order: 'due' }, [2]],
      ['a unit', { unitId: DEMO.unit }, [0, 1, 2, 3, 4]],
      ['another unit', { unitId: DEMO.otherUnit }, []],
      ['no level', { nodeCodes: [] }, []],
    ])('are filtered by %s', async (_, asked, expected) => {
      expect(await places(asked)).toEqual(expected);
    });

    it('are not filtered by what is no id', async () => {
      await expect(places({ createdBy: "x' OR '1'='1" })).rejects.toThrow('not a GUID');
    });

    it('are filtered by levels', async () => {
      expect(await places({ nodeCodes: [added[0]!.nodeCode] })).toEqual([0, 2, 3]);
    });

    it('are within every scope', async () => {
      expect(await places({}, [finance!])).toEqual([0, 2, 3, 4]);
      expect(await places({}, [demo!, finance!])).toEqual([0, 2, 3, 4]);
      const grants = [{ ...actorOf('demo').grants[0]!, nodeId: DEMO.contracts }];
      const contracts = await scopeFor(archive, 'document:view', { ...actorOf('demo'), grants });
      expect(await places({}, [finance!, demo!, contracts])).toEqual([4]);
      const through = await new AccessPolicy(archive.structures).ofUnit(actorOf('demo', 'outro'), 'document:view', DEMO.unit);
      expect(await places({}, [through!])).toEqual([0, 1, 2, 3, 4]);
    });

    it('exclude other clients', async () => {
      for (const scopes of [[other!], [demo!, other!]]) await expect(places({}, scopes)).rejects.toThrow('outside the scope');
    });
  });

  describe('boxes', () => {
    const asked = { clientId: DEMO.client, unitId: null };

    it('come by code, with their accessible documents', async () => {
      const all = await archive.reportRows.boxes([demo!], asked, null, 10);
      expect(
        all.map(({ code, numberedBy, unitId, typeName, documentCount }) => [code, numberedBy, unitId, typeName, documentCount]),
      ).toEqual([
        [5001, 'client', null, 'Caixa Arquivo', 2],
        [5002, 'unit', DEMO.unit, 'Caixa Arquivo', 0],
      ]);
      const [first] = await archive.reportRows.boxes([demo!, finance!], asked, null, 1);
      expect(first).toMatchObject({ id: INTERNAL, documentCount: 1, outerCode: null, provisionalNumber: null });
      expect(await archive.reportRows.boxes([demo!], asked, all[0]!, 10)).toEqual([all[1]]);
      expect(await archive.reportRows.boxes([demo!], asked, all[1]!, 10)).toEqual([]);
    });

    it('have each type once', async () => {
      const type = { id: DEMO.archiveBox, name: 'Caixa Arquivo' };
      expect(await archive.reportRows.boxTypes([demo!], asked)).toEqual([type]);
      expect(await archive.reportRows.boxTypes([demo!, finance!], { ...asked, unitId: DEMO.unit })).toEqual([type]);
      expect(await archive.reportRows.boxTypes([demo!], { ...asked, unitId: DEMO.otherUnit })).toEqual([]);
    });

    it('are filtered by unit and type', async () => {
      const codes = async (more: object) =>
        (await archive.reportRows.boxes([demo!], { ...asked, ...more }, null, 10)).map(({ code }) => code);
      expect(await codes({ unitId: DEMO.unit })).toEqual([5002]);
      expect(await codes({ unitId: DEMO.otherUnit })).toEqual([]);
      expect(await codes({ typeName: 'Caixa Arquivo' })).toEqual([5001, 5002]);
      expect(await codes({ typeName: 'caixa' })).toEqual([]);
    });
  });

  it('shares are the working ones, oldest first', async () => {
    const files = Array.from({ length: 5 }, () => aFile());
    const [live, until, expired, revoked, removed] = files.map(({ id }) => id) as [string, string, string, string, string];
    const document = await add(demo!, { nodeId: DEMO.records, files });
    const later = new Date(NOW.getTime() + 1000);
    await archive.shares.share(demo!, [live], null, on(1));
    await archive.shares.share(demo!, [until], later, on(2));
    await archive.shares.share(demo!, [expired], NOW, on(3));
    await archive.shares.share(demo!, [revoked, removed], null, on(4));
    await archive.shares.revoke(demo!, [revoked], NOW);
    const stored = (await archive.documents.find(demo!, document.id))!;
    await archive.unitOfWork.run(() => archive.documents.removeFile(demo!, stored, removed, NOW));
    const found = await archive.reportRows.shares([demo!], DEMO.client, NOW, null, 10);
    expect(found).toEqual([
      { id: expect.any(String), fileId: live, ...shownOf(document), createdAt: on(1).getTime(), expiresAt: null },
      { id: expect.any(String), fileId: until, ...shownOf(document), createdAt: on(2).getTime(), expiresAt: later.getTime() },
    ]);
    expect(await archive.reportRows.shares([demo!], DEMO.client, NOW, found[0]!, 10)).toEqual([found[1]]);
    expect(await archive.reportRows.shares([demo!], DEMO.client, NOW, null, 1)).toEqual([found[0]]);
    expect(await archive.reportRows.shares([demo!, finance!], DEMO.client, NOW, null, 10)).toEqual([]);
  });

  it('users are those created for the client, with their permissions there', async () => {
    const scope = await scopeFor(archive, 'user:manage' as Permission, actorOf('demo', 'outro'));
    const profile = profileOf('Leitor');
    const [zoe, ana] = [aUser({ login: 'Zoë', name: 'Zoë', email: 'z@example.com' }), aUser({ login: 'ana', name: 'Ana' })];
    const grant = { clientId: DEMO.client, unitId: null, nodeId: DEMO.records, profile };
    await archive.users.add(scope, zoe, [grant, { ...grant, clientId: DEMO.otherClient, nodeId: null }]);
    await archive.users.add(scope, ana, []);
    await archive.users.setActive(scope, ana.id, false);
    await archive.users.add(scope, aUser({ login: 'bia', clientId: DEMO.otherClient }), []);
    const asked = { clientId: DEMO.client };
    const found = (await archive.reportRows.users([scope], asked, null, 100)).filter(({ id }) => [zoe.id, ana.id].includes(id));
    expect(found).toEqual([
      { id: ana.id, login: 'ana', loginKey: 'ana', name: 'Ana', email: null, active: false, grants: [] },
      {
        ...{ id: zoe.id, login: 'Zoë', loginKey: 'zoe', name: 'Zoë', email: 'z@example.com', active: true },
        grants: [{ unitId: null, nodeId: DEMO.records, profileId: profile.id, profileName: 'Leitor' }],
      },
    ]);
    expect(await archive.reportRows.users([scope], { ...asked, login: 'ZOE' }, null, 10)).toEqual([found[1]]);
    expect((await archive.reportRows.users([scope], asked, found[0]!, 100)).map(({ login }) => login)).not.toContain('ana');
    const names = await archive.reportRows.userNames([scope], DEMO.client, [zoe.id, ana.id, userId('outro'), 'nobody']);
    expect([...names].sort()).toEqual([...new Map([[zoe.id, 'Zoë'], [ana.id, 'Ana']])].sort()); // prettier-ignore
    expect((await archive.reportRows.userNames([scope], DEMO.client, [])).size).toBe(0);
  });

  const shownOf = ({ id, code, nodeCode }: NewDocument & { code: number }) => ({
    ...{ fileName: 'Nota fiscal', extension: 'pdf', documentId: id, documentCode: code, nodeCode },
  });
});
