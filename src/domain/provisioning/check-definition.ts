import { fold } from '#domain/text';
import {
  asNamed,
  type ClientDefinition,
  type FieldDefinition,
  type GrantDefinition,
  type LevelDefinition,
  type ListDefinition,
  type NamedDefinition,
  type PartialArchive,
} from './archive-definition';
import type { ArchiveProblem, DefinitionPath } from './archive-problem';
import { checkWorkflows } from '#domain/workflows/check-design';
import { checkContracts } from './contract-definition';
import { checkFields, checkList, checkParentList, checkRetention, type VisibleFields } from './check-fields';
import { Problems } from './archive-problem';

/** Names that a definition may refer to without defining them: of the sections that it leaves as they are. */
export interface KnownNames {
  units: readonly string[];
  boxTypes: readonly string[];
  profiles: readonly string[];
  clients: readonly { name: string; units: readonly string[]; levels: readonly (readonly string[])[] }[];
  logins: readonly string[];
}

const nameOf = (thing: string | NamedDefinition) => asNamed(thing).name;
const pathText = (names: readonly string[]) => JSON.stringify(names);

interface Reachable {
  units: readonly string[];
  levels: ReadonlySet<string>;
}

interface Above {
  fields: VisibleFields;
  lists: readonly string[];
}

class DefinitionCheck {
  readonly problems = new Problems();
  private readonly units: ReadonlySet<string>;
  private readonly boxTypes: ReadonlySet<string>;
  private readonly profiles: ReadonlySet<string>;
  private readonly clients: ReadonlyMap<string, Reachable>;
  private readonly logins: ReadonlySet<string>;

  constructor(
    private readonly definition: PartialArchive,
    known: KnownNames,
  ) {
    this.units = new Set(definition.units?.map(nameOf) ?? known.units);
    this.boxTypes = new Set(definition.boxTypes?.map(nameOf) ?? known.boxTypes);
    this.profiles = new Set(definition.profiles?.map(nameOf) ?? known.profiles);
    // Users are never removed.
    this.logins = new Set([...(definition.users ?? []).map(({ login }) => login), ...known.logins].map(fold));
    const clients = definition.clients?.map((client) => ({ ...client, levels: levelPaths(client.levels ?? []) })) ?? known.clients;
    this.clients = new Map(clients.map(({ name, units, levels }) => [name, { units, levels: new Set(levels.map(pathText)) }]));
  }

  run(): void {
    const { units = [], boxTypes = [], profiles = [], clients = [], users = [] } = this.definition;
    this.names('unit', 'units', units.map(nameOf));
    this.names('box type', 'boxTypes', boxTypes.map(nameOf));
    this.names('profile', 'profiles', profiles.map(nameOf));
    this.names('client', 'clients', clients.map(nameOf));
    this.problems.unique(
      'login',
      users.map(({ login }) => login),
      (index) => ['users', index, 'login'],
    );
    for (const [index, client] of clients.entries()) this.client(client, ['clients', index]);
    for (const [index, user] of users.entries()) {
      if (user.password !== undefined && user.passwordHash !== undefined) {
        this.problems.add(['users', index, 'password'], `user "${user.login}" has both a password and a password hash`);
      }
      if (user.home && !this.clients.has(user.home)) this.problems.add(['users', index, 'home'], `client "${user.home}" is not defined`);
      this.grants(user.grants, user.login, ['users', index, 'grants']);
    }
  }

  private names(what: string, section: string, names: readonly string[]): void {
    this.problems.unique(what, names, (index) => [section, index]);
  }

  private refer(names: ReadonlySet<string>, what: string, name: string, path: DefinitionPath): void {
    if (!names.has(name)) this.problems.add(path, `${what} "${name}" is not defined`);
  }

  private client(client: ClientDefinition, path: DefinitionPath): void {
    const { lists = [], levels = [], boxes = [], signatureOrigins = [], workflows = [], contracts = [] } = client;
    for (const [index, unit] of client.units.entries()) this.refer(this.units, 'unit', unit, [...path, 'units', index]);
    this.problems.unique('unit', client.units, (index) => [...path, 'units', index]);
    if (client.defaultProfile !== undefined) this.refer(this.profiles, 'profile', client.defaultProfile, [...path, 'defaultProfile']);
    this.problems.unique('list', lists.map(nameOf), (index) => [...path, 'lists', index, 'name']);
    const byName = new Map(lists.map((list) => [list.name, list]));
    for (const [index, list] of lists.entries()) {
      checkList(list, [...path, 'lists', index], this.problems);
      checkParentList(list, byName, [...path, 'lists', index], this.problems);
    }
    this.levels(levels, byName, { fields: new Map(), lists: [] }, [...path, 'levels']);
    this.boxes(client, boxes, [...path, 'boxes']);
    checkContracts(contracts, client, [...path, 'contracts'], this.problems);
    const messages = signatureOrigins.map((origin) => (typeof origin === 'string' ? origin : origin.message));
    this.problems.unique('signature origin', messages, (index) => [...path, 'signatureOrigins', index]);
    checkWorkflows(workflows, byName, this.logins, new Set(levelPaths(levels).map(pathText)), [...path, 'workflows'], this.problems);
  }

  private levels(levels: readonly LevelDefinition[], lists: ReadonlyMap<string, ListDefinition>, above: Above, path: DefinitionPath): void {
    this.problems.unique('level', levels.map(nameOf), (index) => [...path, index, 'name']);
    for (const [index, level] of levels.entries()) this.level(level, lists, above, [...path, index]);
  }

  private level(level: LevelDefinition, lists: ReadonlyMap<string, ListDefinition>, above: Above, path: DefinitionPath): void {
    const { fields = [], lists: attached = [], levels = [] } = level;
    this.labels(fields, above.fields, [...path, 'fields']);
    checkFields(fields, above.fields, [...path, 'fields'], this.problems);
    for (const [index, { name }] of attached.entries()) {
      const at = [...path, 'lists', index, 'name'];
      if (!lists.has(name)) this.problems.add(at, `list "${name}" is not defined for this client`);
      const earlier = [...above.lists, ...attached.slice(0, index).map(nameOf)];
      if (earlier.includes(name)) this.problems.add(at, `list "${name}" is on this level already, or on a level above`);
    }
    const visible = new Map([...above.fields, ...fields.map((field) => [field.label, field] as const)]);
    checkRetention(level, visible, above.lists, lists, path, this.problems);
    this.levels(levels, lists, { fields: visible, lists: [...above.lists, ...attached.map(nameOf)] }, [...path, 'levels']);
  }

  private labels(fields: readonly FieldDefinition[], above: VisibleFields, path: DefinitionPath): void {
    const inherited = new Set([...above.keys()].map(fold));
    this.problems.unique(
      'field',
      fields.map(({ label }) => label),
      (index) => [...path, index, 'label'],
    );
    for (const [index, { label }] of fields.entries()) {
      if (inherited.has(fold(label))) this.problems.add([...path, index, 'label'], `field "${label}" is on a level above already`);
    }
  }

  private boxes(client: ClientDefinition, boxes: NonNullable<ClientDefinition['boxes']>, path: DefinitionPath): void {
    const seen = new Set<string>();
    const take = (code: number, numbering: 'client' | 'unit', at: DefinitionPath) => {
      if (seen.has(`${numbering} ${code}`)) this.problems.add(at, `box ${code}, numbered by the ${numbering}, is there twice`);
      seen.add(`${numbering} ${code}`);
    };
    for (const [index, { code, type, unit, subBoxes = [] }] of boxes.entries()) {
      const numbering = unit === undefined ? 'client' : 'unit';
      take(code, numbering, [...path, index, 'code']);
      for (const [inner, subBox] of subBoxes.entries()) take(subBox.code, numbering, [...path, index, 'subBoxes', inner, 'code']);
      this.refer(this.boxTypes, 'box type', type, [...path, index, 'type']);
      if (unit !== undefined) this.refer(new Set(client.units), `unit of client "${client.name}"`, unit, [...path, index, 'unit']);
    }
  }

  private grants(grants: readonly GrantDefinition[], login: string, path: DefinitionPath): void {
    const seen = new Set<string>();
    for (const [index, { client, unit, level, profile }] of grants.entries()) {
      const at = [...path, index];
      const text = JSON.stringify([client, unit, level, profile]);
      if (seen.has(text)) this.problems.add(at, `user "${login}" has this grant twice`);
      seen.add(text);
      this.refer(this.profiles, 'profile', profile, [...at, 'profile']);
      const reachable = this.clients.get(client);
      if (!reachable) {
        this.problems.add([...at, 'client'], `client "${client}" is not defined`);
        continue;
      }
      if (unit !== undefined) this.refer(new Set(reachable.units), `unit of client "${client}"`, unit, [...at, 'unit']);
      if (level && !reachable.levels.has(pathText(level))) {
        this.problems.add([...at, 'level'], `client "${client}" has no level "${level.join(' > ')}"`);
      }
    }
  }
}

function levelPaths(levels: readonly LevelDefinition[], above: readonly string[] = []): string[][] {
  return levels.flatMap(({ name, levels: under = [] }) => [[...above, name], ...levelPaths(under, [...above, name])]);
}

/** All problems of a definition that it shows by itself. */
export function checkDefinition(definition: PartialArchive, known: KnownNames): readonly ArchiveProblem[] {
  const check = new DefinitionCheck(definition, known);
  check.run();
  return check.problems.found;
}
