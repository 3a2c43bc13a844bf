import { newId, newObjectKey } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import { NOBODY_NAMED } from '#domain/workflows/named';
import type { Execution, NewWorkflow, Workflow } from '#domain/workflows/workflow';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { aWorkflow } from '../builders/a-workflow';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { describeContract } from './support/implementations';

const AT = new Date('2026-11-21T12:00:00.000Z');
const LATER = new Date('2026-11-21T13:00:00.000Z');

/** Flows of one client, with their steps and contents. */
describeContract('Workflows', (archive) => {
  let scope: Scope;
  let other: Scope;
  let flow: Workflow;
  beforeAll(async () => {
    [scope, other] = [await scopeOf(archive), await scopeOf(archive, 'outro')];
  });
  beforeEach(async () => void (flow = await added()));

  const added = async (over: Partial<NewWorkflow> = {}) => {
    const draft = aWorkflow(over);
    return { ...draft, code: await archive.workflows.add(scope, draft) };
  };
  const anExecution = (over: Partial<Execution> = {}): Omit<Execution, 'workflowCode'> => ({
    id: newId(),
    visit: 1,
    stepId: newId(),
    taskId: newId(),
    taskName: 'Revisão',
    userId: userId('demo'),
    email: null,
    startedAt: AT,
    dueAt: LATER,
    endedAt: null,
    done: false,
    ...over,
  });
  const again = async () => (await archive.workflows.find(scope, { code: flow.code }))!;

  it('returns a flow as stored, by id, code or both', async () => {
    for (const reference of [{ id: flow.id }, { code: flow.code }, { id: flow.id, code: flow.code }]) {
      expect(await archive.workflows.find(scope, reference)).toEqual(flow);
    }
    expect(await archive.workflows.find(scope, { id: flow.id, code: flow.code + 1 })).toBeNull();
    expect(await archive.workflows.find(scope, { id: newId() })).toBeNull();
    expect(await archive.unitOfWork.run(() => archive.workflows.hold(scope, flow.code))).toEqual(flow);
  });

  it('returns nothing of another client', async () => {
    const execution = anExecution();
    const file = { ...aFile(), toSign: false, createdAt: AT };
    await archive.workflows.addExecutions(scope, flow, [execution]);
    await archive.workflows.addFiles(scope, flow, [file]);
    expect(await archive.workflows.find(other, { code: flow.code })).toBeNull();
    expect(await archive.unitOfWork.run(() => archive.workflows.hold(other, flow.code))).toBeNull();
    expect(await archive.workflows.findExecution(other, execution.id)).toBeNull();
    expect(await archive.workflows.findFile(other, file.id)).toBeNull();
    expect(await archive.workflows.filesOf(other, flow)).toEqual([]);
    expect(await archive.workflows.page(other, { definitionId: flow.definitionId }, 1, 10)).toEqual([]);
    expect(await archive.workflows.knowsTask(other, flow.definitionId, execution.taskId)).toBe(false);
    const written = [
      archive.workflows.add(other, aWorkflow()),
      archive.workflows.addExecutions(other, flow, [anExecution()]),
      archive.workflows.addFiles(other, flow, [{ ...aFile(), toSign: false, createdAt: AT }]),
      archive.workflows.addComment(other, flow, { taskName: 'a', userId: null, email: null, madeAt: AT, text: 'a' }),
      archive.workflows.markForSigning(other, flow, [file.id]),
    ];
    for (const outcome of written) await expect(outcome).rejects.toThrow('outside the scope');
  });

  it('stores named users, and the end', async () => {
    const named = { ...NOBODY_NAMED, userId: userId('financeiro') };
    await archive.workflows.setNamed(scope, flow, named);
    await archive.workflows.finish(scope, flow, LATER);
    expect(await again()).toEqual({ ...flow, named, status: 'finished', endedAt: LATER });
  });

  it('returns the last visit with the names of its users, in the order of its parts', async () => {
    const [first, mine, external] = [
      anExecution(),
      anExecution({ visit: 2 }),
      anExecution({ visit: 2, userId: null, email: 'a@x', dueAt: null }),
    ];
    await archive.workflows.addExecutions(scope, flow, [first]);
    await archive.workflows.addExecutions(scope, flow, [mine, external]);
    const name = (await archive.accounts.findByLogin('demo'))!.name;
    expect(await archive.workflows.lastVisit(scope, flow)).toEqual([
      { ...mine, workflowCode: flow.code, userName: name },
      { ...external, workflowCode: flow.code, userName: null },
    ]);
    expect(await archive.workflows.findExecution(scope, external.id)).toEqual({ ...external, workflowCode: flow.code });
    expect(await archive.workflows.knowsTask(scope, flow.definitionId, first.taskId)).toBe(true);
    expect(await archive.workflows.knowsTask(scope, DEMO.approval, first.taskId)).toBe(false);
  });

  it('ends the completed part and those no longer needed, and no other', async () => {
    const parts = [anExecution(), anExecution(), anExecution(), anExecution({ endedAt: AT, done: true })];
    const [done, needless, open, before] = parts.map(({ id }) => id) as [string, string, string, string];
    await archive.workflows.addExecutions(scope, flow, parts);
    await archive.workflows.endExecutions(scope, flow, done, [needless, before], LATER);
    const state = new Map((await archive.workflows.lastVisit(scope, flow)).map((each) => [each.id, [each.endedAt, each.done]]));
    expect([done, needless, open, before].map((id) => state.get(id))).toEqual([
      [LATER, true],
      [LATER, false],
      [null, false],
      [AT, true],
    ]);
  });

  it('changes values of the form one by one, and removes empty ones', async () => {
    const [a, b, c] = [newId(), newId(), newId()];
    await archive.workflows.setValues(scope, flow, new Map([[a, 'São Paulo'], [b, '1'], [c, '']])); // prettier-ignore
    await archive.workflows.setValues(scope, flow, new Map([[b, ''], [c, '3']])); // prettier-ignore
    await archive.workflows.setValues(scope, flow, new Map());
    expect(await archive.workflows.valuesOf(scope, flow)).toEqual(new Map([[a, 'São Paulo'], [c, '3']])); // prettier-ignore
    expect(await archive.workflows.valuesOf(scope, await added())).toEqual(new Map());
  });

  it('stores comments in order, with names', async () => {
    const mine = { taskName: 'Revisão', userId: userId('demo'), email: null, madeAt: LATER, text: 'Primeiro' };
    const external = { taskName: 'Assinatura', userId: null, email: 'a@x', madeAt: AT, text: 'Segundo' };
    await archive.workflows.addComment(scope, flow, mine);
    await archive.workflows.addComment(scope, flow, external);
    const name = (await archive.accounts.findByLogin('demo'))!.name;
    expect(await archive.workflows.commentsOf(scope, flow)).toEqual([
      { ...mine, userName: name },
      { ...external, userName: null },
    ]);
  });

  it('stores files in order, and marks them as live in the journal', async () => {
    const files = [aFile({ name: 'b' }), aFile({ name: 'a' })].map((file, index) => ({ ...file, toSign: index === 1, createdAt: AT }));
    await archive.workflows.addFiles(scope, flow, files);
    const kept = files.map((file) => ({ ...file, workflowId: flow.id, clientId: DEMO.client }));
    expect(await archive.workflows.filesOf(scope, flow)).toEqual(kept);
    expect(await archive.workflows.findFile(scope, kept[1]!.id)).toEqual(kept[1]);
    const keys = files.map(({ key }) => key);
    expect(await archive.journal.referenced([...keys, newObjectKey()])).toEqual(new Set(keys));
  });

  it('links documents once, shows them to authorised users, and marks files for signature', async () => {
    const finance = await scopeOf(archive, 'financeiro');
    const [shared, plain] = [aFile(), aFile()];
    const visible = aDocument(scope, { files: [shared, plain] });
    const hidden = aDocument(scope, { nodeId: DEMO.records });
    const gone = aDocument(scope);
    const codes = [];
    for (const document of [visible, hidden, gone]) codes.push(await addDocument(archive.documents, scope, document));
    await archive.shares.share(scope, [shared.id], null, AT);
    await archive.shares.share(scope, [plain.id], AT, AT);
    expect(await archive.workflows.hasDocuments(scope, flow)).toBe(false);
    expect(await archive.workflows.addDocuments(scope, flow, [codes[1]!, codes[0]!, codes[1]!], AT)).toEqual([codes[0], codes[1]]);
    expect(await archive.workflows.addDocuments(scope, flow, codes, LATER)).toEqual([codes[2]]);
    expect(await archive.workflows.addDocuments(scope, flow, [], LATER)).toEqual([]);
    await archive.workflows.markForSigning(scope, flow, [plain.id]);
    await archive.documents.markDeleted(scope, (await archive.documents.find(scope, gone.id))!, LATER);
    const seen = {
      id: visible.id,
      code: codes[0],
      nodeCode: visible.nodeCode,
      files: [
        { id: shared.id, name: shared.name, shared: true, toSign: false },
        { id: plain.id, name: plain.name, shared: false, toSign: true },
      ],
    };
    expect(await archive.workflows.documentsOf(scope, flow, scope, LATER)).toEqual([
      seen,
      { id: hidden.id, code: codes[1], nodeCode: hidden.nodeCode, files: [] },
    ]);
    expect(await archive.workflows.documentsOf(scope, flow, finance, LATER)).toEqual([seen]);
    expect(await archive.workflows.documentsOf(scope, await added(), scope, LATER)).toEqual([]);
    expect(await archive.workflows.hasDocuments(scope, flow)).toBe(true);
    const ids = [visible.id, hidden.id, gone.id, newId()];
    expect(await archive.workflows.documentCodes(scope, ids)).toEqual(new Map([[visible.id, codes[0]], [hidden.id, codes[1]]])); // prettier-ignore
    expect(await archive.workflows.documentCodes(finance, ids)).toEqual(new Map([[visible.id, codes[0]]]));
    expect(await archive.workflows.documentCodes(other, ids)).toEqual(new Map());
  });

  it('lists the flows of a definition by status and task, newest first', async () => {
    const definitionId = newId();
    const task = newId();
    const flows: Workflow[] = [];
    for (const status of ['running', 'finished', 'cancelled', 'running', 'running'] as const) {
      const each = await added({ definitionId, status });
      flows.push(each);
      await archive.workflows.addExecutions(scope, each, [anExecution({ taskId: task, startedAt: LATER }), anExecution({ startedAt: AT })]);
    }
    const [last] = await archive.workflows.lastVisit(scope, flows[4]!);
    await archive.workflows.endExecutions(scope, flows[4]!, last!.id, [], LATER);
    const at = (...indexes: number[]) => indexes.map((index) => flows[index]!.code);
    const page = async (filter: object, number = 1, size = 10) =>
      (await archive.workflows.page(scope, { definitionId, ...filter }, number, size)).map(({ code }) => code);
    expect(await page({})).toEqual(at(4, 3, 2, 1, 0));
    expect(await page({}, 2, 2)).toEqual(at(2, 1));
    expect(await page({}, 4, 2)).toEqual([]);
    expect(await page({ status: 'cancelled' })).toEqual(at(2));
    expect(await page({ taskId: task })).toEqual(at(3, 0));
    expect(await page({ taskId: task, status: 'finished' })).toEqual([]);
    expect(await archive.workflows.count(scope, { definitionId })).toBe(5);
    expect(await archive.workflows.count(scope, { definitionId, status: 'running', taskId: task })).toBe(2);
    const [newest, , cancelled] = await archive.workflows.page(scope, { definitionId }, 1, 10);
    expect(newest!.current).toMatchObject({ startedAt: AT });
    expect(cancelled!.current).toBeNull();
  });

  it('stores nothing when a transaction fails', async () => {
    const draft = aWorkflow();
    const attempt = archive.unitOfWork.run(async () => {
      const made = { ...draft, code: await archive.workflows.add(scope, draft) };
      await archive.workflows.addExecutions(scope, made, [anExecution()]);
      throw new Error('given up');
    });
    await expect(attempt).rejects.toThrow('given up');
    expect(await archive.workflows.find(scope, { id: draft.id })).toBeNull();
  });

  it('returns users who may be responsible for a task, with their grants for the client', async () => {
    const [finance, reader] = [userId('financeiro'), userId('leitor')];
    await archive.deactivate(reader);
    const found = await archive.participants.find(scope, [finance, reader, userId('outro'), newId()]);
    expect([...found.keys()].sort()).toEqual([finance, reader].sort());
    expect([found.get(finance)?.active, found.get(reader)?.active]).toEqual([true, false]);
    expect(found.get(finance)?.grants).toMatchObject([{ clientId: DEMO.client, unitId: DEMO.unit, nodeId: DEMO.finance }]);
    expect(found.get(reader)?.grants[0]?.permissions).toContain('workflow:view');
  });
});
