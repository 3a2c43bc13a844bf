import type {
  BoxDefinition,
  ClientDefinition,
  FieldDefinition,
  LevelDefinition,
  ListDefinition,
  ListFieldDefinition,
  SubBoxDefinition,
} from '#domain/provisioning/archive-definition';
import type { DefinitionPath } from '#domain/provisioning/archive-problem';
import { putContracts } from './contract-resolver';
import type { DefinitionIds } from './definition-ids';
import { WorkflowResolver } from './workflow-resolver';

interface Place {
  names: readonly string[];
  id: string | null;
  /** Ids of the fields and lists above, by their names. */
  fields: ReadonlyMap<string, string>;
}

const NO_FLAGS = { mandatory: false, key: false, importMandatory: false, lockedAfterValue: false };

/** Assigns ids to everything that belongs to one client. */
export class ClientResolver {
  private readonly id: string;
  private readonly listIds = new Map<string, string>();
  /** Keyed by the JSON of the names from the root. */
  private readonly levelIds = new Map<string, string>();
  private readonly listFieldIds = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    private readonly all: DefinitionIds,
    private readonly client: ClientDefinition,
    private readonly path: DefinitionPath,
  ) {
    this.id = all.idOf('clients', client, ['client', client.name], path, [client.name]);
  }

  run(): void {
    const { id, path, all } = this;
    const { name, units, defaultProfile, lists = [], levels = [], boxes = [], signatureOrigins = [], contracts = [] } = this.client;
    all.put('clients', {
      id,
      name,
      unitIds: units.map((unit) => all.idByName('units', 'unit', unit)).sort(),
      defaultProfileId: defaultProfile === undefined ? null : all.idByName('profiles', 'profile', defaultProfile),
    });
    for (const [index, list] of lists.entries()) this.listIds.set(list.name, this.listId(list, [...path, 'lists', index]));
    for (const [index, list] of lists.entries()) this.list(list, [...path, 'lists', index]);
    for (const [index, level] of levels.entries()) {
      this.level(level, { names: [], id: null, fields: new Map() }, [...path, 'levels', index]);
    }
    for (const [index, box] of boxes.entries()) this.box(box, [...path, 'boxes', index]);
    putContracts(all, { id, name }, contracts, [...path, 'contracts']);
    for (const [index, origin] of signatureOrigins.entries()) {
      const given = typeof origin === 'string' ? { message: origin } : origin;
      const names = ['origin', name, given.message];
      const originId = all.idOf('origins', given, names, [...path, 'signatureOrigins', index], [id, given.message]);
      all.put('origins', { id: originId, clientId: id, message: given.message });
    }
  }

  /** Called once users have ids. */
  afterUsers(): void {
    this.workflows();
    this.webhooks();
  }

  private webhooks(): void {
    const { webhooks } = this.client;
    if (!webhooks) {
      for (const webhook of this.all.running.webhooks.values()) if (webhook.clientId === this.id) this.all.put('webhooks', webhook);
    }
    for (const [index, webhook] of (webhooks ?? []).entries()) {
      const { url, description = '', types = [], level, user } = webhook;
      const path = [...this.path, 'webhooks', index];
      const names = ['webhook', this.client.name, url];
      const id = this.all.idOf('webhooks', webhook, names, path, [this.id, url]);
      const levelId = level && this.levelIds.get(JSON.stringify(level));
      if (level && levelId === undefined) {
        this.all.problems.push({ path, message: `client "${this.client.name}" has no level "${level.join(' > ')}"` });
      }
      const userId = this.all.userId(user);
      this.all.put('webhooks', { id, clientId: this.id, url, description, types, levelId: levelId ?? null, userId });
    }
  }

  private workflows(): void {
    const { id: clientId, levelIds, listIds, listFieldIds } = this;
    const around = { clientId, clientName: this.client.name, levelIds, listIds, listFieldIds };
    for (const [index, workflow] of (this.client.workflows ?? []).entries()) {
      new WorkflowResolver(this.all, around, workflow, [...this.path, 'workflows', index]).run();
    }
  }

  private listId(list: ListDefinition, path: DefinitionPath): string {
    return this.all.idOf('lists', list, ['list', this.client.name, list.name], path, [this.id, list.name]);
  }

  private list(definition: ListDefinition, path: DefinitionPath): void {
    const { name, kind, allowsInclusion = false, parent, fields } = definition;
    const id = this.listIds.get(name) as string;
    const parentListId = parent === undefined ? null : (this.listIds.get(parent) ?? null);
    this.all.put('lists', { id, clientId: this.id, name, kind, allowsInclusion, parentListId });
    const place = { levelId: null, listId: id };
    this.listFieldIds.set(name, this.fields(fields, place, ['list-field', this.client.name, name], new Map(), [...path, 'fields']));
    this.all.lists.push({ clientId: this.id, listId: id, clientName: this.client.name, definition, path });
  }

  private level(definition: LevelDefinition, above: Place, path: DefinitionPath): void {
    const { name, fields = [], lists = [], retention, reading = null, decimal = null, levels = [] } = definition;
    const names = [...above.names, name];
    const id = this.all.idOf('levels', definition, ['level', this.client.name, ...names], path, [this.id, above.id, name]);
    this.levelIds.set(JSON.stringify(names), id);
    const own = this.fields(fields, { levelId: id, listId: null }, ['field', this.client.name, ...names], above.fields, [
      ...path,
      'fields',
    ]);
    const visible = new Map([...above.fields, ...own]);
    const references = retention?.list === undefined ? visible : this.listFieldIds.get(retention.list);
    const reference = retention && references?.get(retention.field);
    this.all.put('levels', {
      id,
      clientId: this.id,
      parentId: above.id,
      name,
      path: names.join(' > '),
      retention: retention && reference ? { fieldId: reference, months: retention.months } : null,
      reading,
      decimal,
      lists: lists.flatMap((list) => {
        const listId = this.listIds.get(list.name);
        return listId ? [{ listId, mandatory: list.mandatory ?? false }] : [];
      }),
    });
    for (const [index, child] of levels.entries()) this.level(child, { names, id, fields: visible }, [...path, 'levels', index]);
  }

  /** Answers the ids of these fields by their labels. */
  private fields(
    fields: readonly (FieldDefinition | ListFieldDefinition)[],
    place: { levelId: string | null; listId: string | null },
    names: readonly string[],
    above: ReadonlyMap<string, string>,
    path: DefinitionPath,
  ): Map<string, string> {
    const ids = new Map<string, string>();
    for (const [index, field] of fields.entries()) {
      const at = [place.levelId, place.listId, field.label];
      ids.set(field.label, this.all.idOf('fields', field, [...names, field.label], [...path, index], at));
    }
    for (const [position, field] of fields.entries()) {
      const { label, type, min = null, max = null, pattern = null, mask = null, options = [], parent, operator = null } = field;
      const { mandatory, key, importMandatory, lockedAfterValue } = { ...NO_FLAGS, ...field };
      this.all.put('fields', {
        ...{ id: ids.get(label) as string, clientId: this.id, ...place, position },
        ...{ label, type, mandatory, min, max, pattern, mask, options },
        parentFieldId: parent === undefined ? null : (ids.get(parent) ?? above.get(parent) ?? null),
        parentOperator: operator,
        isKey: key,
        isImportMandatory: key || importMandatory,
        lockedAfterValue,
      });
    }
    return ids;
  }

  /** The box itself, then the boxes within it. */
  private box({ type, unit, subBoxes = [], ...box }: BoxDefinition, path: DefinitionPath): void {
    const unitId = unit === undefined ? null : this.all.idByName('units', 'unit', unit);
    const typeId = this.all.idByName('boxTypes', 'box-type', type);
    const put = (each: SubBoxDefinition, parentId: string | null, at: DefinitionPath) => {
      const names = ['box', this.client.name, unit ?? '', String(each.code)];
      const id = this.all.idOf('boxes', each, names, at, [this.id, unitId, each.code]);
      this.all.put('boxes', { id, clientId: this.id, code: each.code, unitId, typeId, provisional: each.provisional ?? null, parentId });
      return id;
    };
    const id = put(box, null, path);
    for (const [index, subBox] of subBoxes.entries()) put(subBox, id, [...path, 'subBoxes', index]);
  }
}
