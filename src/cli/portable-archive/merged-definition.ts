import { DefinitionWriter } from '#application/provisioning/definition-writer';
import {
  asNamed,
  type ArchiveDefinition,
  type ClientDefinition,
  type GrantDefinition,
  type LevelDefinition,
  type NamedDefinition,
  type UserDefinition,
} from '#domain/provisioning/archive-definition';
import type { Identified } from '#domain/provisioning/identified';
import { levelNames, type ArchiveImage } from '#domain/provisioning/archive-image';
import type { ContractDefinition } from '#domain/provisioning/contract-definition';
import { fold } from '#domain/text';
import { NO_PASSWORD_HASH } from '#domain/users/password';
import { t } from '#src/terminal/language';
import { BagRefused } from './bag-refused';
import { isOwn, isWaiting } from './people-here';

/** The definition in a bag: one client and its references; users without a password get `NO_PASSWORD_HASH`. */
export interface ComingClient {
  client: ClientDefinition & { id: string };
  units: readonly NamedDefinition[];
  boxTypes: readonly NamedDefinition[];
  profiles: ArchiveDefinition['profiles'];
  users: readonly ComingUser[];
}

type ComingUser = UserDefinition & { passwordHash: string };

/** A client more in the archive, and all else as it is: what both have is left as the running archive has it. */
export function mergedDefinition(image: ArchiveImage, coming: ComingClient): ArchiveDefinition {
  return completed(image, joinedDefinition(image, coming), coming);
}

/** The same during the import: no logins and no bills of the client. */
export function begunDefinition(image: ArchiveImage, coming: ComingClient): ArchiveDefinition {
  const { contracts: _, ...client } = coming.client;
  return joinedDefinition(image, { ...coming, client, users: coming.users.map((user) => ({ ...user, passwordHash: NO_PASSWORD_HASH })) });
}

/** What was left for the end: contracts, the hashes of those who came with the client, and grants of those who were here before. */
export function completedDefinition(image: ArchiveImage, coming: ComingClient): ArchiveDefinition {
  return completed(image, written(image), coming);
}

const written = (image: ArchiveImage) => new DefinitionWriter(image, { ids: true, passwordHashes: true }).write();

function joinedDefinition(image: ArchiveImage, theirs: ComingClient): ArchiveDefinition {
  const running = written(image);
  const { client, units, boxTypes, profiles, users } = asCalledHere(image, theirs);
  return {
    units: joined(running.units, units, ({ name }) => name),
    boxTypes: joined(running.boxTypes.map(asNamed), boxTypes, ({ name }) => name),
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
      const [same, here] = [coming.get(user.id), image.users.get(user.id ?? '')];
      if (!same || !here) return user;
      if (!isOwn(image, theirs, here)) return sharedUser(user, same, client.name);
      return isWaiting(image, theirs, here) ? { ...user, passwordHash: same.passwordHash } : user;
    }),
  };
}

function sharedUser(user: UserDefinition, { grants }: ComingUser, client: string): UserDefinition {
  return user.grants.some((grant) => grant.client === client) ? user : { ...user, grants: [...user.grants, ...grants] };
}

function joinedContracts(running: readonly ContractDefinition[], coming: readonly ContractDefinition[]): ContractDefinition[] {
  const ids = new Set(running.map(({ id }) => id));
  const more = coming.filter(({ id }) => !ids.has(id));
  const clashes = more.flatMap(({ id, number }) => {
    const other = running.find((contract) => contract.number === number);
    if (!other) return [];
    return [
      t(
        `contract "${number}" of the bag (${id}) is not contract "${number}" of this archive (${other.id})`,
        `o contrato "${number}" do bag (${id}) não é o contrato "${number}" deste acervo (${other.id})`,
      ),
    ];
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
  const level = levelsHere(image, coming.client.levels ?? []);
  const grant = (each: GrantDefinition): GrantDefinition => ({
    ...each,
    client: client(each.client),
    ...(each.level !== undefined && { level: level(each.level) }),
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
    users: coming.users.map((user) => ({
      ...user,
      ...(user.home && { home: client(user.home) }),
      grants: user.grants.map(grant),
    })),
  };
}

/** Where a level of the bag is in the archive, which may have renamed it since its import was begun. */
function levelsHere({ levels }: ArchiveImage, theirs: readonly LevelDefinition[]): (path: readonly string[]) => readonly string[] {
  return (path) => {
    let siblings = theirs;
    let found: LevelDefinition | undefined;
    for (const name of path) {
      found = siblings.find((level) => level.name === name);
      siblings = found?.levels ?? [];
    }
    const here = levelNames(levels, found?.id ?? null);
    return here.length > 0 ? here : path;
  };
}
