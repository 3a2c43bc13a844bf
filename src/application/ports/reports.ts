import type { Scope } from '#domain/access/scope';
import type { WorkflowStatus } from '#domain/workflows/workflow';
import type { DocumentStatus } from '#domain/documents/document';
import type { Day } from '#domain/documents/calendar';

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
 *
 * @example const signatures = await rows.signatures(scopes, asked, null, BATCH);
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

export interface ReportedDocument {
  code: number;
  id: string;
  clientId: string;
  unitId: string;
  nodeCode: number;
  status: DocumentStatus;
  createdAt: number;
  createdBy: string;
  dueDay: Day | null;
  boxCode: number | null;
  fileCount: number;
  bytes: number;
}

/** Documents that are not deleted, of one client. */
export interface DocumentsAsked {
  clientId: string;
  unitId: string | null;
  /** Null: all levels. */
  nodeCodes: readonly number[] | null;
  createdFrom?: Date;
  createdUntil?: Date;
  createdBy?: string;
  dueUntil?: Day;
  /** By code, creation time or due day; the last leaves out documents without a due day. */
  order: 'code' | 'created' | 'due';
}

export interface ReportedBox {
  id: string;
  code: number;
  clientId: string;
  unitId: string | null;
  numberedBy: 'client' | 'unit';
  typeName: string;
  outerCode: number | null;
  provisionalNumber: string | null;
  /** Number of reachable documents in it. */
  documentCount: number;
}

export interface BoxesAsked {
  clientId: string;
  /** Only boxes held by this unit. */
  unitId: string | null;
  typeName?: string;
}

export interface ReportedShare {
  id: string;
  fileId: string;
  fileName: string;
  extension: string;
  documentId: string;
  documentCode: number;
  nodeCode: number;
  createdAt: number;
  expiresAt: number | null;
}

export interface ReportedUser {
  id: string;
  login: string;
  /** Sort key of users. */
  loginKey: string;
  name: string;
  email: string | null;
  active: boolean;
  grants: readonly { unitId: string | null; nodeId: string | null; profileId: string; profileName: string }[];
}

/**
 * Data of reports: flat rows of one client, in batches; each batch continues after the last row of the previous one. Rows are within all
 * scopes; each scope contains the client.
 *
 * @example const types = await rows.boxTypes(reach.scopes, { clientId, unitId: reach.unitId });
 */
export abstract class ReportRows {
  abstract documents(
    scopes: readonly Scope[],
    asked: DocumentsAsked,
    after: ReportedDocument | null,
    limit: number,
  ): Promise<ReportedDocument[]>;
  /** By code. */
  abstract boxes(scopes: readonly Scope[], asked: BoxesAsked, after: ReportedBox | null, limit: number): Promise<ReportedBox[]>;
  /** Types of the reachable boxes, by name. */
  abstract boxTypes(scopes: readonly Scope[], asked: Omit<BoxesAsked, 'typeName'>): Promise<{ id: string; name: string }[]>;
  /** Shares that currently open a file, oldest first. */
  abstract shares(
    scopes: readonly Scope[],
    clientId: string,
    at: Date,
    after: ReportedShare | null,
    limit: number,
  ): Promise<ReportedShare[]>;
  /** Users created for the client, with their permissions there; by login. */
  abstract users(
    scopes: readonly Scope[],
    asked: { clientId: string; login?: string },
    after: ReportedUser | null,
    limit: number,
  ): Promise<ReportedUser[]>;
  /** Names of users by id, limited to users created for the client. */
  abstract userNames(scopes: readonly Scope[], clientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
