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
  /** Of a document's file; null: of a flow's. */
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
  /** Of the open task that began first. */
  taskName: string | null;
  /** The earliest forecast of the open tasks. */
  dueAt: number | null;
  /** A task is, or was, past its forecast. */
  late: boolean;
}

/** Both ends belong to it. */
export interface ActivityAsked {
  clientId: string;
  from?: Date;
  until?: Date;
}

/**
 * What reports read of signatures and flows: flat rows of one client, so many at a time, each batch from where the last one
 * ended. Each of the scopes holds the client.
 */
export abstract class ActivityRows {
  /** Of files that are there, oldest first: of documents within all of the scopes, of flows when all of them reach the whole client. */
  abstract signatures(
    scopes: readonly Scope[],
    asked: ActivityAsked,
    after: ReportedSignature | null,
    limit: number,
  ): Promise<ReportedSignature[]>;
  /** That began within the time, oldest first; late at this moment. */
  abstract flows(
    scopes: readonly Scope[],
    asked: ActivityAsked,
    at: Date,
    after: ReportedFlow | null,
    limit: number,
  ): Promise<ReportedFlow[]>;
}
