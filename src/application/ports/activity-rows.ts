import type { Scope } from '#domain/access/scope';
import type { WorkflowStatus } from '#domain/workflows/workflow';

export interface ReportedSignature {
  id: string;
  code: string;
  signedAt: number;
  fileId: string;
  fileName: string;
  extension: string;
  version: string;
  /** Code of the document; null for a file of a flow. */
  documentCode: number | null;
  workflowCode: number | null;
  originMessage: string;
  signerName: string;
  signerDocument: string;
  companyName: string | null;
  companyDocument: string | null;
}

export interface ReportedFlow {
  code: number;
  id: string;
  definitionName: string;
  status: WorkflowStatus;
  startedAt: number;
  endedAt: number | null;
  /** The open task that began first. */
  taskName: string | null;
  /** The earliest forecast of the open tasks. */
  dueAt: number | null;
  /** A task exceeds, or exceeded, its forecast. */
  late: boolean;
}

/** A period; both ends are included. */
export interface ActivityAsked {
  clientId: string;
  from?: Date;
  until?: Date;
}

/**
 * Data of reports on signatures and flows: flat rows of one client, in batches; each batch continues after the last row of the previous
 * one. Each scope contains the client.
 */
export abstract class ActivityRows {
  /** Signatures of existing files, oldest first: of documents within all scopes, and of flows when all scopes reach the whole client. */
  abstract signatures(
    scopes: readonly Scope[],
    asked: ActivityAsked,
    after: ReportedSignature | null,
    limit: number,
  ): Promise<ReportedSignature[]>;
  /** Flows that began within the period, oldest first; `late` as of now. */
  abstract flows(
    scopes: readonly Scope[],
    asked: ActivityAsked,
    at: Date,
    after: ReportedFlow | null,
    limit: number,
  ): Promise<ReportedFlow[]>;
}
