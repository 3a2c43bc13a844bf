import { Injectable } from '@nestjs/common';
import { ListRows } from '#application/ports/lists';
import type { Scope } from '#domain/access/scope';
import type { FieldPath, FieldProblem } from '#domain/errors';
import type { ListField } from '#domain/trees/field';
import { parentKey, referenceFields } from '#domain/value-lists/parent-list';
import type { ValueList } from '#domain/value-lists/value-list';

/** A cell of a row to be written. */
export interface ChildCell {
  field: ListField;
  text: string;
  /** Path of the value. */
  path: FieldPath;
}

/**
 * A row of a list with a parent list names a row of that list. This is checked only when the child row is written: the key of a parent row
 * may change later, and child rows keep their own texts.
 */
@Injectable()
export class ParentRows {
  constructor(private readonly listRows: ListRows) {}

  /**
   * @param cells all cells of the new row
   * @param path of the row, used if none of the parent cells was sent
   */
  async problems(scope: Scope, list: ValueList, cells: readonly ChildCell[], path: FieldPath): Promise<FieldProblem[]> {
    const parent = this.parentOf(scope, list);
    if (!parent) return [];
    const key = parentKey(list, parent, ({ code }) => cells.find(({ field }) => field.code === code)?.text ?? '');
    if (key !== null && (await this.listRows.findByKey(scope, parent.id, key))) return [];
    const codes = referenceFields(list, parent).map((field) => field.code);
    const named = cells.find(({ field }) => codes.includes(field.code));
    return [{ path: named?.path ?? path, code: 'LIST_PARENT_UNKNOWN', details: { list: scope.list(parent.id)?.name ?? '' } }];
  }

  /** The fields that name the parent row; none without a parent list. */
  fieldsOf(scope: Scope, list: ValueList): ListField[] {
    const parent = this.parentOf(scope, list);
    return parent ? referenceFields(list, parent) : [];
  }

  private parentOf(scope: Scope, list: ValueList): ValueList | null {
    return scope.client.structure.lists.find(({ id }) => id === list.parentListId) ?? null;
  }
}
