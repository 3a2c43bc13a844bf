import { faultOfCriterion, LONGEST_BEGINNING, searchedKey } from '#domain/documents/field-value';
import type { FieldTest, Span, Test } from '#domain/documents/filter';
import { beginningOf, isReversed, operatorsOf, testOf, type Operator } from '#domain/documents/filter-tests';
import { wordsOf } from '#domain/documents/words';
import { bareTaxId } from '#domain/documents/tax-ids';
import { sentText, type Notation, type SentValue } from '#domain/documents/sent-value';
import type { Details, FieldPath, FieldProblemCode } from '#domain/errors';
import type { Field } from '#domain/trees/field';

/** A value as it was sent, and where. */
export interface Text {
  text: SentValue;
  path: FieldPath;
}

type Refuse = (path: FieldPath, code: FieldProblemCode, details?: Details) => void;

const same = (value: string): Span => ({ from: value, until: value });
const lengthOf = (text: string) => [...text].length;

/**
 * The values of a condition as the fields of one name read them. These fields may have different types: each value must be readable for one
 * of them, and a field for which it is not holds no such value.
 */
export class FieldValues {
  private fields: readonly Field[];

  constructor(
    named: readonly Field[],
    private readonly notation: Notation,
    private readonly refuse: Refuse,
  ) {
    this.fields = named;
  }

  /** Keeps the fields whose type has the operator; false if none has. */
  take(operator: Operator, path: FieldPath): boolean {
    const able = this.fields.filter(({ type }) => operatorsOf(type).includes(operator));
    const [first] = this.fields;
    if (able.length === 0 && first) this.refuse(path, 'OPERATOR_INVALID', { operators: operatorsOf(first.type).join(', ') });
    this.fields = able;
    return able.length > 0;
  }

  tests(operator: Operator, texts: readonly Text[], path: FieldPath): FieldTest[] {
    if (operator === 'filled') return this.fields.map(({ code }) => ({ fieldCode: code, test: { filled: true } }));
    if (operator === 'begins' || operator === 'has-words') return this.ofBeginning(operator, texts[0] as Text);
    const keys = this.fields.map((field) => ({ field, keys: texts.map(({ text }) => searchedKey(field, text, this.notation)) }));
    if (this.refuseUnreadable(operator, texts, keys.map((each) => each.keys))) return []; // prettier-ignore
    const tests = keys.flatMap(({ field: { code }, keys: read }): (FieldTest & { isReversed: boolean })[] => {
      const spans = read.filter((key) => key !== null).map(same);
      // Of a list, those that the field can hold.
      const isUsable = operator === 'in' ? spans.length > 0 : spans.length === texts.length;
      const [from, until] = spans;
      const reversed = operator === 'between' && from !== undefined && until !== undefined && isReversed(from, until);
      return isUsable ? [{ fieldCode: code, test: testOf(operator, spans), isReversed: reversed }] : [];
    });
    const [first] = this.fields as [Field];
    // Each end is readable, but for no field both.
    if (tests.length === 0) this.refuse((texts.at(-1) as Text).path, 'FORMAT', { type: first.type, label: first.label });
    const ordered = tests.filter((each) => !each.isReversed);
    if (tests.length > 0 && ordered.length === 0) this.refuse(path, 'RANGE_REVERSED');
    return ordered.map(({ fieldCode, test }) => ({ fieldCode, test }));
  }

  /** True if a value is none of any field, or too long to be compared. */
  private refuseUnreadable(operator: Operator, texts: readonly Text[], keys: readonly (readonly (string | null)[])[]): boolean {
    const isCompared = operator !== 'equal' && operator !== 'in';
    const faulty = texts.filter(({ text, path }, index) => {
      const read = keys.map((of) => of[index] ?? null).filter((key) => key !== null);
      const [first] = this.fields as [Field];
      if (read.length === 0) {
        const { code, details } = faultOfCriterion(first, text, this.notation);
        this.refuse(path, code, { ...details, label: first.label });
      }
      // Keys hold no more of a text in its order.
      const isLong = isCompared && read.some((key) => lengthOf(key) > LONGEST_BEGINNING);
      if (isLong) this.refuse(path, 'TOO_LONG', { max: LONGEST_BEGINNING });
      return read.length === 0 || isLong;
    });
    return faulty.length > 0;
  }

  private ofBeginning(operator: 'begins' | 'has-words', { text: sent, path }: Text): FieldTest[] {
    const text = sentText(sent);
    const words = operator === 'has-words' ? wordsOf(text) : null;
    if (words?.length === 0) this.refuse(path, 'FORMAT', { type: 'words' });
    const testOfType = ({ type }: Field): Test => {
      if (words) return { words };
      return { prefix: type === 'text' ? beginningOf(text) : bareTaxId(text.trim()) };
    };
    const tests = this.fields.map((field) => ({ fieldCode: field.code, test: testOfType(field) }));
    const isLong = tests.some(({ test }) => 'prefix' in test && lengthOf(test.prefix) > LONGEST_BEGINNING);
    if (isLong || lengthOf(text) > LONGEST_VALUE_OF_WORDS) this.refuse(path, 'TOO_LONG', { max: LONGEST_BEGINNING });
    if (tests.every(({ test }) => 'prefix' in test && test.prefix === '')) this.refuse(path, 'REQUIRED');
    return tests;
  }
}

/** More words than a key holds find nothing. */
const LONGEST_VALUE_OF_WORDS = 200;
