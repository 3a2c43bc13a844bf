import { Injectable } from '@nestjs/common';
import { ActivityRows, type ActivityAsked, type ReportedFlow, type ReportedSignature } from '#application/ports/reports';
import type { Scope } from '#domain/access/scope';
import type { Party } from '#domain/signatures/signature';
import type { Condition } from '../scope-condition';
import { idBytes } from '../id-bytes';
import { Sql } from '../sql';
import { workflowStatusOf } from '../workflows/workflow-rows';
import { all, ofClient, when, withinAll } from './report-conditions';

interface SignatureRow {
  id: string;
  code: string;
  signed_at: number;
  file_id: string;
  name: string;
  extension: string;
  version: string;
  document_code: number | null;
  workflow_code: number | null;
  details: string;
}

interface FlowRow {
  code: number;
  id: string;
  name: string;
  status: number;
  started_at: number;
  ended_at: number | null;
  task_name: string | null;
  due_at: number | null;
  late: number;
}

const COLUMNS = 'signature.id, signature.code, signature.signed_at, signature.file_id, signature.details';
const between = (column: string, { from, until }: ActivityAsked): Condition | null => {
  const ends = [when(from, `${column} >= ?`, (date) => date.getTime()), when(until, `${column} <= ?`, (date) => date.getTime())];
  return ends.some((end) => end !== null) ? all(ends) : null;
};

/** Raw SQL: whole reports over joins and groups. */
@Injectable()
export class TypeOrmActivityRows extends ActivityRows {
  constructor(private readonly sql: Sql) {
    super();
  }

  async signatures(
    scopes: readonly Scope[],
    asked: ActivityAsked,
    after: ReportedSignature | null,
    limit: number,
  ): Promise<ReportedSignature[]> {
    const within = all([
      ofClient(scopes, 'signature', asked.clientId),
      between('signature.signed_at', asked),
      when(after, 'signature.signed_at >= ? AND (signature.signed_at > ? OR signature.id > ?)', ({ id, signedAt }) => [
        signedAt,
        signedAt,
        id,
      ]),
    ]);
    const ofDocuments = all([within, ofClient(scopes, 'document', asked.clientId), withinAll(scopes, 'document')]);
    const found = await this.sql.rows<SignatureRow>(
      `SELECT ${COLUMNS}, file.name, file.extension, file.version, document.code AS document_code, NULL AS workflow_code
       FROM file_signature signature
       CROSS JOIN document_file file ON file.client_id = signature.client_id AND file.id = signature.file_id
       CROSS JOIN document ON document.client_id = signature.client_id AND document.code = file.document_code
       WHERE ${ofDocuments.sql} AND file.deleted_at IS NULL AND document.deleted_at IS NULL
       ORDER BY signature.signed_at, signature.id LIMIT ?`,
      [...ofDocuments.parameters, limit],
    );
    if (scopes.every((scope) => scope.holdsWholeClient())) found.push(...(await this.ofFlows(scopes, asked, within, limit)));
    return found
      .sort((a, b) => a.signed_at - b.signed_at || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(toSignature);
  }

  private ofFlows(scopes: readonly Scope[], { clientId }: ActivityAsked, within: Condition, limit: number): Promise<SignatureRow[]> {
    const where = all([within, ofClient(scopes, 'workflow_file', clientId)]);
    return this.sql.rows<SignatureRow>(
      `SELECT ${COLUMNS}, workflow_file.name, workflow_file.extension, workflow_file.version, NULL AS document_code,
       workflow_file.workflow_code
       FROM file_signature signature
       CROSS JOIN workflow_file ON workflow_file.client_id = signature.client_id AND workflow_file.id = signature.file_id
       WHERE ${where.sql} AND workflow_file.deleted_at IS NULL ORDER BY signature.signed_at, signature.id LIMIT ?`,
      [...where.parameters, limit],
    );
  }

  async flows(
    scopes: readonly Scope[],
    asked: ActivityAsked,
    at: Date,
    after: ReportedFlow | null,
    limit: number,
  ): Promise<ReportedFlow[]> {
    const { clientId } = asked;
    const client = idBytes(clientId);
    const where = all([
      ofClient(scopes, 'workflow', clientId),
      between('workflow.started_at', asked),
      when(after, 'workflow.code > ?', ({ code }) => code),
    ]);
    const open = 'execution.workflow_code = workflow.code AND execution.client_id = ? AND execution.ended_at IS NULL';
    const rows = await this.sql.rows<FlowRow>(
      `SELECT workflow.code, workflow.id, definition.name, workflow.status, workflow.started_at, workflow.ended_at,
         (SELECT execution.task_name FROM workflow_execution execution WHERE ${open} ORDER BY execution.code LIMIT 1) AS task_name,
         (SELECT MIN(execution.due_at) FROM workflow_execution execution WHERE ${open}) AS due_at,
         EXISTS (SELECT execution.id FROM workflow_execution execution
           WHERE execution.workflow_code = workflow.code AND execution.client_id = ?
             AND execution.due_at < COALESCE(execution.ended_at, ?)) AS late
       FROM workflow
       JOIN workflow_definition definition ON definition.id = workflow.definition_id AND definition.client_id = workflow.client_id
       WHERE ${where.sql} ORDER BY workflow.code LIMIT ?`,
      [client, client, client, at.getTime(), ...where.parameters, limit],
    );
    return rows.map((row) => ({
      code: row.code,
      id: row.id,
      definitionName: row.name,
      status: workflowStatusOf(row.status),
      startedAt: row.started_at,
      endedAt: row.ended_at,
      taskName: row.task_name,
      dueAt: row.due_at,
      late: Number(row.late) === 1,
    }));
  }
}

function toSignature(row: SignatureRow): ReportedSignature {
  const { originMessage, signer, company } = JSON.parse(row.details) as { originMessage: string; signer: Party; company: Party | null };
  return {
    id: row.id,
    code: row.code,
    signedAt: row.signed_at,
    fileId: row.file_id,
    fileName: row.name,
    extension: row.extension,
    version: row.version,
    documentCode: row.document_code,
    workflowCode: row.workflow_code,
    originMessage,
    signerName: signer.name.value,
    signerDocument: signer.document.value,
    companyName: company?.name.value ?? null,
    companyDocument: company?.document.value ?? null,
  };
}
