import { newId } from '#application/ids';
import { stableId } from '#application/stable-id';
import type {
  ClientDefinition,
  FieldDefinition,
  LevelDefinition,
  ListDefinition,
  ListFieldDefinition,
} from '#domain/archive/archive-definition';
import { readFieldValue } from '#domain/documents/field-value';
import { ClientStructure, type NodeField, type NodeList, type TreeNode } from '#domain/trees/client-structure';
import type { Field } from '#domain/trees/field';
import { joinKeys, type ValueList } from '#domain/value-lists/value-list';
import type { InMemoryDatabase } from './in-memory-database';

type Tables = InMemoryDatabase['tables'];

/** Brings one client of a definition into the tables. */
export class InMemoryClientInstaller {
  private readonly nodes: TreeNode[] = [];
  private readonly nodeFields: NodeField[] = [];
  private readonly nodeLists: NodeList[] = [];
  private readonly lists = new Map<string, ValueList>();
  private readonly clientId: string;

  constructor(
    private readonly tables: Tables,
    private readonly client: ClientDefinition,
  ) {
    this.clientId = stableId('client', client.name);
  }

  install(): void {
    const { name, units, lists = [], levels, boxes = [], signatureOrigins = [] } = this.client;
    for (const list of lists) this.list(list);
    for (const level of levels) this.level(level, [], null);
    const serving = units.map((unit) => this.tables.units.get(stableId('unit', unit))!);
    const structure = new ClientStructure(this.clientId, name, serving, this.nodes, this.nodeFields, this.nodeLists, [
      ...this.lists.values(),
    ]);
    this.tables.structures.set(this.clientId, structure);
    for (const { code, type, unit } of boxes) {
      const place = { numberedBy: unit ? 'unit' : 'client', unitId: unit ? stableId('unit', unit) : null } as const;
      const box = { id: newId(), code, ...place, typeId: stableId('box-type', type), typeName: type, clientId: this.clientId };
      this.tables.boxes.set(box.id, box);
    }
    for (const message of signatureOrigins) {
      const id = stableId('origin', name, message);
      this.tables.origins.set(id, { id, message, clientId: this.clientId });
    }
  }

  private level(
    { name, fields = [], lists = [], retention, levels = [] }: LevelDefinition,
    above: readonly string[],
    parentCode: number | null,
  ) {
    const names = [...above, name];
    const code = this.tables.nextCode();
    const attached = fields.map((field, position): NodeField => {
      const id = stableId('field', this.client.name, ...names, field.label);
      return { nodeCode: code, field: this.field(field, id), mandatory: field.mandatory ?? false, position };
    });
    const reference = attached.find(({ field }) => field.label === retention?.field);
    const rule = retention && reference ? { referenceFieldCode: reference.field.code, months: retention.months } : null;
    const id = stableId('level', this.client.name, ...names);
    this.nodes.push({ code, id, parentCode, name, path: names.join(' > '), retention: rule });
    this.nodeFields.push(...attached);
    lists.forEach((list, index) => {
      const known = this.lists.get(list.name)!;
      this.nodeLists.push({ nodeCode: code, list: known, mandatory: list.mandatory ?? false, position: fields.length + index });
    });
    for (const child of levels) this.level(child, names, code);
  }

  private list({ name, kind, allowsInclusion = false, fields, rows = [] }: ListDefinition): void {
    const id = stableId('list', this.client.name, name);
    const listFields = fields.map((definition) => ({
      ...this.field(definition, stableId('list-field', this.client.name, name, definition.label)),
      ...flagsOf(definition),
    }));
    const list = { id, name, kind, allowsInclusion, parentListId: null, fields: listFields };
    this.lists.set(name, list);
    for (const row of rows) this.row(list, row);
  }

  private row({ id: listId, fields }: ValueList, row: Readonly<Record<string, string>>): void {
    const cells = fields.flatMap((field) => {
      const reading = row[field.label] ? readFieldValue(field, row[field.label]!) : null;
      if (reading && !reading.ok) throw new Error(`field ${field.label}: ${reading.code}`);
      return reading ? [{ field, fieldCode: field.code, ...reading.value }] : [];
    });
    const key = joinKeys(cells.filter(({ field }) => field.isKey).map((cell) => cell.key));
    const code = this.tables.nextCode();
    this.tables.listRows.set(code, { code, id: newId(), clientId: this.clientId, listId, key, cells });
  }

  private field({ label, type, min, max, pattern, mask, options = [] }: FieldDefinition, id: string): Field {
    const rules = { min: min ?? null, max: max ?? null, pattern: pattern ?? null, mask: mask ?? null, options };
    return { code: this.tables.nextCode(), id, label, type, ...rules, parentCode: null, parentOperator: null };
  }
}

const flagsOf = ({ key = false, importMandatory = false, lockedAfterValue = false }: ListFieldDefinition) => ({
  isKey: key,
  isImportMandatory: key || importMandatory,
  lockedAfterValue,
});
