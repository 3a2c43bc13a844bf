import type { FieldPath, FieldProblem, FieldProblemCode } from '#domain/errors';
import type { Field, ListField } from '#domain/trees/field';
import type { Level, NodeList } from '#domain/trees/client-structure';
import type { ValueList } from '#domain/value-lists/value-list';
import { fold } from '#domain/text';
import { addMonths, type Day, type Zone } from './calendar';
import { keyOfText, readFieldValue, type FieldValue } from './field-value';
import { parentProblems } from './parent-rule';
import { sentText, type Notation, type SentValue } from './sent-value';

export interface IndexerInput {
  listName: string | null;
  /** Null: it could not be read. */
  label: string | null;
  /** Null: it could not be read. */
  value: SentValue | null;
  /** Where it stands in the request. */
  path: FieldPath;
}

type NamedInput = IndexerInput & { label: string };

export interface Indexed<F extends Field = Field> extends FieldValue {
  field: F;
  path: FieldPath;
}

/** The values of one list of the level in a request. */
export interface ListEntry {
  list: ValueList;
  values: readonly Indexed<ListField>[];
  /** Codes of the fields that were sent with a value that is refused already. */
  refused: ReadonlySet<number>;
  path: FieldPath;
}

export interface Indexing {
  values: readonly Indexed[];
  entries: readonly ListEntry[];
  /** Problems that make the request unreadable (400). */
  invalid: readonly FieldProblem[];
  /** Problems against the archive's configuration (422). */
  refused: readonly FieldProblem[];
}

/** The changes of a document in a request, before the archive is read. */
export interface IndexingChange extends Indexing {
  /** Custom fields that lose their value. */
  cleared: readonly { field: Field; path: FieldPath }[];
  /** Lists whose key fields were all sent empty: the document is to point at none of their rows. */
  unlinked: readonly ValueList[];
  /** Codes of fields that were sent with a value that is refused. */
  refusedCodes: ReadonlySet<number>;
}

/** Reads the indexer values of a request under the rules of a level; needs nothing but the level. */
export class LevelIndexing {
  private readonly invalid: FieldProblem[] = [];
  private readonly refused: FieldProblem[] = [];
  private readonly refusedCodes = new Set<number>();
  private readonly seen = new Set<string>();
  /** A value without the name of its field. */
  private isIncomplete = false;
  private readonly values: Indexed[] = [];
  private readonly emptied: { field: Field; path: FieldPath }[] = [];
  private readonly entries = new Map<string, { entry: NodeList; values: Indexed<ListField>[]; path: FieldPath }>();

  private readonly notation: Notation;

  private constructor(
    private readonly level: Level,
    zone: Zone,
  ) {
    this.notation = { decimal: level.decimal, zone };
  }

  static read(level: Level, inputs: readonly IndexerInput[], zone: Zone): Indexing {
    const indexing = new LevelIndexing(level, zone);
    indexing.takeAll(inputs);
    // A list whose values are all empty counts as not sent.
    for (const [listId, { values }] of indexing.entries) if (values.length === 0) indexing.entries.delete(listId);
    indexing.checkMandatory();
    indexing.checkParents();
    const { invalid, refused, values } = indexing;
    return { values, entries: indexing.listEntries(), invalid, refused };
  }

  /** For operation 4.1: an empty value takes the old one away. Parents are checked when the stored values are known. */
  static readChange(level: Level, inputs: readonly IndexerInput[], zone: Zone): IndexingChange {
    const indexing = new LevelIndexing(level, zone);
    indexing.takeAll(inputs);
    const [cleared, unlinked] = [indexing.cleared(), indexing.unlinked()];
    for (const list of unlinked) indexing.entries.delete(list.id);
    const { invalid, refused, values, refusedCodes } = indexing;
    return { values, entries: indexing.listEntries(), invalid, refused, cleared, unlinked, refusedCodes };
  }

  private takeAll(inputs: readonly IndexerInput[]): void {
    for (const input of inputs) this.take(input);
    if (!this.isIncomplete) return;
    // Any field may be the one: none is said to be missing.
    for (const { field } of this.level.indexers) this.refusedCodes.add(field.code);
    for (const { list } of this.level.lists) for (const field of list.fields) this.refusedCodes.add(field.code);
  }

  private take({ label, ...input }: IndexerInput): void {
    if (label === null) this.isIncomplete = true;
    else this.takeNamed({ ...input, label });
  }

  private takeNamed(input: NamedInput): void {
    if (input.listName !== null && fold(input.listName) !== '') this.takeListField(input, input.listName);
    else this.takeCustomField(input);
  }

  private takeCustomField(input: NamedInput): void {
    const indexer = this.level.customField(input.label);
    if (!indexer) return this.unreadable(input, 'label', 'FIELD_NOT_ON_LEVEL', { label: input.label, ...this.listWith(input.label) });
    if (!this.first(`field ${indexer.field.code}`)) return this.unreadable(input, 'label', 'DUPLICATE', { label: input.label });
    const value = this.read(indexer.field, input);
    if (value) this.values.push(value);
  }

  /** A list of the level that has the field, whose name was not sent. */
  private listWith(label: string): Record<string, string> {
    const [first] = this.level.named(fold(label));
    return first?.list ? { list: first.list.name } : {};
  }

  private takeListField(input: NamedInput, listName: string): void {
    const attached = this.level.list(listName);
    if (!attached) return this.unreadable(input, 'listName', 'LIST_NOT_ON_LEVEL', { list: listName });
    const wanted = fold(input.label);
    const field = attached.list.fields.find((candidate) => fold(candidate.label) === wanted);
    if (!field) return this.unreadable(input, 'label', 'FIELD_NOT_ON_LEVEL', { label: input.label });
    if (!this.first(`field ${field.code}`)) return this.unreadable(input, 'label', 'DUPLICATE', { label: input.label });
    const value = this.read(field, input);
    const entry = this.entries.get(attached.list.id) ?? { entry: attached, values: [], path: input.path };
    if (value) entry.values.push(value);
    this.entries.set(attached.list.id, entry);
  }

  private read<F extends Field>(field: F, input: NamedInput): Indexed<F> | null {
    if (input.value === null) {
      this.refusedCodes.add(field.code);
      return null;
    }
    if (sentText(input.value).trim() === '') {
      this.emptied.push({ field, path: input.path });
      return null;
    }
    const reading = readFieldValue(field, input.value, this.notation);
    if (reading.ok) return { ...reading.value, field, path: input.path };
    this.refusedCodes.add(field.code);
    this.refused.push({
      path: [...input.path, 'value'],
      code: reading.code,
      details: { label: field.label, ...reading.details },
    });
    return null;
  }

  private checkMandatory(): void {
    for (const { field, list, mandatory } of this.level.indexers) {
      if (!mandatory || list !== null || this.refusedCodes.has(field.code)) continue;
      if (!this.values.some((value) => value.field.code === field.code)) {
        this.refused.push({ path: ['values'], code: 'MANDATORY', details: { label: field.label } });
      }
    }
    for (const { list, mandatory } of this.level.lists) {
      const isRefused = list.fields.some(({ code }) => this.refusedCodes.has(code));
      if (mandatory && !this.entries.has(list.id) && !isRefused) {
        this.refused.push({ path: ['values'], code: 'MANDATORY', details: { label: list.name } });
      }
    }
  }

  private checkParents(): void {
    const held = this.values.map(({ field, key, path }) => ({ field, key, path: [...path, 'value'] }));
    this.refused.push(...parentProblems(held, this.level.fields, this.refusedCodes));
  }

  private cleared(): IndexingChange['cleared'] {
    const custom = this.level.indexers.filter(({ list }) => list === null);
    return this.emptied.filter(({ field, path }) => {
      const indexer = custom.find((candidate) => candidate.field.code === field.code);
      if (indexer?.mandatory) this.refused.push({ path: [...path, 'value'], code: 'MANDATORY', details: { label: field.label } });
      return indexer !== undefined;
    });
  }

  private unlinked(): ValueList[] {
    const empty = new Set(this.emptied.map(({ field }) => field.code));
    const unlinked = [...this.entries.values()].filter(
      ({ entry, values }) => values.length === 0 && entry.list.fields.every((field) => !field.isKey || empty.has(field.code)),
    );
    for (const { entry, path } of unlinked) {
      if (entry.mandatory) this.refused.push({ path, code: 'MANDATORY', details: { label: entry.list.name } });
    }
    return unlinked.map(({ entry }) => entry.list);
  }

  /** A list is named by its key: without all key fields its row cannot be found. */
  private listEntries(): ListEntry[] {
    const entries: ListEntry[] = [];
    for (const { entry, values, path } of this.entries.values()) {
      const lacking = entry.list.fields.filter(
        (field) =>
          field.isKey && !values.some((value) => value.field.code === field.code && value.key !== '') && !this.refusedCodes.has(field.code),
      );
      for (const field of lacking) {
        this.refused.push({ path, code: 'LIST_KEY_MISSING', details: { label: field.label, list: entry.list.name } });
      }
      entries.push({ list: entry.list, values, refused: this.refusedCodes, path });
    }
    return entries;
  }

  private first(name: string): boolean {
    if (this.seen.has(name)) return false;
    this.seen.add(name);
    return true;
  }

  private unreadable(input: NamedInput, member: string, code: FieldProblemCode, details: Record<string, string>): void {
    this.invalid.push({ path: [...input.path, member], code, details });
  }
}

/** The row that a list entry refers to, before the archive is read. */
export function keysOf(entry: ListEntry): string[] {
  return entry.list.fields
    .filter((field) => field.isKey)
    .map((field) => entry.values.find((value) => value.field.code === field.code)?.key ?? '');
}

/** Values of an entry that a stored row denies. */
export function contradictions(entry: ListEntry, rowTexts: ReadonlyMap<number, string>): FieldProblem[] {
  return entry.values
    .filter(({ field, key }) => keyOfText(field, rowTexts.get(field.code) ?? '') !== key)
    .map((value) => ({
      path: [...value.path, 'value'],
      code: 'LIST_VALUE_CONTRADICTS',
      details: { label: value.field.label, list: entry.list.name },
    }));
}

/** What an entry lacks to become a new row. */
export function lacksForNewRow(entry: ListEntry): FieldProblem[] {
  return entry.list.fields
    .filter(
      (field) =>
        field.isImportMandatory && !entry.refused.has(field.code) && !entry.values.some((value) => value.field.code === field.code),
    )
    .map((field) => ({
      path: entry.path,
      code: 'LIST_IMPORT_FIELD_MISSING',
      details: { label: field.label, list: entry.list.name },
    }));
}

/** The calendar's last day of four-digit years stands for all that come after it. */
const LAST_DAY: Day = '9999-12-31';

/** The day on which the document may be disposed of; none without a retention rule or a value of its reference field. */
export function dueDay(level: Level, values: ReadonlyMap<number, string>): Day | null {
  const start = level.retention && values.get(level.retention.referenceFieldCode);
  if (!level.retention || !start) return null;
  const due = addMonths(start, level.retention.months);
  return due <= LAST_DAY && due.length === LAST_DAY.length ? due : LAST_DAY;
}
