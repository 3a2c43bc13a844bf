import type { ArchiveImage, FieldImage, LevelImage } from '#domain/archive/archive-image';
import { ofKind, type Difference } from '#domain/archive/differences';
import { places, type Parameter, type Sql } from '../sql';
import { batches } from '../batches';
import { RowKeeper } from './row-keeper';

/** Writes levels, fields and lists, which know each other by the numbers that the database gives. */
export class StructureWriter {
  private readonly levelCodes = new Map<string, number>();
  private readonly fieldCodes = new Map<string, number>();

  constructor(
    private readonly rows: RowKeeper,
    private readonly sql: Sql,
    private readonly after: ArchiveImage,
    private readonly all: readonly Difference[],
  ) {}

  async write(): Promise<void> {
    await this.load('tree_node', this.levelCodes);
    await this.load('field', this.fieldCodes);
    await this.remove();
    await this.lists();
    await this.levels();
    await this.fields();
    await this.attach();
    await this.parents();
    await this.retention();
  }

  private async load(table: 'tree_node' | 'field', codes: Map<string, number>, ids?: readonly string[]): Promise<void> {
    const take = async (condition: string, parameters: readonly Parameter[]) => {
      for (const { id, code } of await this.sql.rows<{ id: string; code: number }>(
        `SELECT id, code FROM ${table} ${condition}`,
        parameters,
      )) {
        codes.set(id, code);
      }
    };
    if (!ids) return take('', []);
    for (const batch of batches(ids)) await take(`WHERE id IN (${places(batch)})`, batch);
  }

  private async remove(): Promise<void> {
    const gone = (kind: Difference['kind']) => this.all.filter((each) => each.kind === kind && each.after === null).map(({ id }) => id);
    for (const id of gone('lists')) await this.rows.removeList(id);
    for (const batch of batches(gone('fields').flatMap((id) => this.fieldCodes.get(id) ?? []))) {
      for (const table of ['node_field', 'list_row_value']) {
        await this.sql.write(`DELETE FROM ${table} WHERE field_code IN (${places(batch)})`, batch);
      }
      await this.sql.write(`DELETE FROM field WHERE code IN (${places(batch)})`, batch);
    }
    for (const batch of batches(gone('levels').flatMap((id) => this.levelCodes.get(id) ?? []))) {
      for (const table of ['node_field', 'node_list']) {
        await this.sql.write(`DELETE FROM ${table} WHERE node_code IN (${places(batch)})`, batch);
      }
      await this.sql.write(`DELETE FROM tree_node WHERE code IN (${places(batch)})`, batch);
    }
  }

  private async lists(): Promise<void> {
    for (const { before, after: list } of ofKind(this.all, 'lists')) {
      if (!list) continue;
      const row = [list.clientId, list.name, list.kind, list.allowsInclusion ? 1 : 0, list.parentListId, list.id];
      await this.sql.write(
        before
          ? 'UPDATE value_list SET client_id = ?, name = ?, kind = ?, allows_inclusion = ?, parent_list_id = ? WHERE id = ?'
          : 'INSERT INTO value_list (client_id, name, kind, allows_inclusion, parent_list_id, id) VALUES (?, ?, ?, ?, ?, ?)',
        row,
      );
    }
  }

  /** New ones by generations, then those that change: their parents have numbers by then. */
  private async levels(): Promise<void> {
    const found = ofKind(this.all, 'levels');
    let waiting = found.filter(({ before }) => before === null).map(({ after }) => after as LevelImage);
    while (waiting.length > 0) {
      const ready = waiting.filter(({ parentId }) => parentId === null || this.levelCodes.has(parentId));
      if (ready.length === 0) throw new Error('levels without end');
      const rows = ready.map((level) => [level.id, level.clientId, this.parentOf(level), level.name, level.path]);
      await this.sql.insert('tree_node', ['id', 'client_id', 'parent_code', 'name', 'path'], rows);
      await this.load(
        'tree_node',
        this.levelCodes,
        ready.map(({ id }) => id),
      );
      waiting = waiting.filter((level) => !ready.includes(level));
    }
    for (const { before, after: level } of found) {
      if (!before || !level) continue;
      await this.sql.write('UPDATE tree_node SET parent_code = ?, name = ?, path = ? WHERE id = ? AND client_id = ?', [
        this.parentOf(level),
        level.name,
        level.path,
        level.id,
        level.clientId,
      ]);
    }
  }

  private parentOf({ parentId }: LevelImage): number | null {
    return parentId === null ? null : (this.levelCodes.get(parentId) as number);
  }

  private async fields(): Promise<void> {
    const found = ofKind(this.all, 'fields');
    const added = found.filter(({ before }) => before === null).map(({ after }) => after as FieldImage);
    const columns = Object.keys(FIELD_COLUMNS);
    const rowOf = (field: FieldImage) => Object.values(FIELD_COLUMNS).map((valueOf) => valueOf(field));
    await this.sql.insert(
      'field',
      ['id', 'client_id', ...columns],
      added.map((field) => [field.id, field.clientId, ...rowOf(field)]),
    );
    await this.load(
      'field',
      this.fieldCodes,
      added.map(({ id }) => id),
    );
    for (const { before, after: field } of found) {
      if (!before || !field) continue;
      await this.sql.write(`UPDATE field SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ? AND client_id = ?`, [
        ...rowOf(field),
        field.id,
        field.clientId,
      ]);
    }
  }

  /** A level with other fields or lists, or in another order, gets all of them anew. */
  private async attach(): Promise<void> {
    const touched = new Set([
      ...ofKind(this.all, 'levels').map(({ id }) => id),
      ...ofKind(this.all, 'fields').flatMap(({ before, after }) => [before?.levelId, after?.levelId]),
    ]);
    const fields = new Map<string, FieldImage[]>();
    for (const field of this.after.fields.values()) {
      if (field.levelId) fields.set(field.levelId, [...(fields.get(field.levelId) ?? []), field]);
    }
    for (const level of [...this.after.levels.values()].filter(({ id }) => touched.has(id))) {
      const code = this.levelCodes.get(level.id) as number;
      const own = (fields.get(level.id) ?? []).sort((a, b) => a.position - b.position);
      for (const table of ['node_field', 'node_list']) await this.sql.write(`DELETE FROM ${table} WHERE node_code = ?`, [code]);
      await this.sql.insert(
        'node_field',
        ['node_code', 'field_code', 'mandatory', 'position'],
        own.map(({ id, mandatory }, position) => [code, this.fieldCodes.get(id) as number, mandatory ? 1 : 0, position]),
      );
      await this.sql.insert(
        'node_list',
        ['node_code', 'list_id', 'mandatory', 'position'],
        level.lists.map(({ listId, mandatory }, index) => [code, listId, mandatory ? 1 : 0, own.length + index]),
      );
    }
  }

  private async parents(): Promise<void> {
    for (const { before, after: field } of ofKind(this.all, 'fields')) {
      if (!field || (!before && field.parentFieldId === null)) continue;
      await this.sql.write('UPDATE field SET parent_code = ?, parent_operator = ? WHERE id = ? AND client_id = ?', [
        field.parentFieldId === null ? null : (this.fieldCodes.get(field.parentFieldId) ?? null),
        field.parentOperator,
        field.id,
        field.clientId,
      ]);
    }
  }

  private async retention(): Promise<void> {
    for (const { before, after: level } of ofKind(this.all, 'levels')) {
      if (!level || (!before && level.retention === null)) continue;
      await this.sql.write('UPDATE tree_node SET retention_field_code = ?, retention_months = ? WHERE id = ? AND client_id = ?', [
        level.retention ? (this.fieldCodes.get(level.retention.fieldId) as number) : null,
        level.retention?.months ?? null,
        level.id,
        level.clientId,
      ]);
    }
  }
}

const FIELD_COLUMNS: Record<string, (field: FieldImage) => Parameter> = {
  list_id: ({ listId }) => listId,
  position: ({ position }) => position,
  label: ({ label }) => label,
  type: ({ type }) => type,
  min: ({ min }) => min,
  max: ({ max }) => max,
  pattern: ({ pattern }) => pattern,
  mask: ({ mask }) => mask,
  options: ({ options }) => (options.length === 0 ? null : JSON.stringify(options)),
  is_key: ({ isKey }) => (isKey ? 1 : 0),
  is_import_mandatory: ({ isImportMandatory }) => (isImportMandatory ? 1 : 0),
  locked_after_value: ({ lockedAfterValue }) => (lockedAfterValue ? 1 : 0),
};
