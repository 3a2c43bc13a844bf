import { generatePassword } from '#application/archive/manage-users.use-case';
import type { ArchiveDefinition, Identified, PartialArchive, UserDefinition } from '#domain/archive/archive-definition';
import { fold } from '#domain/text';

/** Those that are not there yet, by id or by name. */
function joined<T extends Identified>(running: readonly T[], coming: readonly T[], nameOf: (thing: T) => string): T[] {
  const known = new Set(running.flatMap((thing) => [thing.id, nameOf(thing)]));
  return [...running, ...coming.filter((thing) => !known.has(thing.id) && !known.has(nameOf(thing)))];
}

/** A client more in the archive, and all else as it is: what both have is left as the running archive has it. */
export function mergedDefinition(running: ArchiveDefinition, coming: PartialArchive): PartialArchive {
  const { units = [], boxTypes = [], profiles = [], clients = [], users = [] } = coming;
  const asThing = (type: ArchiveDefinition['boxTypes'][number]) => (typeof type === 'string' ? { name: type } : type);
  return {
    units: joined(running.units, units, ({ name }) => name),
    boxTypes: joined(running.boxTypes.map(asThing), boxTypes.map(asThing), ({ name }) => name),
    profiles: joined(running.profiles, profiles, ({ name }) => name),
    clients: [...running.clients, ...clients],
    users: joined(running.users, users.map(withPassword), ({ login }) => fold(login)),
  };
}

/** The same while the client is on its way: nobody of it logs in, and nothing of it is billed. */
export function begunDefinition(running: ArchiveDefinition, coming: PartialArchive): PartialArchive {
  const { clients = [], users = [] } = coming;
  return mergedDefinition(running, {
    ...coming,
    clients: clients.map(({ contracts: _, ...client }) => client),
    users: users.map(({ passwordHash: _, ...user }) => user),
  });
}

/** What was left for the end: contracts, and the hashes of those whom the client alone has. */
export function completedDefinition(running: ArchiveDefinition, { clients = [], users = [] }: PartialArchive): PartialArchive {
  const contracts = new Map(clients.map((client) => [client.id, client.contracts]));
  const known = new Map(users.map((user) => [user.id, user]));
  const names = clients.map(({ name }) => name);
  return {
    ...running,
    clients: running.clients.map((client) => {
      const coming = contracts.get(client.id);
      return coming && !client.contracts?.length ? { ...client, contracts: coming } : client;
    }),
    users: running.users.map((user) => {
      const coming = known.get(user.id);
      const isOwn = user.grants.length > 0 && user.grants.every((grant) => names.includes(grant.client));
      return isOwn && coming?.passwordHash !== undefined && fold(coming.login) === fold(user.login)
        ? { ...user, passwordHash: coming.passwordHash }
        : user;
    }),
  };
}

/** Nobody knows it: an operator sets another one for whoever is to come in. */
const withPassword = (user: UserDefinition): UserDefinition =>
  user.passwordHash === undefined ? { ...user, password: generatePassword() } : user;
