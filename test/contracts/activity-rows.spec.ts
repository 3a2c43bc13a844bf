import { newId } from '#application/support/ids';
import type { ActivityAsked, ReportedFlow, ReportedSignature } from '#application/ports/reports';
import type { Scope } from '#domain/access/scope';
import type { Execution, NewWorkflow } from '#domain/workflows/workflow';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { aWorkflow } from '../builders/a-workflow';
import { aSignature } from '../builders/a-signature';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { describeContract } from './support/implementations';

const NOW = new Date('2026-11-21T15:00:00.000Z');
const on = (day: number) => new Date(Date.UTC(2026, 0, day));

/** What reports read of signatures and flows, batch after batch. */
describeContract('ActivityRows', (archive) => {
  let [demo, finance, other]: Scope[] = [];
  beforeAll(async () => {
    [demo, finance, other] = await Promise.all([scopeOf(archive), scopeOf(archive, 'financeiro'), scopeOf(archive, 'outro')]);
  });

  const flowOf = async (over: Partial<NewWorkflow>, executions: Partial<Execution>[] = []) => {
    const draft = aWorkflow(over);
    const flow = { ...draft, code: await archive.workflows.add(demo!, draft) };
    const all = executions.map((each, index) => ({
      ...{ id: newId(), visit: index, stepId: newId(), taskId: newId(), taskName: `Tarefa ${index}` },
      ...{ userId: userId('demo'), email: null, startedAt: on(1), dueAt: null, endedAt: null, done: false },
      ...each,
    }));
    await archive.workflows.addExecutions(demo!, flow, all);
    return flow;
  };

  describe('signatures', () => {
    const files = Array.from({ length: 4 }, () => aFile());
    const [visible, hidden, removed, ofFlow] = files as [(typeof files)[0], (typeof files)[0], (typeof files)[0], (typeof files)[0]];
    let [documentCode, hiddenCode, flowCode] = [0, 0, 0];
    const company = { name: { label: 'Empresa', value: 'Alfa' }, document: { label: 'CNPJ', value: '2' }, extra: [] };
    const made = [
      aSignatureOf(visible.id, on(2)),
      aSignatureOf(ofFlow.id, on(1)),
      aSignatureOf(hidden.id, on(3)),
      aSignatureOf(visible.id, on(2)),
      aSignatureOf(removed.id, on(1)),
    ];
    function aSignatureOf(fileId: string, signedAt: Date) {
      return (scope: Scope) => aSignature(scope, { fileId, signedAt });
    }
    let signatures: ReturnType<(typeof made)[0]>[];
    beforeAll(async () => {
      const add = async (nodeId: string | undefined, own: typeof files) => {
        const document = aDocument(demo!, { files: own, ...(nodeId !== undefined && { nodeId }) });
        const code = await archive.unitOfWork.run(() => addDocument(archive.documents, demo!, document));
        return { ...document, code };
      };
      const shown = await add(DEMO.contracts, [visible, removed]);
      documentCode = shown.code;
      hiddenCode = (await add(DEMO.records, [hidden])).code;
      const stored = (await archive.documents.find(demo!, shown.id))!;
      await archive.unitOfWork.run(() => archive.documents.removeFile(demo!, stored, removed.id, NOW));
      const flow = await flowOf({});
      flowCode = flow.code;
      await archive.workflows.addFiles(demo!, flow, [{ ...ofFlow, toSign: true, createdAt: on(1) }]);
      // Of one moment they come by their ids, which are random within a millisecond.
      const ids = made.map(() => newId()).sort();
      signatures = made.map((make, index) => ({ ...make(demo!), id: ids[index]! }));
      signatures[2] = { ...signatures[2]!, details: { ...signatures[2]!.details, company } };
      await archive.signatures.add(demo!, signatures);
    });

    /** Which of those above, by batches of this size. */
    async function found(scopes: Scope[], asked: Partial<ActivityAsked> = {}, size = 10): Promise<number[]> {
      const all: ReportedSignature[] = [];
      for (;;) {
        const batch = await archive.activityRows.signatures(scopes, { clientId: DEMO.client, ...asked }, all.at(-1) ?? null, size);
        all.push(...batch);
        if (batch.length < size) return all.map(({ id }) => signatures.findIndex((signature) => signature.id === id));
      }
    }

    it.each([1, 2, 3, 10])('of existing files come oldest first, each once, in batches of %d', async (size) => {
      expect(await found([demo!], {}, size)).toEqual([1, 0, 3, 2]);
    });

    it('are limited to the period, inclusive', async () => {
      expect(await found([demo!], { from: on(2) })).toEqual([0, 3, 2]);
      expect(await found([demo!], { until: on(2) })).toEqual([1, 0, 3]);
      expect(await found([demo!], { from: on(2), until: on(2) })).toEqual([0, 3]);
    });

    it('of flows require access to the whole client, of documents access to these', async () => {
      expect(await found([finance!])).toEqual([0, 3]);
      expect(await found([demo!, finance!])).toEqual([0, 3]);
      const theirs = { clientId: DEMO.otherClient };
      expect(await archive.activityRows.signatures([other!], theirs, null, 10)).toEqual([]);
    });

    it('name the user, the file and the signer', async () => {
      const all = await archive.activityRows.signatures([demo!], { clientId: DEMO.client }, null, 10);
      const { extension, version } = visible;
      const [first, natural, , legal] = all;
      expect(first).toMatchObject({ fileId: ofFlow.id, documentCode: null, workflowCode: flowCode });
      expect(natural).toEqual({
        ...{ id: signatures[0]!.id, code: signatures[0]!.code, signedAt: on(2).getTime() },
        ...{ fileId: visible.id, fileName: visible.name, extension, version, documentCode, workflowCode: null },
        ...{ originMessage: 'Portal “do colaborador”', signerName: 'Ana', signerDocument: '1' },
        ...{ companyName: null, companyDocument: null },
      });
      expect(legal).toMatchObject({ documentCode: hiddenCode, companyName: 'Alfa', companyDocument: '2' });
    });
  });

  describe('flows', () => {
    let codes: number[];
    beforeAll(async () => {
      const late = { dueAt: on(2) };
      const flows = [
        await flowOf({ startedAt: on(1) }, [{ ...late, endedAt: on(1), done: true }, { dueAt: new Date(NOW.getTime() + 1) }]),
        await flowOf({ startedAt: on(2) }, [{ dueAt: on(3) }, { dueAt: on(2) }]),
        await flowOf({ startedAt: on(3), status: 'finished', endedAt: on(5) }, [{ ...late, endedAt: on(4), done: true }]),
        await flowOf({ startedAt: on(4), status: 'cancelled', endedAt: on(5) }),
      ];
      codes = flows.map(({ code }) => code);
    });
    const asked = { clientId: DEMO.client, from: on(1), until: on(4) };

    it.each([1, 2, 3, 10])('come oldest first, each once, in batches of %d', async (size) => {
      const all: ReportedFlow[] = [];
      for (;;) {
        const batch = await archive.activityRows.flows([demo!], asked, NOW, all.at(-1) ?? null, size);
        all.push(...batch);
        if (batch.length < size) break;
      }
      expect(all.map(({ code }) => code)).toEqual(codes);
    });

    it('show the current step, and whether a task is or was late', async () => {
      const all = await archive.activityRows.flows([demo!], asked, NOW, null, 10);
      expect(all.map(({ status, taskName, dueAt, late }) => [status, taskName, dueAt, late])).toEqual([
        ['running', 'Tarefa 1', NOW.getTime() + 1, false],
        ['running', 'Tarefa 0', on(2).getTime(), true],
        ['finished', null, null, true],
        ['cancelled', null, null, false],
      ]);
      expect(all[2]).toMatchObject({ startedAt: on(3).getTime(), endedAt: on(5).getTime(), definitionName: 'Conferência' });
      const later = await archive.activityRows.flows([demo!], asked, new Date(NOW.getTime() + 2), null, 1);
      expect(later[0]!.late).toBe(true);
    });

    it('are limited to the client', async () => {
      expect(await archive.activityRows.flows([other!], { clientId: DEMO.otherClient }, NOW, null, 10)).toEqual([]);
    });
  });
});
