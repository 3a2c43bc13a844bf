import { In, IsNull } from 'typeorm';
import type { NamedComment, WorkflowDocument } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { Comment, Workflow, WorkflowFile } from '#domain/workflows/workflow';
import {
  WorkflowCommentEntity,
  WorkflowDocumentEntity,
  WorkflowFileEntity,
  WorkflowFormValueEntity,
  WorkflowEntity,
  WorkflowSigningEntity,
} from '../entities';
import { ofClients, withinClients, withinScope } from '../scope-condition';
import { idBytes } from '../id-bytes';
import { places, type Sql } from '../sql';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
interface DocumentFileRow {
  document_code: number;
  id: string;
  name: string;
  shared: number;
  to_sign: number;
}

/** Contents of flows besides their steps; part of the repository of flows. Raw SQL: documents are filtered by a scope. */
export class WorkflowContents {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {}

  async valuesOf(scope: Scope, { code }: Workflow): Promise<Map<string, string>> {
    const rows = await this.unitOfWork.manager.findBy(WorkflowFormValueEntity, { workflowCode: code, clientId: withinClients(scope) });
    return new Map(rows.map(({ fieldId, value }) => [fieldId, value]));
  }

  async setValues(scope: Scope, { code, clientId }: Workflow, texts: ReadonlyMap<string, string>): Promise<void> {
    if (texts.size === 0) return;
    const rows = [...texts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([fieldId, value]) => ({ workflowCode: code, fieldId, clientId, value }));
    await this.unitOfWork.run(async () => {
      const fieldId = In(rows.map((row) => row.fieldId));
      await this.unitOfWork.manager.delete(WorkflowFormValueEntity, { workflowCode: code, fieldId, clientId: withinClients(scope) });
      await this.unitOfWork.insert(WorkflowFormValueEntity, rows.filter(({ value }) => value !== '')); // prettier-ignore
    });
  }

  async commentsOf(scope: Scope, { code }: Workflow): Promise<NamedComment[]> {
    const rows = (await this.unitOfWork.manager
      .createQueryBuilder(WorkflowCommentEntity, 'comment')
      .leftJoinAndMapOne('comment.user', 'user_account', 'user_account', 'user_account.id = comment.userId')
      .select(['comment', 'user_account.id', 'user_account.name'])
      .where({ workflowCode: code, clientId: withinClients(scope) })
      .orderBy('comment.code')
      .getMany()) as (WorkflowCommentEntity & { user: { name: string } | null })[];
    return rows.map(({ taskName, userId, email, madeAt, comment: text, user }) => {
      return { taskName, userId, email, madeAt, text, userName: user?.name ?? null };
    });
  }

  async addComment({ code, clientId }: Workflow, { text: comment, ...head }: Comment): Promise<void> {
    await this.unitOfWork.insert(WorkflowCommentEntity, [{ ...head, comment, workflowCode: code, clientId }]);
  }

  async filesOf(scope: Scope, { id, code }: Workflow): Promise<WorkflowFile[]> {
    const rows = await this.unitOfWork.manager.find(WorkflowFileEntity, {
      where: { workflowCode: code, deletedAt: IsNull(), clientId: withinClients(scope) },
      order: { position: 'ASC' },
    });
    return rows.map((row) => toFile(row, id));
  }

  async findFile(scope: Scope, fileId: string): Promise<WorkflowFile | null> {
    const { manager } = this.unitOfWork;
    const clientId = withinClients(scope);
    const row = await manager.findOneBy(WorkflowFileEntity, { id: fileId, deletedAt: IsNull(), clientId });
    const flow = row && (await manager.findOneBy(WorkflowEntity, { code: row.workflowCode, clientId }));
    return flow && toFile(row, flow.id);
  }

  async addFiles({ code, clientId }: Workflow, files: readonly Omit<WorkflowFile, 'workflowId' | 'clientId'>[]): Promise<void> {
    const rows = files.map(({ key: objectKey, ...file }, position) => ({ ...file, objectKey, position, workflowCode: code, clientId }));
    await this.unitOfWork.insert(WorkflowFileEntity, rows);
  }

  async documentsOf(scope: Scope, { code }: Workflow, visible: Scope, at: Date): Promise<WorkflowDocument[]> {
    const [flows, within] = [ofClients(scope, 'attached'), withinScope(visible, 'document')];
    const rows = await this.sql.rows<{ id: string; code: number; node_code: number }>(
      `SELECT document.id, document.code, document.node_code FROM workflow_document attached
       JOIN document ON document.client_id = attached.client_id AND document.code = attached.document_code
       WHERE attached.workflow_code = ? AND ${flows.sql} AND document.deleted_at IS NULL AND ${within.sql} ORDER BY document.code`,
      [code, ...flows.parameters, ...within.parameters],
    );
    const documents = new Map(
      rows.map((row): [number, WorkflowDocument] => [row.code, { id: row.id, code: row.code, nodeCode: row.node_code, files: [] }]),
    );
    const files = documents.size === 0 ? [] : await this.filesOfDocuments(scope, code, at);
    for (const { document_code, id, name, shared, to_sign } of files) {
      documents.get(document_code)?.files.push({ id, name, shared: Number(shared) === 1, toSign: Number(to_sign) === 1 });
    }
    return [...documents.values()];
  }

  async hasDocuments(scope: Scope, { code }: Workflow): Promise<boolean> {
    const within = ofClients(scope, 'attached');
    const row = await this.sql.first(
      `SELECT document.code FROM workflow_document attached
       JOIN document ON document.client_id = attached.client_id AND document.code = attached.document_code
       WHERE attached.workflow_code = ? AND ${within.sql} AND document.deleted_at IS NULL LIMIT 1`,
      [code, ...within.parameters],
    );
    return row !== null;
  }

  async addDocuments(scope: Scope, { code, clientId }: Workflow, codes: readonly number[], at: Date): Promise<number[]> {
    if (codes.length === 0) return [];
    const among = { workflowCode: code, documentCode: In(codes), clientId: withinClients(scope) };
    const known = await this.unitOfWork.manager.findBy(WorkflowDocumentEntity, among);
    const present = new Set(known.map(({ documentCode }) => documentCode));
    const added = [...new Set(codes)].filter((each) => !present.has(each)).sort((a, b) => a - b);
    const rows = added.map((documentCode) => ({ workflowCode: code, documentCode, clientId, addedAt: at }));
    await this.unitOfWork.insert(WorkflowDocumentEntity, rows);
    return added;
  }

  async markForSigning({ code, clientId }: Workflow, fileIds: readonly string[]): Promise<void> {
    await this.unitOfWork.insert(WorkflowSigningEntity, fileIds.map((fileId) => ({ workflowCode: code, fileId, clientId }))); // prettier-ignore
  }

  async documentCodes(documents: Scope, ids: readonly string[]): Promise<Map<string, number>> {
    const within = withinScope(documents, 'document');
    const rows = await this.sql.rows<{ id: string; code: number }>(
      `SELECT id, code FROM document WHERE id IN (${places(ids)}) AND deleted_at IS NULL AND ${within.sql}`,
      [...ids, ...within.parameters],
    );
    return new Map(rows.map((row) => [row.id, row.code]));
  }

  /** Files of all documents of a flow, including those out of the caller's reach: they may exceed the values of one statement. */
  private filesOfDocuments(scope: Scope, flowCode: number, at: Date): Promise<DocumentFileRow[]> {
    const { clientId } = scope;
    return this.sql.rows<DocumentFileRow>(
      `SELECT file.document_code, file.id, file.name,
         CASE WHEN share.id IS NULL OR share.expires_at <= ? THEN 0 ELSE 1 END AS shared,
         CASE WHEN signing.file_id IS NULL THEN 0 ELSE 1 END AS to_sign
       FROM workflow_document attached
         JOIN document_file file ON file.client_id = attached.client_id AND file.document_code = attached.document_code
         LEFT JOIN share ON share.client_id = attached.client_id AND share.live_file_id = file.id
         LEFT JOIN workflow_signing signing ON signing.client_id = attached.client_id AND signing.file_id = file.id
           AND signing.workflow_code = attached.workflow_code
       WHERE attached.workflow_code = ? AND attached.client_id = ? AND file.deleted_at IS NULL ORDER BY file.document_code, file.position`,
      [at.getTime(), flowCode, idBytes(clientId)],
    );
  }
}

function toFile({ objectKey, ...row }: WorkflowFileEntity, workflowId: string): WorkflowFile {
  const { id, clientId, size, sha256, name, extension, version, toSign, createdAt } = row;
  return { workflowId, toSign, id, clientId, key: objectKey, size, sha256, name, extension, version, createdAt };
}
