import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import type { DocumentStatus } from '#domain/documents/document';
import type { CriteriaGroup } from '#domain/documents/criteria';

/** Combined with AND. */
export interface SearchConditions {
  unitId?: string;
  unitCnpj?: string;
  /** Levels within the scope; absent: all of them. */
  nodeCodes?: readonly number[];
  /** Boxes of the client; empty: no document matches. */
  boxIds?: readonly string[];
  boxTypeId?: string;
  externalKey?: string;
  documentCode?: number;
  createdFrom?: Date;
  createdUntil?: Date;
  dueDay?: Day;
  createdBy?: string;
  /** Absent: every status but deleted. */
  status?: DocumentStatus;
  /** At least one criterion of each group must match. */
  fields: readonly CriteriaGroup[];
}

export interface BoxNumbers {
  code: number;
  provisional: string | null;
}

export interface FoundDocument {
  id: string;
  code: number;
  nodeCode: number;
  clientId: string;
  status: DocumentStatus;
  version: number;
  /** For a document in a sub-box: the outer box. */
  box: BoxNumbers | null;
  subBox: BoxNumbers | null;
  boxNumberedBy: 'client' | 'unit' | null;
  dueDay: Day | null;
  createdAt: Date;
  fileCount: number;
  /** Displayed texts by field code, of custom and list fields. */
  values: ReadonlyMap<number, string>;
}

/** Read model of operation 4.4. */
export abstract class DocumentSearch {
  /** One page, newest first; `page` counts from 1. */
  abstract page(scope: Scope, conditions: SearchConditions, page: number, pageSize: number): Promise<FoundDocument[]>;
  abstract count(scope: Scope, conditions: SearchConditions): Promise<number>;
}
