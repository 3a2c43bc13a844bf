import { isDeepStrictEqual } from 'node:util';
import { In, MoreThan, MoreThanOrEqual } from 'typeorm';
import type { RecordedDesign, RecordedFlow, RestoredFlow } from '#application/ports/portable-archive';
import { grouped, inBatches, paged } from '../batches';
import {
  DocumentEntity,
  WorkflowCommentEntity,
  WorkflowDesignEntity,
  WorkflowDocumentEntity,
  WorkflowExecutionEntity,
  WorkflowFormValueEntity,
  WorkflowEntity,
  WorkflowSigningEntity,
} from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { insertFlow, toExecution, toWorkflow } from '../workflows/workflow-rows';
import { FileRecords } from './file-records';
import { codesOf } from './codes-of';

/** A client's flows, ordered by code, and their designs. */
export class FlowRecords {
  private readonly files: FileRecords;

  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {
    this.files = new FileRecords(unitOfWork);
  }

  async *designs(clientId: string): AsyncGenerator<RecordedDesign> {
    // One by one: a model may be large.
    for (const [code, number] of await this.numbers(clientId)) {
      const { definitionId, createdAt, design, model } = await this.unitOfWork.manager.findOneByOrFail(WorkflowDesignEntity, {
        code,
        clientId,
      });
      yield { definitionId, number, createdAt, design, model };
    }
  }

  async addDesigns(clientId: string, designs: readonly RecordedDesign[]): Promise<void> {
    const { manager } = this.unitOfWork;
    for (const { definitionId, createdAt, design, model } of designs) {
      const rows = await manager.find(WorkflowDesignEntity, {
        where: { definitionId, clientId, createdAt: MoreThanOrEqual(createdAt) },
        order: { createdAt: 'ASC', code: 'ASC' },
      });
      const same = rows.find((row) => row.model === model && isDeepStrictEqual(row.design, design));
      if (!same) await this.unitOfWork.insert(WorkflowDesignEntity, [{ definitionId, clientId, design, model, createdAt }]);
      else await manager.update(WorkflowDesignEntity, { code: same.code, clientId }, { createdAt });
    }
  }

  all(clientId: string): AsyncIterable<RecordedFlow> {
    return paged(0, (code, limit) => this.after(clientId, code, limit), ({ code }) => code); // prettier-ignore
  }

  async add(clientId: string, flow: RestoredFlow): Promise<void> {
    const { unitOfWork } = this;
    await unitOfWork.run(async () => {
      const [design] = await unitOfWork.manager.find(WorkflowDesignEntity, {
        select: { code: true },
        where: { definitionId: flow.definitionId, clientId },
        order: { createdAt: 'ASC', code: 'ASC' },
        skip: flow.design - 1,
        take: 1,
      });
      if (!design) throw new Error(`workflow ${flow.definitionId} has no design ${flow.design}`);
      const workflowCode = await insertFlow(unitOfWork, { code: flow.code, clientId, revision: design.code }, flow);
      const of = { workflowCode, clientId };
      const documents = await codesOf(unitOfWork, clientId, DocumentEntity, flow.documents.map(({ id }) => id)); // prettier-ignore
      await unitOfWork.insert(WorkflowFormValueEntity, flow.values.map(({ fieldId, text: value }) => ({ fieldId, value, ...of }))); // prettier-ignore
      await unitOfWork.insert(WorkflowExecutionEntity, flow.executions.map((each) => ({ ...each, ...of }))); // prettier-ignore
      await unitOfWork.insert(WorkflowCommentEntity, flow.comments.map(({ text: comment, ...each }) => ({ ...each, comment, ...of }))); // prettier-ignore
      await unitOfWork.insert(WorkflowDocumentEntity, flow.documents.map(({ id, addedAt }) => ({ documentCode: documents(id), addedAt, ...of }))); // prettier-ignore
      await unitOfWork.insert(WorkflowSigningEntity, flow.toSign.map((fileId) => ({ fileId, ...of }))); // prettier-ignore
      await this.files.addToFlow(clientId, workflowCode, flow.files);
    });
  }

  /** External numbers of the client's designs instead of internal codes: numbered within their definition in order of creation. */
  private async numbers(clientId: string): Promise<Map<number, number>> {
    const rows = await this.unitOfWork.manager.find(WorkflowDesignEntity, {
      select: { code: true, definitionId: true },
      where: { clientId },
      order: { definitionId: 'ASC', createdAt: 'ASC', code: 'ASC' },
    });
    const first = new Map<string, number>();
    rows.forEach(({ definitionId }, index) => first.has(definitionId) || first.set(definitionId, index));
    return new Map(rows.map(({ code, definitionId }, index) => [code, index - (first.get(definitionId) as number) + 1]));
  }

  private async after(clientId: string, after: number, limit: number): Promise<RecordedFlow[]> {
    const { manager } = this.unitOfWork;
    const flows = await manager.find(WorkflowEntity, { where: { clientId, code: MoreThan(after) }, order: { code: 'ASC' }, take: limit });
    const numbers = await this.numbers(clientId);
    const workflowCode = In(flows.map(({ code }) => code));
    const ofFlow = <Row extends { workflowCode: number }>(rows: readonly Row[]) => grouped(rows, (row) => row.workflowCode);
    const values = ofFlow(await manager.find(WorkflowFormValueEntity, { where: { workflowCode }, order: { fieldId: 'ASC' } }));
    const executions = ofFlow(await manager.find(WorkflowExecutionEntity, { where: { workflowCode }, order: { code: 'ASC' } }));
    const comments = ofFlow(await manager.find(WorkflowCommentEntity, { where: { workflowCode }, order: { code: 'ASC' } }));
    const links = await manager.find(WorkflowDocumentEntity, { where: { workflowCode }, order: { documentCode: 'ASC' } });
    const linked = await inBatches(
      [...new Set(links.map(({ documentCode }) => documentCode))],
      (batch) => manager.find(DocumentEntity, { select: { id: true, code: true }, where: { code: In(batch) } }), // prettier-ignore
    );
    const idOf = new Map(linked.map(({ id, code }) => [code, id]));
    const documents = ofFlow(links);
    const toSign = ofFlow(await manager.find(WorkflowSigningEntity, { where: { workflowCode }, order: { fileId: 'ASC' } }));
    const filesOf = await this.files.ofFlows(flows.map(({ code }) => code));
    return flows.map((row) => {
      const { code, id, clientId: _client, revision, ...head } = toWorkflow(row);
      return {
        id,
        code,
        design: numbers.get(revision) as number,
        ...head,
        ...(row.emptied && { emptied: true }),
        values: values(code).map(({ fieldId, value: text }) => ({ fieldId, text })),
        executions: executions(code).map(toExecution).map(({ workflowCode: _code, ...each }) => each), // prettier-ignore
        comments: comments(code).map(({ taskName, userId, email, madeAt, comment: text }) => ({ taskName, userId, email, madeAt, text })),
        files: filesOf(code),
        documents: documents(code).map(({ documentCode, addedAt }) => ({ id: idOf.get(documentCode) as string, addedAt })),
        toSign: toSign(code).map(({ fileId }) => fileId),
      };
    });
  }
}
