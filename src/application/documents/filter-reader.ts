import type { Scope } from '#domain/access/scope';
import { FILTER_LIMITS, type FieldTest, type Filter, type Member, type Span } from '#domain/documents/filter';
import { ARITY, isReversed, oppositeOf, testOf, type Operator } from '#domain/documents/filter-tests';
import { sentText, type Notation, type SentValue } from '#domain/documents/sent-value';
import type { Details, FieldPath, FieldProblem, FieldProblemCode } from '#domain/errors';
import type { TimeZone } from '../support/time-zone';
import { MEMBER_KINDS, type ReadValue } from './filter-members';
import { FieldValues, type Text } from './filter-values';
import type { SearchedLabels } from './searched-labels';

/** Undefined: not sent; null: sent, but unreadable, which has been told. */
type Sent<T> = T | null | undefined;

export interface AskedGroup {
  all?: Sent<readonly AskedItem[]>;
  any?: Sent<readonly AskedItem[]>;
  none?: Sent<readonly AskedItem[]>;
}

/** A condition or a group. */
export interface AskedItem extends AskedGroup {
  label?: Sent<string>;
  listName?: Sent<string>;
  member?: Sent<Member>;
  operator?: Sent<Operator>;
  value?: Sent<SentValue>;
  values?: Sent<readonly (SentValue | undefined)[]>;
}

const GROUPS = ['all', 'any', 'none'] as const;
const EVERYTHING: Filter = { all: [] };

/** Makes a filter of what was asked, and adds all problems with their places. */
export class FilterReader {
  private conditions = 0;
  private values = 0;
  /** Of one field, or of one word in one field: a label can name hundreds of fields, and each test is part of the statement. */
  private tests = 0;

  constructor(
    private readonly scope: Scope,
    private readonly labels: SearchedLabels,
    private readonly notation: Notation,
    private readonly timeZone: TimeZone,
    private readonly problems: FieldProblem[],
  ) {}

  /** @param path where it stands */
  read(asked: AskedGroup, path: FieldPath): Filter {
    this.measure(asked, path);
    if (this.conditions > FILTER_LIMITS.conditions)
      this.refuse(path, 'FILTER_TOO_LARGE', { of: 'conditions', max: FILTER_LIMITS.conditions });
    else if (this.values > FILTER_LIMITS.values) this.refuse(path, 'FILTER_TOO_LARGE', { of: 'values', max: FILTER_LIMITS.values });
    else {
      const filter = GROUPS.some((name) => asked[name] !== undefined) ? this.group(asked, path, 1) : EVERYTHING;
      if (this.labels.count > FILTER_LIMITS.fields) this.refuse(path, 'FILTER_TOO_LARGE', { of: 'fields', max: FILTER_LIMITS.fields });
      if (this.tests > FILTER_LIMITS.tests) this.refuse(path, 'FILTER_TOO_LARGE', { of: 'tests', max: FILTER_LIMITS.tests });
      return filter;
    }
    return EVERYTHING;
  }

  /** Counts before anything is read. */
  private measure(asked: AskedItem, path: FieldPath): void {
    if (asked.operator !== undefined || asked.label !== undefined || asked.member !== undefined) this.conditions++;
    this.values += asked.values?.length ?? (asked.value === undefined ? 0 : 1);
    for (const name of GROUPS) asked[name]?.forEach((item, index) => this.measure(item, [...path, name, index]));
  }

  private item(asked: AskedItem, path: FieldPath, depth: number): Filter {
    return asked.label === undefined && asked.member === undefined ? this.group(asked, path, depth) : this.condition(asked, path);
  }

  private group(asked: AskedGroup, path: FieldPath, depth: number): Filter {
    // That it is one has been checked.
    const name = GROUPS.find((each) => asked[each] !== undefined);
    if (name === undefined) return EVERYTHING;
    if (depth > FILTER_LIMITS.depth) {
      this.refuse([...path, name], 'FILTER_TOO_DEEP', { max: FILTER_LIMITS.depth });
      return EVERYTHING;
    }
    const items = asked[name] ?? [];
    const filters = items.map((item, index) => this.item(item, [...path, name, index], depth + 1));
    if (name === 'all') return { all: filters };
    return name === 'any' ? { any: filters } : { not: { any: filters } };
  }

  private condition(asked: AskedItem, path: FieldPath): Filter {
    const { operator } = asked;
    if (operator === undefined) this.refuse([...path, 'operator'], 'REQUIRED');
    const named = asked.member ?? (asked.label ? this.labels.named(asked.label, asked.listName ?? null, [...path, 'label']) : null);
    const texts = operator ? this.textsOf(asked, operator, path) : null;
    if (!operator || named === null) return EVERYTHING;
    const opposite = oppositeOf(operator);
    const positive = opposite ?? operator;
    const filter =
      typeof named === 'string'
        ? this.ofMember(named, operator, positive, texts, path)
        : this.ofFields(new FieldValues(named, this.notation, this.refuse.bind(this)), operator, positive, texts, path);
    return opposite ? { not: filter } : filter;
  }

  /** The values that the operator takes; null where some are missing. */
  private textsOf({ value, values }: AskedItem, operator: Operator, path: FieldPath): readonly Text[] | null {
    const arity = ARITY[operator];
    const [wanted, other] = arity === 'one' ? (['value', 'values'] as const) : (['values', 'value'] as const);
    const sent = { value, values };
    for (const name of arity === 'none' ? (['value', 'values'] as const) : [other])
      if (sent[name] !== undefined) this.refuse([...path, name], 'TOO_LONG', { max: 0 });
    if (arity === 'none') return [];
    if (sent[wanted] === null) return null;
    if (wanted === 'value') return this.oneText(value, path);
    const texts = values ?? [];
    const [least, most] = arity === 'two' ? [2, 2] : [1, FILTER_LIMITS.valuesOfOne];
    if (texts.length < least) this.refuse([...path, 'values'], values === undefined ? 'REQUIRED' : 'TOO_SHORT', { min: least });
    if (texts.length > most) this.refuse([...path, 'values'], 'TOO_LONG', { max: most });
    if (texts.length < least || texts.length > most || texts.some((text) => text === undefined)) return null;
    return texts.map((text, index) => ({ text: text as SentValue, path: [...path, 'values', index] }));
  }

  private oneText(value: SentValue | null | undefined, path: FieldPath): readonly Text[] | null {
    if (value === undefined) this.refuse([...path, 'value'], 'REQUIRED');
    return value == null ? null : [{ text: value, path: [...path, 'value'] }];
  }

  private ofFields(values: FieldValues, operator: Operator, positive: Operator, texts: readonly Text[] | null, path: FieldPath): Filter {
    if (!values.take(operator, [...path, 'operator']) || texts === null) return EVERYTHING;
    const fields: readonly FieldTest[] = values.tests(positive, texts, [...path, 'values']);
    this.tests += fields.reduce((sum, { test }) => sum + ('words' in test ? test.words.length : 1), 0);
    return { fields };
  }

  private ofMember(member: Member, operator: Operator, positive: Operator, texts: readonly Text[] | null, path: FieldPath): Filter {
    const { operators, type, read } = MEMBER_KINDS[member];
    if (!operators.includes(operator)) this.refuse([...path, 'operator'], 'OPERATOR_INVALID', { operators: operators.join(', ') });
    if (!operators.includes(operator) || texts === null) return EVERYTHING;
    if (positive === 'filled') return { member, test: { filled: true } };
    const spans = texts.flatMap(({ text, path: at }): Span[] => {
      const value = this.within(member, read(sentText(text).trim(), this.timeZone));
      if ('fault' in value) this.refuse(at, value.fault, value.fault === 'FORMAT' ? { type } : {});
      return 'fault' in value ? [] : [value];
    });
    if (spans.length < texts.length) return EVERYTHING;
    if (positive === 'between' && isReversed(spans[0] as Span, spans[1] as Span)) this.refuse([...path, 'values'], 'RANGE_REVERSED');
    if (member === 'level') return { member, test: { among: this.levelsOf(spans) } };
    return { member, test: testOf(positive, spans) };
  }

  /** A level or unit out of reach is told like one that does not exist. */
  private within(member: Member, value: ReadValue): ReadValue {
    if ('fault' in value) return value;
    const { structure, parts } = this.scope.client;
    if (member === 'level') {
      const node = structure.node(String(value.from));
      return node && this.scope.reachesNode(structure.clientId, node.code) ? value : { fault: 'UNKNOWN_ID' };
    }
    if (member !== 'unit') return value;
    const serves = structure.units.some(({ id }) => id === value.from);
    const isReached = parts.some(({ unitIds }) => unitIds === 'all' || unitIds.includes(String(value.from)));
    return serves && isReached ? value : { fault: 'UNKNOWN_ID' };
  }

  /** A level includes the levels under it. */
  private levelsOf(spans: readonly Span[]): number[] {
    const { structure } = this.scope.client;
    const codes = spans.flatMap(({ from }) => structure.subtree(structure.node(String(from))?.code ?? 0));
    return [...new Set(codes)];
  }

  private refuse(path: FieldPath, code: FieldProblemCode, details?: Details): void {
    this.problems.push({ path, code, ...(details && { details }) });
  }
}
