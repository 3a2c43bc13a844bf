import type { ArchiveStore, ChangedRow, NewRow, RowCell, RowChanges, StoredRow } from '#application/ports/provisioning';
import { stableId } from '#application/support/stable-id';
import type { ArchiveImage, FieldImage } from '#domain/provisioning/archive-image';
import type { ArchiveProblem, DefinitionPath, SourcePlace } from '#domain/provisioning/archive-problem';
import { canonicalText, keyOfText, readFieldValue } from '#domain/documents/field-value';
import type { Zone } from '#domain/documents/calendar';
import { notationOfLists, sentText, type Notation, type SentValue } from '#domain/documents/sent-value';
import type { Field } from '#domain/trees/field';
import { joinKeys } from '#domain/value-lists/value-list';
import type { ListSource } from './definition-ids';

/** Rows of a list from a separate file. */
export interface RowTable {
  file: string;
  /** In which it was written. */
  encoding: string;
  labels: readonly string[];
  /** Cells in the order of the labels. */
  rows: readonly { cells: readonly string[]; line: number }[];
}

/** The difference between the rows of a definition and the stored rows of one list. */
export interface RowPlan extends RowChanges {
  unchanged: number;
  /** Ids of rows to be removed that documents still reference. */
  needed: readonly string[];
}

interface GivenRow {
  /** Texts by label. */
  texts: ReadonlyMap<string, SentValue>;
  /** Labels that the source leaves out. */
  silent: ReadonlySet<string>;
  path: DefinitionPath;
  source?: SourcePlace;
}

interface ReadRow {
  given: GivenRow;
  cells: RowCell[];
  key: string;
  /** What the row's id is derived from. */
  name: string;
  /** Problems that are ignored if the stored row is identical; by field id. */
  problems: { fieldId: string; problem: ArchiveProblem }[];
}

const BATCH = 500;
/** Limits the report: every line of a file may be wrong. */
const MOST_PROBLEMS = 200;

export class RowImport {
  readonly problems: ArchiveProblem[] = [];
  private unsaid = 0;
  private readonly notation: Notation;
  private readonly fields: readonly FieldImage[];
  private readonly rules: ReadonlyMap<string, Field>;
  private readonly seen = new Map<string, GivenRow>();

  constructor(
    private readonly store: Pick<ArchiveStore, 'rowsByKey' | 'otherRows'>,
    private readonly list: ListSource,
    private readonly table: RowTable | undefined,
    after: ArchiveImage,
    /** Whether the list exists in the archive. */
    private readonly isKnown: boolean,
    zone: Zone,
  ) {
    this.notation = notationOfLists(zone);
    this.fields = [...after.fields.values()].filter(({ listId }) => listId === list.listId).sort((a, b) => a.position - b.position);
    this.rules = new Map(this.fields.map((field) => [field.id, ruleOf(field)]));
  }

  async plan(): Promise<RowPlan> {
    if (this.table) this.checkHeader(this.table);
    const [added, changed] = [[] as NewRow[], [] as ChangedRow[]];
    const kept: number[] = [];
    let unchanged = 0;
    let batch: ReadRow[] = [];
    const flush = async () => {
      const stored = this.isKnown
        ? await this.store.rowsByKey(
            this.list,
            batch.map(({ key }) => key),
          )
        : [];
      const byKey = new Map(stored.map((row) => [row.key, row]));
      for (const row of batch) {
        const known = byKey.get(row.key);
        this.complain(row, known);
        if (known?.filed) kept.push(known.code);
        const change = known && this.changeOf(row, known);
        if (!known) added.push({ id: this.rowId(row.name), key: row.key, cells: row.cells });
        else if (change) changed.push(change);
        else unchanged++;
      }
      batch = [];
    };
    for (const given of this.given()) {
      const row = this.read(given);
      if (!row) continue;
      batch.push(row);
      if (batch.length === BATCH) await flush();
    }
    await flush();
    if (this.unsaid > 0) this.problems.push({ path: this.list.path, message: `… and ${this.unsaid} more problems with rows of this list` });
    const { clientId, listId } = this.list;
    return { clientId, listId, added, changed, kept, unchanged, ...(await this.superfluous()) };
  }

  private checkHeader({ file, labels }: RowTable): void {
    const path = [...this.list.path, 'rowsFrom'];
    for (const [index, label] of labels.entries()) {
      const source = { file, line: 1, column: index + 1 };
      if (!this.fields.some((field) => field.label === label))
        this.push({ path, message: `list "${this.name}" has no field "${label}"`, source });
      if (labels.indexOf(label) < index) this.push({ path, message: `the column "${label}" is there twice`, source });
    }
  }

  private async superfluous(): Promise<{ removed: number[]; needed: string[] }> {
    if (!this.list.definition.rowsComplete || !this.isKnown || this.problems.length > 0) return { removed: [], needed: [] };
    const others = await this.store.otherRows(this.list, this.seen.keys());
    return { removed: others.map(({ code }) => code), needed: others.filter(({ hasDocuments }) => hasDocuments).map(({ id }) => id) };
  }

  private *given(): Iterable<GivenRow> {
    const { definition, path } = this.list;
    for (const [index, row] of (definition.rows ?? []).entries()) {
      yield { texts: new Map(Object.entries(row)), silent: new Set(), path: [...path, 'rows', index] };
    }
    if (!this.table) return;
    const { file, labels, rows } = this.table;
    // A column missing from a table keeps its values; a row of a definition is complete.
    const silent = new Set(this.fields.map(({ label }) => label).filter((label) => !labels.includes(label)));
    for (const { cells, line } of rows) {
      const texts = new Map(labels.map((label, column) => [label, cells[column] ?? '']));
      yield { texts, silent, path: [...path, 'rowsFrom'], source: { file, line } };
    }
  }

  private read(given: GivenRow): ReadRow | null {
    const unknown = [...given.texts.keys()].filter((label) => !this.fields.some((field) => field.label === label));
    // For a table this is reported once, for the header.
    if (!given.source) for (const label of unknown) this.problem(given, `list "${this.name}" has no field "${label}"`, label);
    const row: ReadRow = { given, cells: [], key: '', name: '', problems: [] };
    const [keys, names] = [[] as string[], [] as string[]];
    for (const field of this.fields) {
      const { key, name, problem } = this.cell(field, given, row.cells);
      if (field.isKey) {
        keys.push(key);
        names.push(name);
      }
      if (field.isKey && key === '') {
        this.problem(given, problem ?? `the key field "${field.label}" has no value`, field.label);
        return null;
      }
      if (problem) row.problems.push({ fieldId: field.id, problem: this.asProblem(given, problem, field.label) });
    }
    if (keys.length === 0) return null;
    [row.key, row.name] = [joinKeys(keys), joinKeys(names)];
    const twin = this.seen.get(row.key);
    if (twin) {
      this.problem(given, `the key of this row is that of another one, ${whereIs(twin)}`);
      return null;
    }
    this.seen.set(row.key, given);
    return row;
  }

  private cell(field: FieldImage, { texts, silent }: GivenRow, cells: RowCell[]): { key: string; name: string; problem?: string } {
    const sent = texts.get(field.label) ?? '';
    const text = sentText(sent).trim();
    if (text === '') {
      const lacking = field.isImportMandatory && !field.isKey && !silent.has(field.label);
      return { key: '', name: '', ...(lacking && { problem: `the field "${field.label}" has no value` }) };
    }
    const rule = this.rules.get(field.id) as Field;
    const reading = readFieldValue(rule, sent, this.notation);
    const value = reading.ok ? reading.value : { text, key: keyOfText(rule, text) };
    cells.push({ fieldId: field.id, ...value });
    return {
      key: value.key,
      name: canonicalText(rule, value.text) ?? value.key,
      ...(!reading.ok && { problem: `the field "${field.label}" cannot hold this value: ${reading.code}` }),
    };
  }

  /** A value that is stored in this form is accepted. */
  private complain({ cells, problems, given }: ReadRow, known: StoredRow | undefined): void {
    for (const { fieldId, problem } of problems) {
      const text = cells.find((cell) => cell.fieldId === fieldId)?.text ?? '';
      if (!known || (known.texts.get(fieldId) ?? '') !== text) this.push(problem);
    }
    const lacking = known ? [] : this.fields.filter(({ label, isImportMandatory }) => isImportMandatory && given.silent.has(label));
    for (const { label } of lacking) this.problem(given, `the row is new and lacks the field "${label}"`);
  }

  private changeOf({ cells, given }: ReadRow, known: StoredRow): ChangedRow | null {
    const written = cells.filter(({ fieldId, text }) => known.texts.get(fieldId) !== text);
    const silent = this.fields.filter(({ label }) => given.silent.has(label)).map(({ id }) => id);
    const cleared = [...known.texts.keys()].filter((id) => !silent.includes(id) && !cells.some(({ fieldId }) => fieldId === id));
    return written.length + cleared.length === 0 ? null : { code: known.code, cells: written, cleared };
  }

  /** The id derived from the names; if the list has an explicit id, another list may use the same derived row ids. */
  private rowId(name: string): string {
    const { listId, clientName, definition } = this.list;
    return stableId('list', clientName, definition.name) === listId
      ? stableId('row', clientName, definition.name, name)
      : stableId('row', listId, name);
  }

  private get name(): string {
    return this.list.definition.name;
  }

  private problem(given: GivenRow, message: string, label?: string): void {
    this.push(this.asProblem(given, message, label));
  }

  private asProblem({ path, source }: GivenRow, message: string, label?: string): ArchiveProblem {
    const column = source && label !== undefined ? this.table?.labels.indexOf(label) : undefined;
    const at = source && { ...source, ...(column !== undefined && column >= 0 && { column: column + 1 }) };
    return { path: label === undefined || source ? path : [...path, label], message, ...(at && { source: at }) };
  }

  private push(problem: ArchiveProblem): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
    else this.unsaid++;
  }
}

const whereIs = ({ path, source }: GivenRow) => (source ? `in line ${source.line}` : `row ${Number(path.at(-1)) + 1}`);

function ruleOf({ id, label, type, min, max, pattern, mask, options }: FieldImage): Field {
  return { code: 0, id, label, type, min, max, pattern, mask, options, parentCode: null, parentOperator: null };
}
