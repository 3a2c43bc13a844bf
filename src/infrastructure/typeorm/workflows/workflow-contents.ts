import type { NamedComment, WorkflowDocument } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { Comment, Workflow, WorkflowFile } from '#domain/workflows/workflow';
import { ofClients, withinScope } from '../scope-condition';
import { places, type Sql } from '../sql';
import {
  COMMENT,
  FLOW_FILE,
  toComment,
  toWorkflowFile,
  WORKFLOW_FILE_COLUMNS,
  type CommentRow,
  type WorkflowFileRow,
} from './workflow-rows';

interface DocumentFileRow {
  document_code: number;
  id: string;
  name: string;
  shared: number;
  to_sign: number;
}

/** What flows hold beside their steps; part of the repository of flows. */
export class WorkflowContents {
  constructor(private readonly sql: Sql) {}

  async valuesOf(scope: Scope, { code }: Workflow): Promise<Map<string, string>> {
    const within = ofClients(scope, 'v');
    const rows = await this.sql.rows<{ field_id: string; value: string }>(
      `SELECT v.field_id, v.value FROM workflow_form_value v WHERE v.workflow_code = ? AND ${within.sql}`,
      [code, ...within.parameters],
    );
    return new Map(rows.map((row) => [row.field_id, row.value]));
  }

  async setValues(scope: Scope, { code, clientId }: Workflow, texts: ReadonlyMap<string, string>): Promise<void> {
    if (texts.size === 0) return;
    const within = ofClients(scope, 'workflow_form_value');
    const fields = [...texts.keys()].sort();
    await this.sql.together(async () => {
      await this.sql.write(
        `DELETE FROM workflow_form_value WHERE workflow_code = ? AND field_id IN (${places(fields)}) AND ${within.sql}`,
        [code, ...fields, ...within.parameters],
      );
      await this.sql.insert(
        'workflow_form_value',
        ['workflow_code', 'field_id', 'client_id', 'value'],
        fields.filter((field) => texts.get(field) !== '').map((field) => [code, field, clientId, texts.get(field) as string]),
      );
    });
  }

  async commentsOf(scope: Scope, { code }: Workflow): Promise<NamedComment[]> {
    const within = ofClients(scope, 'c');
    const rows = await this.sql.rows<CommentRow>(
      `SELECT c.task_name, c.user_id, u.name AS user_name, c.email, c.made_at, c.comment
       FROM workflow_comment c LEFT JOIN user_account u ON u.id = c.user_id WHERE c.workflow_code = ? AND ${within.sql} ORDER BY c.code`,
      [code, ...within.parameters],
    );
    return rows.map(toComment);
  }

  async addComment({ code, clientId }: Workflow, comment: Comment): Promise<void> {
    await this.sql.insert(
      'workflow_comment',
      ['workflow_code', 'client_id', ...COMMENT.names],
      [[code, clientId, ...COMMENT.values(comment)]],
    );
  }

  async filesOf(scope: Scope, { code }: Workflow): Promise<WorkflowFile[]> {
    const within = ofClients(scope, 'f');
    const rows = await this.sql.rows<WorkflowFileRow>(
      `SELECT ${WORKFLOW_FILE_COLUMNS} FROM workflow_file f JOIN workflow w ON w.code = f.workflow_code
       WHERE f.workflow_code = ? AND f.deleted_at IS NULL AND ${within.sql} ORDER BY f.position`,
      [code, ...within.parameters],
    );
    return rows.map(toWorkflowFile);
  }

  async findFile(scope: Scope, fileId: string): Promise<WorkflowFile | null> {
    const within = ofClients(scope, 'f');
    const row = await this.sql.first<WorkflowFileRow>(
      `SELECT ${WORKFLOW_FILE_COLUMNS} FROM workflow_file f JOIN workflow w ON w.code = f.workflow_code
       WHERE f.id = ? AND f.deleted_at IS NULL AND ${within.sql}`,
      [fileId, ...within.parameters],
    );
    return row && toWorkflowFile(row);
  }

  async addFiles({ code, clientId }: Workflow, files: readonly Omit<WorkflowFile, 'workflowId' | 'clientId'>[]): Promise<void> {
    await this.sql.insert(
      'workflow_file',
      ['workflow_code', 'client_id', ...FLOW_FILE.names],
      files.map((file, position) => [code, clientId, ...FLOW_FILE.values({ ...file, position, deletedAt: null })]),
    );
  }

  async documentsOf(scope: Scope, { code }: Workflow, visible: Scope, at: Date): Promise<WorkflowDocument[]> {
    const [flows, within] = [ofClients(scope, 'l'), withinScope(visible, 'd')];
    const rows = await this.sql.rows<{ id: string; code: number; node_code: number }>(
      `SELECT d.id, d.code, d.node_code FROM workflow_document l JOIN document d ON d.code = l.document_code
       WHERE l.workflow_code = ? AND ${flows.sql} AND d.deleted_at IS NULL AND ${within.sql} ORDER BY d.code`,
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
    const within = ofClients(scope, 'l');
    const row = await this.sql.first(
      `SELECT d.code FROM workflow_document l JOIN document d ON d.code = l.document_code
       WHERE l.workflow_code = ? AND ${within.sql} AND d.deleted_at IS NULL LIMIT 1`,
      [code, ...within.parameters],
    );
    return row !== null;
  }

  async addDocuments(scope: Scope, { code, clientId }: Workflow, codes: readonly number[], at: Date): Promise<number[]> {
    if (codes.length === 0) return [];
    const within = ofClients(scope, 'l');
    const known = await this.sql.rows<{ document_code: number }>(
      `SELECT l.document_code FROM workflow_document l WHERE l.workflow_code = ? AND l.document_code IN (${places(codes)}) AND ${within.sql}`,
      [code, ...codes, ...within.parameters],
    );
    const present = new Set(known.map((row) => row.document_code));
    const added = [...new Set(codes)].filter((each) => !present.has(each)).sort((a, b) => a - b);
    await this.sql.insert(
      'workflow_document',
      ['workflow_code', 'document_code', 'client_id', 'added_at'],
      added.map((each) => [code, each, clientId, at.getTime()]),
    );
    return added;
  }

  async markForSigning({ code, clientId }: Workflow, fileIds: readonly string[]): Promise<void> {
    await this.sql.insert(
      'workflow_signing',
      ['workflow_code', 'file_id', 'client_id'],
      fileIds.map((id) => [code, id, clientId]),
    );
  }

  async documentCodes(documents: Scope, ids: readonly string[]): Promise<Map<string, number>> {
    const within = withinScope(documents, 'd');
    const rows = await this.sql.rows<{ id: string; code: number }>(
      `SELECT d.id, d.code FROM document d WHERE d.id IN (${places(ids)}) AND d.deleted_at IS NULL AND ${within.sql}`,
      [...ids, ...within.parameters],
    );
    return new Map(rows.map((row) => [row.id, row.code]));
  }

  /** Of all of a flow's documents, those that the caller may not see among them: they may be more than one statement can name. */
  private filesOfDocuments(scope: Scope, flowCode: number, at: Date): Promise<DocumentFileRow[]> {
    const { clientId } = scope;
    return this.sql.rows<DocumentFileRow>(
      `SELECT f.document_code, f.id, f.name,
         CASE WHEN s.id IS NULL OR s.expires_at <= ? THEN 0 ELSE 1 END AS shared,
         CASE WHEN g.file_id IS NULL THEN 0 ELSE 1 END AS to_sign
       FROM workflow_document l JOIN document_file f ON f.document_code = l.document_code LEFT JOIN share s ON s.live_file_id = f.id
         LEFT JOIN workflow_signing g ON g.file_id = f.id AND g.workflow_code = l.workflow_code
       WHERE l.workflow_code = ? AND l.client_id = ? AND f.client_id = ? AND f.deleted_at IS NULL ORDER BY f.document_code, f.position`,
      [at.getTime(), flowCode, clientId, clientId],
    );
  }
}
