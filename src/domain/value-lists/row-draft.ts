import { keyOfText, type FieldValue } from '#domain/documents/field-value';
import { parentProblems, type HeldValue } from '#domain/documents/parent-rule';
import type { FieldPath, FieldProblem } from '#domain/errors';
import type { ListField } from '#domain/trees/field';
import type { SentCell, SentCells } from './sent-cells';
import { joinKeys, type ValueList } from './value-list';

/** The request as a whole. */
const WHOLE: FieldPath = ['body'];
/** Nothing in the request has to do with it. */
const UNTOUCHED: FieldPath = ['untouched'];

/** A list row as it would stand after a request: what it holds, and what was sent. */
export class RowDraft {
  /** What has to be written. A field that is locked by its value keeps it as it was spelt. */
  readonly changes: readonly SentCell[];
  private readonly sent: ReadonlyMap<number, SentCell>;

  /** @param stored texts of the row by field code; null: the row is new. */
  constructor(
    readonly list: ValueList,
    private readonly stored: ReadonlyMap<number, string> | null,
    private readonly cells: SentCells,
  ) {
    this.sent = new Map(cells.cells.map((cell) => [cell.field.code, cell]));
    this.changes = cells.cells.filter(({ field, value }) => {
      const before = this.before(field);
      if (before === null || value === null) return before !== value;
      return field.lockedAfterValue ? before.key !== value.key : before.text !== value.text;
    });
  }

  get isNew(): boolean {
    return this.stored === null;
  }

  /** The key of the row when the request gives it another one, or its first. */
  get newKey(): string | null {
    return this.moves(this.keyFields) ? joinKeys(this.keyFields.map((field) => this.after(field)?.key ?? '')) : null;
  }

  /** Where the request names the key. */
  get keyPath(): FieldPath {
    return this.pathOf(this.keyFields);
  }

  after(field: ListField): FieldValue | null {
    const sent = this.sent.get(field.code);
    if (!sent) return this.before(field);
    return this.changes.includes(sent) ? sent.value : this.before(field);
  }

  /** Comparison keys of all cells by field code. */
  get keys(): Map<number, string> {
    return new Map(
      this.list.fields.flatMap((field) => {
        const value = this.after(field);
        return value ? [[field.code, value.key] as const] : [];
      }),
    );
  }

  /** Whether the request gives one of these fields another value. */
  moves(fields: readonly ListField[]): boolean {
    return this.changes.some(({ field, value }) => fields.includes(field) && value?.key !== this.before(field)?.key);
  }

  /** Whether the value of one of these fields is refused already. */
  refuses(fields: readonly ListField[]): boolean {
    return fields.some(({ code }) => this.cells.refusedCodes.has(code));
  }

  /** Where the request names the first of these fields that it names. */
  pathOf(fields: readonly ListField[]): FieldPath {
    return this.cells.cells.find(({ field }) => fields.includes(field))?.path ?? WHOLE;
  }

  /** All problems that the list itself can detect. */
  problems(): FieldProblem[] {
    const own = this.stored === null ? this.lacking() : this.cells.cells.flatMap((cell) => this.forbidden(cell));
    return [...this.cells.refused, ...own, ...this.parentFieldProblems()];
  }

  /** Whether every key field would have a value that rows can be told apart by. */
  get hasKey(): boolean {
    return !this.refuses(this.keyFields) && this.keyFields.every((field) => (this.after(field)?.key ?? '') !== '');
  }

  private get keyFields(): ListField[] {
    return this.list.fields.filter((field) => field.isKey);
  }

  private before(field: ListField): FieldValue | null {
    const text = this.stored?.get(field.code) ?? '';
    return text === '' ? null : { text, key: keyOfText(field, text) };
  }

  private lacking(): FieldProblem[] {
    return this.list.fields
      .filter((field) => field.isImportMandatory && !this.refuses([field]) && isEmpty(field, this.after(field)))
      .map((field) => ({ path: this.pathOf([field]), code: 'LIST_IMPORT_FIELD_MISSING', details: this.detailsOf(field) }));
  }

  private forbidden({ field, value, path }: SentCell): FieldProblem[] {
    const details = this.detailsOf(field);
    if (field.isImportMandatory && isEmpty(field, value)) return [{ path, code: 'LIST_FIELD_MANDATORY', details }];
    const before = this.before(field);
    if (field.lockedAfterValue && before && before.key !== value?.key) return [{ path, code: 'LIST_FIELD_LOCKED', details }];
    return [];
  }

  /** Of fields with which the request has to do: what a row was allowed before is no obstacle to another change. */
  private parentFieldProblems(): FieldProblem[] {
    const { fields } = this.list;
    const held = fields.flatMap((field): HeldValue[] => {
      const value = this.refuses([field]) ? null : this.after(field);
      return value ? [{ field, key: value.key, path: this.touching(field) }] : [];
    });
    return parentProblems(held, fields, this.cells.refusedCodes).filter(({ path }) => path !== UNTOUCHED);
  }

  /** Where the request names the field, or else its parent field. */
  private touching(field: ListField): FieldPath {
    const cell = this.sent.get(field.code) ?? (field.parentCode === null ? undefined : this.sent.get(field.parentCode));
    return cell?.path ?? UNTOUCHED;
  }

  private detailsOf(field: ListField) {
    return { label: field.label, list: this.list.name };
  }
}

/** A key that compares like nothing finds nothing. */
function isEmpty(field: ListField, value: FieldValue | null): boolean {
  return value === null || (field.isKey && value.key === '');
}
