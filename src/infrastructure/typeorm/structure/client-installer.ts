import type { Clock } from '#application/ports/clock';
import { stableId } from '#application/stable-id';
import type { ClientDefinition, FieldDefinition, LevelDefinition, ListDefinition } from '#domain/archive/archive-definition';
import { readFieldValue } from '#domain/documents/field-value';
import type { Field } from '#domain/trees/field';
import { joinKeys } from '#domain/value-lists/value-list';
import type { Sql } from '../sql';
import { sha256, valueKey } from '../value-key';

interface FieldFlags {
  listId: string | null;
  position: number;
  isKey?: boolean;
  isImportMandatory?: boolean;
  lockedAfterValue?: boolean;
}

/** Writes the rows of one client of a definition; runs inside the installer's transaction. */
export class ClientInstaller {
  private readonly clientId: string;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly client: ClientDefinition,
  ) {
    this.clientId = stableId('client', client.name);
  }

  async install(): Promise<void> {
    const { name, units, lists = [], levels, boxes = [], signatureOrigins = [] } = this.client;
    await this.sql.insert('client', ['id', 'name'], [[this.clientId, name]]);
    await this.sql.insert(
      'client_unit',
      ['client_id', 'unit_id'],
      units.map((unit) => [this.clientId, stableId('unit', unit)]),
    );
    for (const list of lists) await this.list(list);
    for (const level of levels) await this.level(level, [], null);
    await this.sql.insert(
      'box',
      ['id', 'code', 'client_id', 'unit_id', 'numbered_by', 'type_id'],
      boxes.map(({ code, type, unit }) => [
        stableId('box', name, unit ?? '', String(code)),
        code,
        this.clientId,
        unit === undefined ? null : stableId('unit', unit),
        unit === undefined ? 'client' : 'unit',
        stableId('box-type', type),
      ]),
    );
    await this.sql.insert(
      'signature_origin',
      ['id', 'client_id', 'message'],
      signatureOrigins.map((message) => [stableId('origin', name, message), this.clientId, message]),
    );
  }

  private async level(definition: LevelDefinition, above: readonly string[], parentCode: number | null): Promise<void> {
    const path = [...above, definition.name];
    const { insertedCode: code } = await this.sql.write(
      'INSERT INTO tree_node (id, client_id, parent_code, name, path) VALUES (?, ?, ?, ?, ?)',
      [stableId('level', this.client.name, ...path), this.clientId, parentCode, definition.name, path.join(' > ')],
    );
    let position = 0;
    for (const field of definition.fields ?? []) {
      const fieldCode = await this.field(field, ['field', this.client.name, ...path, field.label], { listId: null, position });
      const row = [code, fieldCode, field.mandatory ? 1 : 0, position++];
      await this.sql.insert('node_field', ['node_code', 'field_code', 'mandatory', 'position'], [row]);
      if (definition.retention?.field === field.label) await this.retention(code, fieldCode, definition.retention.months);
    }
    await this.sql.insert(
      'node_list',
      ['node_code', 'list_id', 'mandatory', 'position'],
      (definition.lists ?? []).map((list) => [code, this.listId(list.name), list.mandatory ? 1 : 0, position++]),
    );
    for (const child of definition.levels ?? []) await this.level(child, path, code);
  }

  private async retention(nodeCode: number, fieldCode: number, months: number): Promise<void> {
    await this.sql.write('UPDATE tree_node SET retention_field_code = ?, retention_months = ? WHERE code = ?', [
      fieldCode,
      months,
      nodeCode,
    ]);
  }

  private async list(definition: ListDefinition): Promise<void> {
    const listId = this.listId(definition.name);
    await this.sql.insert(
      'value_list',
      ['id', 'client_id', 'name', 'kind', 'allows_inclusion'],
      [[listId, this.clientId, definition.name, definition.kind, definition.allowsInclusion ? 1 : 0]],
    );
    const codes = new Map<string, number>();
    for (const [position, field] of definition.fields.entries()) {
      const names = ['list-field', this.client.name, definition.name, field.label];
      const flags = {
        listId,
        position,
        isKey: field.key,
        isImportMandatory: field.importMandatory,
        lockedAfterValue: field.lockedAfterValue,
      };
      codes.set(field.label, await this.field(field, names, flags as FieldFlags));
    }
    for (const row of definition.rows ?? []) await this.row(definition, listId, codes, row);
  }

  private async row(definition: ListDefinition, listId: string, codes: ReadonlyMap<string, number>, row: Readonly<Record<string, string>>) {
    const cells = definition.fields
      .filter((field) => row[field.label])
      .map((field) => {
        const reading = readFieldValue(asField(field), row[field.label] as string);
        if (!reading.ok) throw new Error(`list ${definition.name}, field ${field.label}: ${reading.code}`);
        return { field, ...reading.value };
      });
    const key = joinKeys(cells.filter(({ field }) => field.key).map((cell) => cell.key));
    const { insertedCode } = await this.sql.write(
      'INSERT INTO list_row (id, client_id, list_id, key_hash, created_at) VALUES (?, ?, ?, ?, ?)',
      [stableId('row', this.client.name, definition.name, key), this.clientId, listId, sha256(key), this.clock.now().getTime()],
    );
    await this.sql.insert(
      'list_row_value',
      ['row_code', 'field_code', 'value', 'value_key'],
      cells.map((cell) => [insertedCode, codes.get(cell.field.label) as number, cell.text, valueKey(cell.key)]),
    );
  }

  private async field(definition: FieldDefinition, names: readonly string[], flags: FieldFlags): Promise<number> {
    const { label, type, min, max, pattern, mask, options } = definition;
    const { insertedCode } = await this.sql.write(
      `INSERT INTO field (id, client_id, list_id, position, label, type, min, max, pattern, mask, options, is_key, is_import_mandatory,
         locked_after_value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        stableId(...names),
        this.clientId,
        flags.listId,
        flags.position,
        label,
        type,
        min ?? null,
        max ?? null,
        pattern ?? null,
        mask ?? null,
        options ? JSON.stringify(options) : null,
        flags.isKey ? 1 : 0,
        flags.isKey || flags.isImportMandatory ? 1 : 0,
        flags.lockedAfterValue ? 1 : 0,
      ],
    );
    return insertedCode;
  }

  private listId(name: string): string {
    return stableId('list', this.client.name, name);
  }
}

/** A definition as the rules for values see it. */
function asField({ label, type, min, max, pattern, mask, options }: FieldDefinition): Field {
  return {
    code: 0,
    id: '',
    label,
    type,
    min: min ?? null,
    max: max ?? null,
    pattern: pattern ?? null,
    mask: mask ?? null,
    options: options ?? [],
    parentCode: null,
    parentOperator: null,
  };
}
