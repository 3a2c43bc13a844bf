import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { FieldCriterion } from '#domain/documents/criteria';
import { searchedCode } from './list-copies';

export const isRestricted = ({ reaches }: Scope) => reaches.every(({ parts }) => parts.every(({ nodeCodes }) => nodeCodes !== 'all'));

/** Engines join about sixty tables at most, and a list field takes two. */
export const MOST_JOINS = 20;

/** Values of the documents themselves, with no condition except levels: deleted documents have other field codes. */
export function isOfValues({ reaches }: Scope, { fields, status, nodeCodes: _nodeCodes, ...others }: SearchConditions): boolean {
  const [reach, ...more] = reaches;
  return (
    more.length === 0 &&
    reach !== undefined &&
    reach.parts.every(({ unitIds }) => unitIds === 'all') &&
    (status === undefined || status === 'deleted') &&
    Object.values(others).every((other) => other === undefined) &&
    fields.length > 0 &&
    fields.length <= MOST_JOINS &&
    fields.every(([value, ...alternatives]) => value !== undefined && !value.ofList && alternatives.length === 0)
  );
}

/** With the codes under which the values of documents of this status are found. */
export function bySearchedCodes(conditions: SearchConditions): SearchConditions {
  const isDeleted = conditions.status === 'deleted';
  const searched = (value: FieldCriterion) => (value.ofList ? value : { ...value, fieldCode: searchedCode(value.fieldCode, isDeleted) });
  return isDeleted ? { ...conditions, fields: conditions.fields.map((alternatives) => alternatives.map(searched)) } : conditions;
}

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
