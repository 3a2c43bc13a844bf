import { Injectable } from '@nestjs/common';
import type { FilingPlan } from '#application/documents/document-filing';
import { ListLinking, type ListPlan } from '#application/documents/list-linking';
import { ListRows } from '#application/ports/lists';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { readFieldValue } from '#domain/documents/field-value';
import { heldAfter, parentsOf } from '#domain/documents/held-values';
import { LevelIndexing, type IndexerInput, type IndexingChange } from '#domain/documents/indexing';
import { AS_STORED, type SentValue } from '#domain/documents/sent-value';
import type { FieldPath, FieldProblem } from '#domain/errors';
import { fold } from '#domain/text';
import type { Level } from '#domain/trees/client-structure';
import type { FormValues } from '#domain/workflows/exits';

/** A form value, as named by operations 6.2 and 6.7. */
export interface FormInput {
  /** Null: it could not be read. */
  fieldId: string | null;
  /** The label expected by the caller, where the operation asks for it. */
  label?: string;
  /** Undefined where the operation does not name lists, or it could not be read; null for the form's own field. */
  listId?: string | null;
  /** Null: it could not be read. */
  value: SentValue | null;
  path: FieldPath;
}

/** A validated form request. */
export interface FormPlan {
  level: Level;
  change: IndexingChange;
  lists: readonly ListPlan[];
}

/** Texts by field id. */
export type Texts = ReadonlyMap<string, string>;

type DocumentPlan = Pick<FilingPlan, 'values' | 'lists'>;
/** The cells of a referenced row, by field code. */
type CellsOf = (plan: ListPlan) => ReadonlyMap<number, string>;

/** Forms of flows. A form is treated like a level, so that its values follow the same rules as those of documents. */
@Injectable()
export class FlowForm {
  constructor(
    private readonly listLinking: ListLinking,
    private readonly listRows: ListRows,
    private readonly timeZone: TimeZone,
  ) {}

  async examine(
    scope: Scope,
    level: Level,
    inputs: readonly FormInput[],
  ): Promise<{ plan: FormPlan; invalid: FieldProblem[]; refused: FieldProblem[] }> {
    const { indexers, problems } = named(level, inputs);
    const change = LevelIndexing.readChange(level, indexers, this.timeZone);
    const lists = await this.listLinking.plan(scope, change.entries);
    return {
      plan: { level, change, lists: lists.plans },
      invalid: [...problems, ...change.invalid],
      refused: [...change.refused, ...lists.problems],
    };
  }

  /** Values without their parent's value, or that violate the comparison with it. */
  parentProblems({ level, change }: FormPlan, before: Texts): FieldProblem[] {
    const byCode = new Map(level.fields.map(({ id, code }) => [code, before.get(id) ?? '']));
    const problems = parentsOf(level, heldAfter(level, change, byCode), change.refusedCodes);
    // A stored value has no path in the request.
    return problems.map((problem) => (problem.path[0] === 'values' ? { ...problem, path: ['form'] } : problem));
  }

  /** The resulting form, as far as it is known before list rows are added. */
  foresee(level: Level, documents: readonly DocumentPlan[], plan: FormPlan | null): { copied: Texts; texts: Texts } {
    const copied = copies(level, documents, cellsForeseen);
    return { copied, texts: merged(copied, plan ? sent(plan, cellsForeseen) : new Map()) };
  }

  /**
   * In the transaction that writes them, after the documents: values copied from the documents, overridden by the form values of the
   * request. An empty text removes a value.
   */
  async settle(scope: Scope, level: Level, documents: readonly DocumentPlan[], plan: FormPlan | null): Promise<Texts> {
    const lists = documents.flatMap((document) => document.lists);
    if (plan) await this.listLinking.link(scope, level, plan.lists);
    const rows = new Map<ListPlan, ReadonlyMap<number, string>>();
    for (const each of [...lists, ...(plan?.lists ?? [])]) {
      if (!level.lists.some(({ list }) => list.id === each.entry.list.id)) continue;
      const row = await this.listRows.findByKey(scope, each.entry.list.id, each.key);
      rows.set(each, row?.texts ?? cellsForeseen(each));
    }
    const cellsOf: CellsOf = (each) => rows.get(each) ?? new Map<number, string>();
    return merged(copies(level, documents, cellsOf), plan ? sent(plan, cellsOf) : new Map());
  }
}

/** The values used by decisions. */
export function formValues(level: Level | null, texts: Texts): FormValues {
  const fields = new Map(level?.fields.map((field) => [field.id, field]));
  return { field: (id) => fields.get(id), text: (id) => texts.get(id) };
}

const merged = (before: Texts, now: Texts): Texts => new Map([...before, ...now]);

const cellsForeseen: CellsOf = ({ row, entry }) => row?.texts ?? new Map(entry.values.map(({ field, text }) => [field.code, text]));

/** Fields whose label differs from the one that the request expects. */
export function labelProblems(level: Level, inputs: readonly FormInput[]): FieldProblem[] {
  return inputs.flatMap(({ fieldId, label = '', path }): FieldProblem[] => {
    const field = level.fields.find(({ id }) => id === fieldId);
    if (!field || fold(label) === '' || fold(label) === fold(field.label)) return [];
    return [{ path: [...path, 'fieldLabel'], code: 'FORM_LABEL_MISMATCH', details: { label: field.label } }];
  });
}

/** Replaces ids by the names used at a level. */
function named(level: Level, inputs: readonly FormInput[]): { indexers: IndexerInput[]; problems: FieldProblem[] } {
  const indexers: IndexerInput[] = [];
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const { fieldId, listId, value, path } of inputs) {
    if (fieldId === null) {
      indexers.push({ listName: null, label: null, value, path });
      continue;
    }
    const indexer = level.indexers.find(({ field }) => field.id === fieldId);
    if (!indexer) problems.push({ path: [...path, 'fieldId'], code: 'UNKNOWN_ID' });
    else if (seen.has(fieldId)) problems.push({ path: [...path, 'fieldId'], code: 'DUPLICATE' });
    else if (listId !== undefined && listId !== (indexer.list?.id ?? null)) {
      problems.push({ path: [...path, 'listId'], code: 'FORM_LIST_MISMATCH' });
    } else indexers.push({ listName: indexer.list?.name ?? null, label: indexer.field.label, value, path });
    seen.add(fieldId);
  }
  return { indexers, problems };
}

function sent({ change, lists }: FormPlan, cellsOf: CellsOf): Map<string, string> {
  return new Map([
    ...change.values.map(({ field, text }) => [field.id, text] as const),
    ...change.cleared.map(({ field }) => [field.id, ''] as const),
    ...change.unlinked.flatMap((list) => list.fields.map(({ id }) => [id, ''] as const)),
    ...lists.flatMap((plan) => rowTexts(plan, cellsOf)),
  ]);
}

/** All fields of a list show the row's texts: a field that is empty in the row is cleared. */
const rowTexts = (plan: ListPlan, cellsOf: CellsOf) =>
  plan.entry.list.fields.map(({ id, code }) => [id, cellsOf(plan).get(code) ?? ''] as const);

/** Fields and lists that the form shares with documents; the first document takes precedence. */
function copies(level: Level, documents: readonly DocumentPlan[], cellsOf: CellsOf): Map<string, string> {
  const copied = new Map<string, string>();
  for (const { values, lists } of documents) {
    for (const { field, text } of values) {
      const own = level.customField(field.label)?.field;
      if (own?.type === field.type && !copied.has(own.id) && readFieldValue(own, text, AS_STORED).ok) copied.set(own.id, text);
    }
    for (const plan of lists) {
      const shown = level.lists.find(({ list }) => list.id === plan.entry.list.id);
      if (!shown || shown.list.fields.some(({ id }) => copied.has(id))) continue;
      for (const [id, text] of rowTexts(plan, cellsOf)) copied.set(id, text);
    }
  }
  return copied;
}
