import type { Criterion } from './field-value';

/** The condition of one searched value on one field. */
export interface FieldCriterion {
  fieldCode: number;
  ofList: boolean;
  criterion: Criterion;
}

/** Of each group at least one must hold; of an empty group none can. */
export type CriteriaGroup = readonly FieldCriterion[];

function implies(stronger: Criterion, weaker: Criterion): boolean {
  if ('exact' in weaker) return 'exact' in stronger && stronger.exact === weaker.exact;
  return ('exact' in stronger ? stronger.exact : stronger.prefix).startsWith(weaker.prefix);
}

/** Whether whatever meets the one group meets the other. */
function covers(weaker: CriteriaGroup, stronger: CriteriaGroup): boolean {
  return stronger.every((strong) =>
    weaker.some((weak) => weak.fieldCode === strong.fieldCode && implies(strong.criterion, weak.criterion)),
  );
}

/** A field holds one value: two demands on it of which neither follows from the other cannot both be met. */
function excludes([a, ...others]: CriteriaGroup, [b, ...more]: CriteriaGroup): boolean {
  if (!a || !b || others.length > 0 || more.length > 0 || a.fieldCode !== b.fieldCode) return false;
  return !implies(a.criterion, b.criterion) && !implies(b.criterion, a.criterion);
}

/**
 * The same demands, each said once: every group costs the database a join, and whoever says the same twenty times must not
 * keep it busy for minutes.
 */
export function distinctCriteria(groups: readonly CriteriaGroup[]): readonly CriteriaGroup[] {
  const distinct = groups.filter(
    (group, index) => !groups.some((other, at) => at !== index && covers(group, other) && (!covers(other, group) || at < index)),
  );
  const impossible = distinct.some((group, index) => distinct.slice(index + 1).some((other) => excludes(group, other)));
  return impossible ? [[]] : distinct;
}
