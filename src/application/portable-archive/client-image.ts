import type { ArchiveImage, GrantImage, Kind, Thing, UserImage } from '#domain/provisioning/archive-image';
import { emptyImage, KINDS, type MutableImage } from '#domain/provisioning/kinds';
import { NO_PASSWORD_HASH } from '#domain/users/password';
import { userIdsOf } from '../provisioning/workflow-people';

/**
 * The part of an archive's image that one client needs: its own things and those that it shares.
 * @param named users whom its records name, including users who now belong to other clients.
 */
export function imageOfClient(image: ArchiveImage, clientId: string, named: ReadonlySet<string>): ArchiveImage {
  const client = image.clients.get(clientId);
  if (!client) throw new Error(`there is no client ${clientId}`);
  const own = ({ clientId: owner }: { clientId: string }) => owner === clientId;
  const users = [...image.users.values()]
    .filter((user) => user.homeClientId === clientId || user.grants.some(own))
    .map((user) => ({
      ...(user.homeClientId === clientId || (user.homeClientId === null && user.grants.every(own)) ? user : unreached(user)),
      homeClientId: clientId,
      grants: user.grants.filter(own),
    }));
  const profiles = new Set([client.defaultProfileId, ...users.flatMap(({ grants }) => grants.map((grant: GrantImage) => grant.profileId))]);
  const boxTypes = new Set([...image.boxes.values()].filter(own).map(({ typeId }) => typeId));
  const kept: { [K in Kind]: (thing: Thing<K>) => boolean } = {
    units: ({ id }) => client.unitIds.includes(id),
    boxTypes: ({ id }) => boxTypes.has(id),
    profiles: ({ id }) => profiles.has(id),
    clients: ({ id }) => id === clientId,
    lists: own,
    levels: own,
    fields: own,
    boxes: own,
    origins: own,
    contracts: own,
    services: own,
    users: () => false,
    workflows: own,
    // A copy of a client elsewhere must not send what happens there to the receivers of this one.
    webhooks: () => false,
  };
  const part: MutableImage = emptyImage();
  const keep = <K extends Kind>(kind: K) => {
    for (const [id, thing] of image[kind] as ReadonlyMap<string, Thing<K>>) if (kept[kind](thing)) part[kind].set(id, thing);
  };
  for (const kind of KINDS) keep(kind);
  for (const user of users) part.users.set(user.id, user);
  const met = new Set([...named, ...[...part.workflows.values()].flatMap((workflow) => [...userIdsOf(workflow)])]);
  for (const user of image.users.values()) if (met.has(user.id) && !part.users.has(user.id)) part.users.set(user.id, bystander(user));
  return part;
}

/** Users of other clients keep their identity, without contact data and password hash. */
const unreached = (user: UserImage): UserImage => ({ ...user, email: null, passwordHash: NO_PASSWORD_HASH });

const bystander = (user: UserImage): UserImage => ({ ...unreached(user), active: false, homeClientId: null, grants: [] });
