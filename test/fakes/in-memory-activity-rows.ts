import { ActivityRows, type ActivityAsked, type ReportedFlow, type ReportedSignature } from '#application/ports/activity-rows';
import type { Scope } from '#domain/access/scope';
import { isLate } from '#domain/workflows/workflow';
import type { InMemoryDatabase } from './in-memory-database';
import { liveFiles } from './in-memory-documents';

const within = (at: Date, { from, until }: ActivityAsked) => (!from || at >= from) && (!until || at <= until);

export class InMemoryActivityRows extends ActivityRows {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async signatures(
    scopes: readonly Scope[],
    asked: ActivityAsked,
    after: ReportedSignature | null,
    limit: number,
  ): Promise<ReportedSignature[]> {
    const { documents, signatures, workflows } = this.database.tables;
    const reached = [...documents.values()].filter(
      ({ clientId, nodeCode, unitId, deletedAt }) =>
        clientId === asked.clientId && deletedAt === null && scopes.every((scope) => scope.reachesNode(clientId, nodeCode, unitId)),
    );
    const flows = [...workflows.values()].filter(({ clientId }) => clientId === asked.clientId);
    const files = [
      ...reached.flatMap((document) => liveFiles(document).map((file) => ({ file, documentCode: document.code, workflowCode: null }))),
      ...flows.flatMap((flow) => flow.files.map((file) => ({ file, documentCode: null, workflowCode: flow.code }))),
    ].filter(({ documentCode }) => documentCode !== null || scopes.every((scope) => scope.holdsWholeClient()));
    return [...signatures.values()]
      .filter(({ clientId, signedAt }) => clientId === asked.clientId && within(signedAt, asked))
      .flatMap(({ id, code, signedAt, fileId, originMessage, details: { signer, company } }) =>
        files
          .filter(({ file }) => file.id === fileId)
          .map(({ file, documentCode, workflowCode }): ReportedSignature => ({
            ...{ id, code, fileId, documentCode, workflowCode, originMessage },
            signedAt: signedAt.getTime(),
            fileName: file.name,
            extension: file.extension,
            version: file.version,
            signerName: signer.name.value,
            signerDocument: signer.document.value,
            companyName: company?.name.value ?? null,
            companyDocument: company?.document.value ?? null,
          })),
      )
      .sort((a, b) => a.signedAt - b.signedAt || (a.id < b.id ? -1 : 1))
      .filter(({ signedAt, id }) => !after || signedAt > after.signedAt || (signedAt === after.signedAt && id > after.id))
      .slice(0, limit);
  }

  async flows(_: readonly Scope[], asked: ActivityAsked, at: Date, after: ReportedFlow | null, limit: number): Promise<ReportedFlow[]> {
    return [...this.database.tables.workflows.values()]
      .filter(({ clientId, code, startedAt }) => clientId === asked.clientId && within(startedAt, asked) && code > (after?.code ?? 0))
      .map(({ code, id, definitionId, status, startedAt, endedAt, executions }): ReportedFlow => {
        const open = executions.filter((execution) => execution.endedAt === null);
        const dues = open.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime()]));
        return {
          ...{ code, id, status },
          definitionName: this.definitionName(definitionId),
          startedAt: startedAt.getTime(),
          endedAt: endedAt?.getTime() ?? null,
          taskName: open[0]?.taskName ?? null,
          dueAt: dues.length === 0 ? null : Math.min(...dues),
          late: executions.some((execution) => isLate(execution, at)),
        };
      })
      .slice(0, limit);
  }

  private definitionName(id: string): string {
    return this.database.tables.workflowDefinitions.get(id)?.name ?? '';
  }
}
