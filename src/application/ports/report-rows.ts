import type { Scope } from '#domain/access/scope';
import type { DocumentStatus } from '#domain/documents/document';
import type { Day } from '#domain/documents/calendar';

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
  /** Null: of every level. */
  nodeCodes: readonly number[] | null;
  createdFrom?: Date;
  createdUntil?: Date;
  createdBy?: string;
  dueUntil?: Day;
  /** By code, by the moment of filing or by due day, which documents without one have no part in. */
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
  /** Documents in it that are within reach. */
  documentCount: number;
}

export interface BoxesAsked {
  clientId: string;
  /** Only what this unit keeps. */
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
  /** In what order users stand. */
  loginKey: string;
  name: string;
  email: string | null;
  active: boolean;
  grants: readonly { unitId: string | null; nodeId: string | null; profileId: string; profileName: string }[];
}

/**
 * What reports read: flat rows of one client, so many at a time, each batch from where the last one ended. Rows are within
 * all of the scopes; each scope holds the client.
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
  /** Of the boxes that are within reach; by name. */
  abstract boxTypes(scopes: readonly Scope[], asked: Omit<BoxesAsked, 'typeName'>): Promise<{ id: string; name: string }[]>;
  /** That open a file at this moment; oldest first. */
  abstract shares(
    scopes: readonly Scope[],
    clientId: string,
    at: Date,
    after: ReportedShare | null,
    limit: number,
  ): Promise<ReportedShare[]>;
  /** Made for the client, with what they may do there; by login. */
  abstract users(
    scopes: readonly Scope[],
    asked: { clientId: string; login?: string },
    after: ReportedUser | null,
    limit: number,
  ): Promise<ReportedUser[]>;
  /** Names by id, of those that were made for the client. */
  abstract userNames(scopes: readonly Scope[], clientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
