import { stableId } from '#application/stable-id';
import { PERMISSIONS } from '#domain/access/permission';
import type { GrantDefinition, Identified, PartialArchive, UserDefinition } from '#domain/archive/archive-definition';
import {
  emptyImage,
  sortedGrants,
  type ArchiveImage,
  type GrantImage,
  type Kind,
  type MutableImage,
  type Thing,
} from '#domain/archive/archive-image';
import type { ArchiveProblem, DefinitionPath } from '#domain/archive/archive-problem';
import { isStrongPassword } from '#domain/users/password';
import { fold } from '#domain/text';
import { ClientResolver, type ListSource } from './client-resolver';

/** By what a thing is known among its siblings. */
const PLACE: { [K in Kind]: (thing: Thing<K>) => unknown[] } = {
  units: ({ name }) => [name],
  boxTypes: ({ name }) => [name],
  profiles: ({ name }) => [name],
  clients: ({ name }) => [name],
  lists: ({ clientId, name }) => [clientId, name],
  levels: ({ clientId, parentId, name }) => [clientId, parentId, name],
  fields: ({ levelId, listId, label }) => [levelId, listId, label],
  boxes: ({ clientId, unitId, code }) => [clientId, unitId, code],
  origins: ({ clientId, message }) => [clientId, message],
  contracts: ({ clientId, number }) => [clientId, number],
  services: ({ contractId, description }) => [contractId, description],
  users: ({ login }) => [fold(login)],
  workflows: ({ clientId, name }) => [clientId, name],
};

/** A definition with ids for names. */
export interface Resolution {
  image: ArchiveImage;
  /** Where things stand in the definition, by id. */
  paths: ReadonlyMap<string, DefinitionPath>;
  lists: readonly ListSource[];
  problems: readonly ArchiveProblem[];
}

/**
 * @param hashes of the passwords of new users, by login.
 * @param options whether users whom the archive has stay at home where they are, whatever their grants say.
 */
export function resolve(
  definition: PartialArchive,
  running: ArchiveImage,
  hashes: ReadonlyMap<string, string>,
  options: { homesStay: boolean } = { homesStay: false },
): Resolution {
  const resolver = new DefinitionResolver(definition, running, hashes, options);
  resolver.run();
  return resolver;
}

/**
 * A thing has the id that it is given; else that of the thing of this name which the running archive has in this place; else
 * one that follows from the path of names. What an absent section would describe is taken from the running archive.
 */
export class DefinitionResolver implements Resolution {
  readonly image: MutableImage = emptyImage();
  readonly paths = new Map<string, DefinitionPath>();
  readonly problems: ArchiveProblem[] = [];
  readonly lists: ListSource[] = [];
  private readonly given = new Set<string>();
  private readonly places = new Map<Kind, Map<string, string>>();
  private readonly idsByName = new Map<string, string>();
  private idsByLogin?: ReadonlyMap<string, string>;

  constructor(
    private readonly definition: PartialArchive,
    readonly running: ArchiveImage,
    private readonly hashes: ReadonlyMap<string, string>,
    private readonly options: { homesStay: boolean },
  ) {
    collectIds(definition, this.given);
  }

  run(): void {
    const { units, boxTypes, profiles, clients, users } = this.definition;
    if (units)
      for (const [index, unit] of units.entries()) this.named('units', unit, 'unit', ['units', index], { cnpj: unit.cnpj ?? null });
    else this.keep('units');
    if (boxTypes)
      for (const [index, type] of boxTypes.entries()) this.named('boxTypes', asNamed(type), 'box-type', ['boxTypes', index], {});
    else this.keep('boxTypes');
    if (profiles) {
      for (const [index, profile] of profiles.entries()) {
        const permissions = PERMISSIONS.filter((permission) => profile.permissions.includes(permission));
        this.named('profiles', profile, 'profile', ['profiles', index], { permissions });
      }
    } else this.keep('profiles');
    const resolvers = clients?.map((client, index) => new ClientResolver(this, client, ['clients', index]));
    if (!resolvers) this.keep('clients', 'lists', 'levels', 'fields', 'boxes', 'origins', 'workflows', 'contracts', 'services');
    for (const resolver of resolvers ?? []) resolver.run();
    this.users(users);
    for (const resolver of resolvers ?? []) resolver.workflows();
  }

  /** @param place what tells the thing from its siblings in the running archive, as `PLACE` says it. */
  idOf(kind: Kind, thing: Identified, names: readonly string[], path: DefinitionPath, place: readonly unknown[]): string {
    const found = thing.id === undefined ? this.placesOf(kind).get(JSON.stringify(place)) : undefined;
    return this.taken(thing.id ?? found ?? stableId(...names), thing, path);
  }

  /** Of a part of a thing, which knows its parts: `known` is the id that it has there. */
  partId(part: Identified, known: string | undefined, names: readonly string[], path: DefinitionPath): string {
    const own = known !== undefined && !this.given.has(known) ? known : undefined;
    return this.taken(part.id ?? own ?? stableId(...names), part, path);
  }

  private taken(id: string, thing: Identified, path: DefinitionPath): string {
    if (this.paths.has(id)) {
      const message = `the id ${id} is that of another thing of this file already: ${thing.id ? 'ids are unique' : 'give one of them another id'}`;
      this.problems.push({ path, message });
    }
    this.paths.set(id, path);
    return id;
  }

  /** Ids of the running archive by place; those that the definition gives to a thing are taken. */
  private placesOf(kind: Kind): ReadonlyMap<string, string> {
    let places = this.places.get(kind);
    if (!places) {
      places = new Map<string, string>();
      const placeOf = PLACE[kind] as (thing: never) => unknown[];
      for (const [id, thing] of this.running[kind]) if (!this.given.has(id)) places.set(JSON.stringify(placeOf(thing as never)), id);
      this.places.set(kind, places);
    }
    return places;
  }

  put<K extends Kind>(kind: K, thing: Thing<K>): void {
    (this.image[kind] as Map<string, Thing<K>>).set((thing as { id: string }).id, thing);
  }

  /** The id that a name stands for; of an unknown one the id that it would have. */
  idByName(kind: 'units' | 'boxTypes' | 'profiles' | 'clients', prefix: string, name: string): string {
    const known = this.idsByName.get(`${kind} ${name}`);
    if (known !== undefined) return known;
    for (const thing of this.image[kind].values()) this.idsByName.set(`${kind} ${thing.name}`, thing.id);
    return this.idsByName.get(`${kind} ${name}`) ?? stableId(prefix, name);
  }

  /** Of an unknown login the id that its user would have. */
  userId(login: string): string {
    this.idsByLogin ??= new Map([...this.image.users.values()].map((user) => [fold(user.login), user.id]));
    return this.idsByLogin.get(fold(login)) ?? stableId('user', fold(login));
  }

  private keep(...kinds: Kind[]): void {
    for (const kind of kinds) {
      const target = this.image[kind] as Map<string, unknown>;
      this.running[kind].forEach((thing, id) => target.set(id, thing));
    }
  }

  private named<K extends 'units' | 'boxTypes' | 'profiles'>(
    kind: K,
    thing: Identified & { name: string },
    prefix: string,
    path: DefinitionPath,
    more: object,
  ): void {
    const id = this.idOf(kind, thing, [prefix, thing.name], path, [thing.name]);
    this.put(kind, { id, name: thing.name, ...more } as Thing<K>);
  }

  private users(users: readonly UserDefinition[] | undefined): void {
    for (const [index, user] of (users ?? []).entries()) this.user(user, ['users', index]);
    for (const user of this.running.users.values()) {
      if (this.image.users.has(user.id)) continue;
      const active = user.active && users === undefined;
      // Who may not log in needs no grant on what is gone.
      const grants = active ? user.grants : user.grants.filter((grant) => this.exists(grant));
      this.image.users.set(user.id, { ...user, active, grants, homeClientId: this.present(user.homeClientId) });
    }
  }

  private user(user: UserDefinition, path: DefinitionPath): void {
    const { login, name, email = null, home } = user;
    const id = this.idOf('users', user, ['user', fold(login)], path, [fold(login)]);
    const known = this.running.users.get(id);
    if (!known) this.checkPassword(user, path);
    const passwordHash = user.passwordHash ?? known?.passwordHash ?? this.hashes.get(login) ?? '';
    const grants = user.grants.map((grant) => this.grant(grant));
    const shown = grants[0]?.clientId ?? known?.homeClientId ?? null;
    const said = home === undefined ? shown : home && this.idByName('clients', 'client', home);
    const homeClientId = this.present(known && this.options.homesStay ? known.homeClientId : said);
    const active = user.active ?? known?.active ?? true;
    this.image.users.set(id, { id, name, login, email, active, passwordHash, homeClientId, grants: sortedGrants(grants) });
  }

  private checkPassword({ login, password, passwordHash }: UserDefinition, path: DefinitionPath): void {
    if (password === undefined && passwordHash === undefined) {
      this.problems.push({ path, message: `user "${login}" is new and needs a password or a password hash` });
    } else if (password !== undefined && !isStrongPassword(password)) {
      const rule = 'at least 8 characters with upper case, lower case, a digit and a special character';
      this.problems.push({ path: [...path, 'password'], message: `the password of user "${login}" is too weak: ${rule}` });
    }
  }

  private grant({ client, unit, level, profile }: GrantDefinition): GrantImage {
    const clientId = this.idByName('clients', 'client', client);
    return {
      clientId,
      unitId: unit === undefined ? null : this.idByName('units', 'unit', unit),
      levelId: level === undefined ? null : this.levelId(clientId, client, level),
      profileId: this.idByName('profiles', 'profile', profile),
    };
  }

  private levelId(clientId: string, client: string, names: readonly string[]): string {
    let at: string | null = null;
    for (const name of names) {
      const found = [...this.image.levels.values()].find(
        (level) => level.clientId === clientId && level.parentId === at && level.name === name,
      );
      if (!found) return stableId('level', client, ...names);
      at = found.id;
    }
    return at ?? stableId('level', client, ...names);
  }

  /** Nobody is at home at a client that is gone. */
  private present(clientId: string | null): string | null {
    return clientId !== null && this.image.clients.has(clientId) ? clientId : null;
  }

  private exists({ clientId, unitId, levelId, profileId }: GrantImage): boolean {
    const { clients, units, levels, profiles } = this.image;
    return (
      clients.has(clientId) &&
      profiles.has(profileId) &&
      (unitId === null || units.has(unitId)) &&
      (levelId === null || levels.has(levelId))
    );
  }
}

const asNamed = (thing: string | { name: string; id?: string }) => (typeof thing === 'string' ? { name: thing } : thing);

/** Whatever is called `id`, but in rows of lists, whose names are labels. */
function collectIds(value: unknown, ids: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectIds(item, ids);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (name === 'id' && typeof member === 'string') ids.add(member);
      else if (name !== 'rows') collectIds(member, ids);
    }
  }
}
