import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { FieldCriterion } from '#domain/documents/criteria';

export const isRestricted = ({ reaches }: Scope) => reaches.every(({ parts }) => parts.every(({ nodeCodes }) => nodeCodes !== 'all'));

/** Level indexes are ordered by document for all documents, for those with a status or a user, and for a value. */
export const isOrderedByLevel = ({
  fields,
  status: _status,
  createdBy: _createdBy,
  unitId: _unitId,
  nodeCodes: _nodeCodes,
  ...others
}: SearchConditions) =>
  Object.values(others).every((value) => value === undefined) &&
  fields.every((alternatives) => alternatives.every(({ criterion, ofList }) => 'exact' in criterion && !ofList));

/** With two values, all documents with the first would be read to find the few with both. */
export const isByOneIndex = ({ fields }: SearchConditions) =>
  fields.length <= 1 && fields.every((alternatives) => alternatives.length === 1);

/** Changed cells of list rows leave no trace in the documents that show them. */
export const isWalkable = ({ reaches }: Scope, { fields }: SearchConditions) =>
  reaches.length === 1 && fields.every((alternatives) => alternatives.every(({ ofList }) => !ofList));

/** A single whole value of the documents themselves, with no condition except the place. */
export function isOneValue(conditions: SearchConditions): boolean {
  const value = onlyValue(conditions);
  return value !== undefined && !value.ofList && 'exact' in value.criterion;
}

/** A single value or prefix of a list, with no condition except the place. */
export function onlyListValue(conditions: SearchConditions): FieldCriterion | undefined {
  const value = onlyValue(conditions);
  return value?.ofList ? value : undefined;
}

function onlyValue({ fields, unitId: _unitId, nodeCodes: _nodeCodes, ...others }: SearchConditions): FieldCriterion | undefined {
  const [[value, ...alternatives] = [], ...values] = fields;
  const isAlone = alternatives.length + values.length === 0 && Object.values(others).every((other) => other === undefined);
  return isAlone ? value : undefined;
}
