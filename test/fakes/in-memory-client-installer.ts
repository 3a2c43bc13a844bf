import { stableId } from '#application/stable-id';
import type {
  BoxDefinition,
  ClientDefinition,
  FieldDefinition,
  LevelDefinition,
  ListDefinition,
  ListFieldDefinition,
  SubBoxDefinition,
} from '#domain/archive/archive-definition';
import { readFieldValue } from '#domain/documents/field-value';
import { ClientStructure, type NodeField, type NodeList, type TreeNode } from '#domain/trees/client-structure';
import type { Field } from '#domain/trees/field';
import { joinKeys, type ValueList } from '#domain/value-lists/value-list';
import { contractOf } from './in-memory-billing';
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
    const { name, units, defaultProfile, lists = [], levels, boxes = [], signatureOrigins = [], contracts = [] } = this.client;
    for (const list of lists) this.list(list);
    for (const level of levels) this.level(level, [], null, new Map());
    const serving = units.map((unit) => this.tables.units.get(stableId('unit', unit))!);
    const structure = new ClientStructure(this.clientId, name, serving, this.nodes, this.nodeFields, this.nodeLists, [
      ...this.lists.values(),
    ]);
    this.tables.structures.set(this.clientId, structure);
    if (defaultProfile !== undefined) {
      this.tables.defaultProfiles.set(this.clientId, this.tables.profiles.get(stableId('profile', defaultProfile))!);
    }
    for (const box of boxes) this.box(box);
    for (const contract of contracts) {
      const entry = contractOf(contract, { id: this.clientId, name });
      if (!contract.suspended) this.tables.contracts.set(entry.id, entry);
    }
    for (const origin of signatureOrigins) {
      const message = typeof origin === 'string' ? origin : origin.message;
      const id = stableId('origin', name, message);
      this.tables.origins.set(id, { id, message, clientId: this.clientId });
    }
  }

  /** The box itself, then the boxes within it. */
  private box({ type, unit, subBoxes = [], ...outer }: BoxDefinition): void {
    const place = { numberedBy: unit ? 'unit' : 'client', unitId: unit ? stableId('unit', unit) : null } as const;
    const idOf = (code: number) => stableId('box', this.client.name, unit ?? '', String(code));
    const kind = { ...place, typeId: stableId('box-type', type), typeName: type, clientId: this.clientId };
    const add = ({ code, provisional }: SubBoxDefinition, parentId: string | null) =>
      this.tables.boxes.set(idOf(code), { id: idOf(code), code, ...kind, parentId, provisional: provisional ?? null });
    add(outer, null);
    for (const subBox of subBoxes) add(subBox, idOf(outer.code));
  }

  /** @param inherited codes of the fields of the levels above, by label. */
  private level(
    { name, fields = [], lists = [], retention, levels = [] }: LevelDefinition,
    above: readonly string[],
    parentCode: number | null,
    inherited: ReadonlyMap<string, number>,
  ) {
    const names = [...above, name];
    const code = this.tables.nextCode();
    const idOf = (label: string) => stableId('field', this.client.name, ...names, label);
    const made = fields.map((field) => this.field(field, idOf(field.label)));
    const codes = new Map([...inherited, ...made.map((field) => [field.label, field.code] as const)]);
    const attached = fields.map((definition, position): NodeField => {
      const field = withParent(made[position]!, definition, codes);
      return { nodeCode: code, field, mandatory: definition.mandatory ?? false, position };
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
    for (const child of levels) this.level(child, names, code, codes);
  }

  private list({ name, kind, allowsInclusion = false, parent, fields, rows = [] }: ListDefinition): void {
    const id = stableId('list', this.client.name, name);
    const listFields = fields.map((definition) => ({
      ...this.field(definition, stableId('list-field', this.client.name, name, definition.label)),
      ...flagsOf(definition),
    }));
    const codes = new Map(listFields.map((field) => [field.label, field.code]));
    const withParents = listFields.map((field, index) => withParent(field, fields[index]!, codes));
    const parentListId = parent === undefined ? null : stableId('list', this.client.name, parent);
    const list = { id, name, kind, allowsInclusion, parentListId, fields: withParents };
    this.lists.set(name, list);
    for (const row of rows) this.row(list, row);
  }

  private row({ id: listId, name, fields }: ValueList, row: Readonly<Record<string, string>>): void {
    const cells = fields.flatMap((field) => {
      const reading = row[field.label] ? readFieldValue(field, row[field.label]!) : null;
      if (reading && !reading.ok) throw new Error(`field ${field.label}: ${reading.code}`);
      return reading ? [{ field, fieldCode: field.code, ...reading.value }] : [];
    });
    const key = joinKeys(cells.filter(({ field }) => field.isKey).map((cell) => cell.key));
    const code = this.tables.nextCode();
    this.tables.listRows.set(code, { code, id: stableId('row', this.client.name, name, key), clientId: this.clientId, listId, key, cells });
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

function withParent<F extends Field>(
  field: F,
  { parent, operator }: Pick<FieldDefinition, 'parent' | 'operator'>,
  codes: ReadonlyMap<string, number>,
): F {
  return parent === undefined ? field : { ...field, parentCode: codes.get(parent) ?? null, parentOperator: operator ?? null };
}
