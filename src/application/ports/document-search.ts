import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import type { DocumentStatus } from '#domain/documents/document';
import type { CriteriaGroup } from '#domain/documents/criteria';

/** All conditions must hold. */
export interface SearchConditions {
  unitId?: string;
  unitCnpj?: string;
  /** Levels, all within the scope; absent: every level of the scope. */
  nodeCodes?: readonly number[];
  /** Boxes of the client; none: no document. */
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
  /** Of each group at least one. */
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
  /** A document in a sub-box lies in the box around it, too. */
  box: BoxNumbers | null;
  subBox: BoxNumbers | null;
  boxNumberedBy: 'client' | 'unit' | null;
  dueDay: Day | null;
  fileCount: number;
  /** Shown texts by field code, of custom and list fields alike. */
  values: ReadonlyMap<number, string>;
}

/** Read model of operation 4.4. */
export abstract class DocumentSearch {
  /** One page, newest first; `page` counts from 1. */
  abstract page(scope: Scope, conditions: SearchConditions, page: number, pageSize: number): Promise<FoundDocument[]>;
  abstract count(scope: Scope, conditions: SearchConditions): Promise<number>;
}
