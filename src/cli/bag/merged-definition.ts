import { DefinitionWriter } from '#application/archive/definition-writer';
import type {
  ArchiveDefinition,
  ClientDefinition,
  GrantDefinition,
  Identified,
  NamedDefinition,
  UserDefinition,
} from '#domain/archive/archive-definition';
import type { ArchiveImage } from '#domain/archive/archive-image';
import type { ContractDefinition } from '#domain/archive/contract-definition';
import { fold } from '#domain/text';
import { NO_PASSWORD_HASH } from '#domain/users/password';
import { BagRefused } from './bag-refused';

/** What a bag describes: one client, and what it needs; users whom it gives no password have the hash of none. */
export interface ComingClient {
  client: ClientDefinition & { id: string };
  units: readonly NamedDefinition[];
  boxTypes: readonly NamedDefinition[];
  profiles: ArchiveDefinition['profiles'];
  users: readonly (UserDefinition & { passwordHash: string })[];
}

/** A client more in the archive, and all else as it is: what both have is left as the running archive has it. */
export function mergedDefinition(image: ArchiveImage, coming: ComingClient): ArchiveDefinition {
  return completed(image, joinedDefinition(image, coming), coming);
}

/** The same while the client is on its way: nobody of it logs in, and nothing of it is billed. */
export function begunDefinition(image: ArchiveImage, coming: ComingClient): ArchiveDefinition {
  const { contracts: _, ...client } = coming.client;
  return joinedDefinition(image, { ...coming, client, users: coming.users.map((user) => ({ ...user, passwordHash: NO_PASSWORD_HASH })) });
}

/** What was left for the end: contracts, the hashes of those whom the client alone has, and grants of those who can log in already. */
export function completedDefinition(image: ArchiveImage, coming: ComingClient): ArchiveDefinition {
  return completed(image, written(image), coming);
}

const written = (image: ArchiveImage) => new DefinitionWriter(image, { ids: true, passwordHashes: true }).write();

function joinedDefinition(image: ArchiveImage, theirs: ComingClient): ArchiveDefinition {
  const running = written(image);
  const { client, units, boxTypes, profiles, users } = asCalledHere(image, theirs);
  const boxTypesHere = running.boxTypes.map((type) => (typeof type === 'string' ? { name: type } : type));
  return {
    units: joined(running.units, units, ({ name }) => name),
    boxTypes: joined(boxTypesHere, boxTypes, ({ name }) => name),
    profiles: joined(running.profiles, profiles, ({ name }) => name),
    clients: [...running.clients, client],
    users: joined(running.users, users, ({ login }) => fold(login)),
  };
}

/** Those that are not there yet, by id or by name. */
function joined<T extends Identified>(running: readonly T[], coming: readonly T[], nameOf: (thing: T) => string): T[] {
  const known = new Set(running.flatMap((thing) => [thing.id, nameOf(thing)]));
  return [...running, ...coming.filter((thing) => !known.has(thing.id) && !known.has(nameOf(thing)))];
}

function completed(image: ArchiveImage, running: ArchiveDefinition, theirs: ComingClient): ArchiveDefinition {
  const { client, users } = asCalledHere(image, theirs);
  const coming = new Map(users.map((user) => [user.id, user]));
  return {
    ...running,
    clients: running.clients.map((here) =>
      here.id === client.id ? { ...here, contracts: joinedContracts(here.contracts ?? [], client.contracts ?? []) } : here,
    ),
    users: running.users.map((user) => {
      const same = coming.get(user.id);
      return same && fold(same.login) === fold(user.login) ? completedUser(image, user, same, client.name) : user;
    }),
  };
}

function completedUser(image: ArchiveImage, user: UserDefinition, coming: ComingClient['users'][number], client: string): UserDefinition {
  const home = image.users.get(user.id as string)?.homeClientId ?? null;
  // Whoever is at home elsewhere, and was shut out there, is not to change home by a bag.
  const mayEnter = user.grants.length > 0 || home === null;
  const isOwn = mayEnter && user.grants.every((grant) => grant.client === client);
  const isWaiting = isOwn && user.passwordHash === NO_PASSWORD_HASH;
  const isIn = user.grants.some((grant) => grant.client === client);
  return {
    ...user,
    grants: mayEnter && !isIn ? [...user.grants, ...coming.grants] : user.grants,
    // A password that somebody has is nothing that a bag may change.
    ...(isWaiting && { passwordHash: coming.passwordHash }),
    // Other clients' bags have brought the user without.
    ...(isWaiting && user.email === undefined && coming.email !== undefined && { email: coming.email }),
  };
}

function joinedContracts(running: readonly ContractDefinition[], coming: readonly ContractDefinition[]): ContractDefinition[] {
  const ids = new Set(running.map(({ id }) => id));
  const more = coming.filter(({ id }) => !ids.has(id));
  const clashes = more.flatMap(({ id, number }) => {
    const other = running.find((contract) => contract.number === number);
    return other ? [`o contrato "${number}" do bag (${id}) não é o contrato "${number}" deste acervo (${other.id})`] : [];
  });
  if (clashes.length > 0) throw new BagRefused(clashes);
  return [...running, ...more];
}

/** What the archive has under another name is called by that name. */
function asCalledHere(image: ArchiveImage, coming: ComingClient): ComingClient {
  const renamed = (here: ReadonlyMap<string, NamedDefinition>, theirs: readonly NamedDefinition[]) => {
    const names = new Map(theirs.map(({ id, name }) => [name, here.get(id ?? '')?.name ?? name]));
    return (name: string) => names.get(name) ?? name;
  };
  const unit = renamed(image.units, coming.units);
  const boxType = renamed(image.boxTypes, coming.boxTypes);
  const profile = renamed(image.profiles, coming.profiles);
  const client = renamed(image.clients, [coming.client]);
  const { units, defaultProfile, boxes, contracts } = coming.client;
  const grant = (each: GrantDefinition): GrantDefinition => ({
    ...each,
    client: client(each.client),
    ...(each.unit !== undefined && { unit: unit(each.unit) }),
    profile: profile(each.profile),
  });
  return {
    ...coming,
    client: {
      ...coming.client,
      name: client(coming.client.name),
      units: units.map(unit),
      ...(defaultProfile !== undefined && { defaultProfile: profile(defaultProfile) }),
      ...(boxes && {
        boxes: boxes.map((box) => ({ ...box, type: boxType(box.type), ...(box.unit !== undefined && { unit: unit(box.unit) }) })),
      }),
      ...(contracts && { contracts: contracts.map((contract) => ({ ...contract, unit: unit(contract.unit) })) }),
    },
    users: coming.users.map((user) => ({ ...user, grants: user.grants.map(grant) })),
  };
}
