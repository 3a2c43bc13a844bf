import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import type { DocumentStatus } from '#domain/documents/document';
import type { Criterion } from '#domain/documents/field-value';

export interface FieldCriterion {
  fieldCode: number;
  ofList: boolean;
  criterion: Criterion;
}

/** All conditions must hold. */
export interface SearchConditions {
  unitId?: string;
  unitCnpj?: string;
  /** Levels, all within the scope; absent: every level of the scope. */
  nodeCodes?: readonly number[];
  boxCode?: number;
  boxTypeId?: string;
  documentCode?: number;
  createdFrom?: Date;
  createdUntil?: Date;
  dueDay?: Day;
  createdBy?: string;
  /** Absent: every status but deleted. */
  status?: DocumentStatus;
  /** Of each group at least one. */
  fields: readonly (readonly FieldCriterion[])[];
}

export interface FoundDocument {
  id: string;
  code: number;
  nodeCode: number;
  clientId: string;
  status: DocumentStatus;
  boxCode: number | null;
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
