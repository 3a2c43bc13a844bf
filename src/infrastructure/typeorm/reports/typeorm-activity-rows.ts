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

const COLUMNS = 's.id, s.code, s.signed_at, s.file_id, s.details';
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
      ofClient(scopes, 's', asked.clientId),
      between('s.signed_at', asked),
      when(after, 's.signed_at >= ? AND (s.signed_at > ? OR s.id > ?)', ({ id, signedAt }) => [signedAt, signedAt, id]),
    ]);
    const ofDocuments = all([within, ofClient(scopes, 'd', asked.clientId), withinAll(scopes, 'd')]);
    const found = await this.sql.rows<SignatureRow>(
      `SELECT ${COLUMNS}, f.name, f.extension, f.version, d.code AS document_code, NULL AS workflow_code
       FROM file_signature s CROSS JOIN document_file f ON f.client_id = s.client_id AND f.id = s.file_id
       CROSS JOIN document d ON d.client_id = s.client_id AND d.code = f.document_code
       WHERE ${ofDocuments.sql} AND f.deleted_at IS NULL AND d.deleted_at IS NULL ORDER BY s.signed_at, s.id LIMIT ?`,
      [...ofDocuments.parameters, limit],
    );
    if (scopes.every((scope) => scope.holdsWholeClient())) found.push(...(await this.ofFlows(scopes, asked, within, limit)));
    return found
      .sort((a, b) => a.signed_at - b.signed_at || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(toSignature);
  }

  private ofFlows(scopes: readonly Scope[], { clientId }: ActivityAsked, within: Condition, limit: number): Promise<SignatureRow[]> {
    const where = all([within, ofClient(scopes, 'w', clientId)]);
    return this.sql.rows<SignatureRow>(
      `SELECT ${COLUMNS}, w.name, w.extension, w.version, NULL AS document_code, w.workflow_code
       FROM file_signature s CROSS JOIN workflow_file w ON w.client_id = s.client_id AND w.id = s.file_id
       WHERE ${where.sql} AND w.deleted_at IS NULL ORDER BY s.signed_at, s.id LIMIT ?`,
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
    const where = all([ofClient(scopes, 'w', clientId), between('w.started_at', asked), when(after, 'w.code > ?', ({ code }) => code)]);
    const open = 'e.workflow_code = w.code AND e.client_id = ? AND e.ended_at IS NULL';
    const rows = await this.sql.rows<FlowRow>(
      `SELECT w.code, w.id, n.name, w.status, w.started_at, w.ended_at,
         (SELECT e.task_name FROM workflow_execution e WHERE ${open} ORDER BY e.code LIMIT 1) AS task_name,
         (SELECT MIN(e.due_at) FROM workflow_execution e WHERE ${open}) AS due_at,
         EXISTS (SELECT e.id FROM workflow_execution e
           WHERE e.workflow_code = w.code AND e.client_id = ? AND e.due_at < COALESCE(e.ended_at, ?)) AS late
       FROM workflow w JOIN workflow_definition n ON n.id = w.definition_id AND n.client_id = w.client_id
       WHERE ${where.sql} ORDER BY w.code LIMIT ?`,
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
