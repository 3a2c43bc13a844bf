import { createHash } from 'node:crypto';
import type { ArchiveStore, SharedKind } from '#application/ports/provisioning';
import type { ClientDefinition, PartialArchive, WorkflowDescription } from '#domain/provisioning/archive-definition';
import type { ArchiveImage } from '#domain/provisioning/archive-image';
import type { ClientSight } from './client-sight';
import { DefinitionWriter } from './definition-writer';

/** Who uses the things of one kind, and whose they are. */
export interface KindUse {
  /** The clients that use each. */
  users: ReadonlyMap<string, ReadonlySet<string>>;
  /** The client of each that is not the service's. */
  owners: ReadonlyMap<string, string>;
}

export type SharedUse = Record<SharedKind, KindUse>;

export const NO_USE: SharedUse = { profiles: { users: new Map(), owners: new Map() }, boxTypes: { users: new Map(), owners: new Map() } };

const useOf = async (store: ArchiveStore, kind: SharedKind): Promise<KindUse> => ({
  users: await store.usersOf(kind),
  owners: await store.ownersOf(kind),
});

export async function sharedUse(store: ArchiveStore): Promise<SharedUse> {
  return { profiles: await useOf(store, 'profiles'), boxTypes: await useOf(store, 'boxTypes') };
}

/** How many other clients use it. */
const othersThan = (clientId: string, users: ReadonlySet<string> | undefined): number =>
  [...(users ?? [])].filter((id) => id !== clientId).length;

/** A client's own are shown to it and to those that use them all the same; of the service's profiles not the one that one other client alone uses. */
export function isShown(kind: SharedKind, clientId: string, id: string, { users, owners }: KindUse): boolean {
  if (users.get(id)?.has(clientId)) return true;
  const owner = owners.get(id);
  return owner === undefined ? kind === 'boxTypes' || othersThan(clientId, users.get(id)) !== 1 : owner === clientId;
}

/** What a client added is its own; so is a profile of the service that it alone uses. The other things of the service are the operator's. */
export function isOwn(kind: SharedKind, clientId: string, id: string, { users, owners }: KindUse): boolean {
  if (othersThan(clientId, users.get(id)) > 0) return false;
  const owner = owners.get(id);
  return owner === undefined ? kind === 'profiles' && users.get(id)?.has(clientId) === true : owner === clientId;
}

/** The whole definition of one client, with ids, and with what is not shown of it. */
export function clientDefinition(image: ArchiveImage) {
  const { clients, users, ...shared } = new DefinitionWriter(image, { ids: true, passwordHashes: false }).write();
  const { webhooks: _own, ...client } = clients[0] as ClientDefinition;
  return { ...shared, client, users };
}

export interface ClientArchive {
  definition: PartialArchive;
  /** Changes with everything that may be changed. */
  version: string;
}

/** The archive file of one client, for its administrators. Boxes and webhooks have operations of their own. */
export function clientArchive(image: ArchiveImage, sight: ClientSight, use: SharedUse): ClientArchive {
  const { clientId } = sight.scope;
  const { units, boxTypes, profiles, client, users } = clientDefinition(image);
  const shown = {
    boxTypes: boxTypes.filter((type) => typeof type !== 'string' && isShown('boxTypes', clientId, type.id ?? '', use.boxTypes)),
    profiles: profiles.filter(({ id = '' }) => isShown('profiles', clientId, id, use.profiles)),
  };
  const { contracts: _operators, ...changeable } = client;
  const version = createHash('sha256')
    .update(JSON.stringify({ ...shown, clients: [changeable] }))
    .digest('base64url')
    .slice(0, 22);
  const definition = {
    units,
    boxTypes: shown.boxTypes,
    ...(sight.people && { profiles: shown.profiles }),
    clients: [withoutPdfs(clientDefinition(sight.of(image)).client)],
    ...(sight.people && { users: users.map(({ home: _home, ...user }) => user) }),
  };
  return { definition, version };
}

/** The PDFs of models are megabytes, and of no use to whoever edits the rest. */
function withoutPdfs(client: ClientDefinition): ClientDefinition {
  const { workflows } = client;
  return workflows ? { ...client, workflows: workflows.map(withoutPdf) } : client;
}

function withoutPdf({ model, ...workflow }: WorkflowDescription): WorkflowDescription {
  if (!model) return workflow;
  const { content: _pdf, ...described } = model;
  return { ...workflow, model: described };
}
