import type { DocumentQuery } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import type { CriteriaGroup } from '#domain/documents/criteria';
import { DOCUMENT_STATUS, type DocumentStatus } from '#domain/documents/document';
import { statesOf, type Filter, type Member, type Scalar } from '#domain/documents/filter';

/** What operation 4.4 asks, combined with AND. */
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

/** The documents that meet them, newest first. */
export function queryOf(scope: Scope, c: SearchConditions): DocumentQuery {
  const units = scope.reaches.flatMap(({ structure }) => structure.units.filter(({ cnpj }) => cnpj === c.unitCnpj).map(({ id }) => id));
  const among = (member: Member, ...values: (Scalar | undefined)[]): Filter[] => {
    const given = values.filter((value) => value !== undefined);
    return given.length === 0 ? [] : [{ member, test: { among: given } }];
  };
  const created = { ...(c.createdFrom && { from: c.createdFrom.getTime() }), ...(c.createdUntil && { until: c.createdUntil.getTime() }) };
  const filter: Filter = {
    all: [
      // First what is likely rare: of equal values the first leads.
      ...among('code', c.documentCode),
      ...among('externalKey', c.externalKey),
      ...c.fields.map((group): Filter => ({
        fields: group.map(({ fieldCode, criterion }) => ({
          fieldCode,
          test: 'exact' in criterion ? { among: [criterion.exact] } : { prefix: criterion.prefix },
        })),
      })),
      ...(c.boxIds ? [{ member: 'box', test: { among: c.boxIds } } as const] : []),
      ...among('boxType', c.boxTypeId),
      ...among('due', c.dueDay),
      ...among('creator', c.createdBy),
      ...among('status', c.status && DOCUMENT_STATUS[c.status]),
      ...(c.createdFrom || c.createdUntil ? [{ member: 'created', test: { within: [created] } } as const] : []),
      ...among('unit', c.unitId),
      ...(c.unitCnpj === undefined ? [] : [{ member: 'unit', test: { among: units } } as const]),
    ],
  };
  return { filter, states: statesOf(filter), order: { by: 'code', descending: true }, ...(c.nodeCodes && { nodeCodes: c.nodeCodes }) };
}
