import { stableId } from '#application/support/stable-id';
import { PERMISSIONS } from '#domain/access/permission';
import {
  asNamed,
  type GrantDefinition,
  type NamedDefinition,
  type PartialArchive,
  type UserDefinition,
} from '#domain/provisioning/archive-definition';
import {
  levelAt,
  sortedGrants,
  type ArchiveImage,
  type GrantImage,
  type Kind,
  type Thing,
  type UserImage,
} from '#domain/provisioning/archive-image';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { isStrongPassword, NO_PASSWORD_HASH } from '#domain/users/password';
import { fold } from '#domain/text';
import { ClientResolver } from './client-resolver';
import { DefinitionIds, type ListSource } from './definition-ids';

/** A definition with ids for names. */
export interface Resolution {
  image: ArchiveImage;
  /** Paths in the definition, by id. */
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

/** Builds the image that a definition describes. Absent sections are taken from the running archive. */
class DefinitionResolver extends DefinitionIds implements Resolution {
  constructor(
    private readonly definition: PartialArchive,
    running: ArchiveImage,
    private readonly hashes: ReadonlyMap<string, string>,
    private readonly options: { homesStay: boolean },
  ) {
    super(definition, running);
  }

  run(): void {
    const { units, boxTypes, profiles, clients, users } = this.definition;
    this.named('units', 'unit', units, ({ cnpj = null }) => ({ cnpj }));
    this.named('boxTypes', 'box-type', boxTypes?.map(asNamed), () => ({}));
    this.named('profiles', 'profile', profiles, ({ permissions: held }) => ({
      permissions: PERMISSIONS.filter((permission) => held.includes(permission)),
    }));
    const resolvers = clients?.map((client, index) => new ClientResolver(this, client, ['clients', index]));
    if (!resolvers) this.keep('clients', 'lists', 'levels', 'fields', 'boxes', 'origins', 'workflows', 'contracts', 'services', 'webhooks');
    for (const resolver of resolvers ?? []) resolver.run();
    this.users(users);
    for (const resolver of resolvers ?? []) resolver.afterUsers();
  }

  private keep(...kinds: Kind[]): void {
    for (const kind of kinds) {
      const target = this.image[kind] as Map<string, unknown>;
      this.running[kind].forEach((thing, id) => target.set(id, thing));
    }
  }

  private named<K extends 'units' | 'boxTypes' | 'profiles', T extends NamedDefinition>(
    kind: K,
    prefix: string,
    section: readonly T[] | undefined,
    more: (thing: T) => object,
  ): void {
    if (!section) return this.keep(kind);
    for (const [index, thing] of section.entries()) {
      const { name } = thing;
      const id = this.idOf(kind, thing, [prefix, name], [kind, index], [name]);
      this.put(kind, { id, name, ...more(thing) } as Thing<K>);
    }
  }

  private users(users: readonly UserDefinition[] | undefined): void {
    for (const [index, user] of (users ?? []).entries()) this.user(user, ['users', index]);
    for (const user of this.running.users.values()) {
      if (this.image.users.has(user.id)) continue;
      const active = user.active && users === undefined;
      // Grants of an inactive user may refer to removed things.
      const grants = active ? user.grants : user.grants.filter((grant) => this.exists(grant));
      this.image.users.set(user.id, { ...user, active, grants, homeClientId: this.present(user.homeClientId) });
    }
  }

  private user(user: UserDefinition, path: DefinitionPath): void {
    const { login, name, email = null, home } = user;
    const id = this.idOf('users', user, this.userNames(login), path, [fold(login)]);
    const known = this.running.users.get(id);
    const service = user.service ?? known?.service ?? false;
    this.checkService(user, known, path);
    if (!service && !known) this.checkPassword(user, path);
    const passwordHash = service ? NO_PASSWORD_HASH : this.hashOf(user, known);
    const grants = user.grants.map((grant) => this.grant(grant));
    const shown = grants[0]?.clientId ?? known?.homeClientId ?? null;
    const said = home === undefined ? shown : home && this.idByName('clients', 'client', home);
    const homeClientId = this.present(known && this.options.homesStay ? known.homeClientId : said);
    const active = user.active ?? known?.active ?? true;
    this.image.users.set(id, { id, name, login, email, active, passwordHash, service, homeClientId, grants: sortedGrants(grants) });
  }

  private hashOf({ login, passwordHash }: UserDefinition, known: UserImage | undefined): string {
    return passwordHash ?? known?.passwordHash ?? this.hashes.get(login) ?? '';
  }

  /** A person does not become a program, who would lose the password; nor a program a person. */
  private checkService({ login, password, service }: UserDefinition, known: UserImage | undefined, path: DefinitionPath): void {
    if (known && service !== undefined && service !== known.service) {
      const message = known.service ? `user "${login}" is a service account, and stays one` : `user "${login}" is a person, and stays one`;
      this.problems.push({ path: [...path, 'service'], message });
    }
    if (password !== undefined && (service ?? known?.service))
      this.problems.push({ path: [...path, 'password'], message: `user "${login}" is a service account, which has no password` });
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
      levelId: level === undefined ? null : (levelAt(this.image.levels, clientId, level)?.id ?? stableId('level', client, ...level)),
      profileId: this.idByName('profiles', 'profile', profile),
    };
  }

  /** A removed client cannot be a user's home. */
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
