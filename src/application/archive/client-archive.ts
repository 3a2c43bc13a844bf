import { createHash } from 'node:crypto';
import type { ArchiveStore, SharedKind } from '#application/ports/archive-store';
import type { ClientDefinition, PartialArchive, WorkflowDescription } from '#domain/archive/archive-definition';
import type { ArchiveImage } from '#domain/archive/archive-image';
import { DefinitionWriter } from './definition-writer';

/** The clients that use each profile and box type. */
export interface SharedUse {
  profiles: ReadonlyMap<string, ReadonlySet<string>>;
  boxTypes: ReadonlyMap<string, ReadonlySet<string>>;
  /** The client of each box type that is not the service's. */
  owners: ReadonlyMap<string, string>;
}

export async function sharedUse(store: ArchiveStore): Promise<SharedUse> {
  const [profiles, boxTypes] = [await store.usersOf('profiles'), await store.usersOf('boxTypes')];
  return { profiles, boxTypes, owners: await store.typeOwners() };
}

/** How many other clients use it. */
export const othersThan = (clientId: string, users: ReadonlySet<string> | undefined): number =>
  [...(users ?? [])].filter((id) => id !== clientId).length;

/** A profile that one other client alone uses is that client's, and not shown; what several or none use belongs to the service. */
export const isProfileShown = (clientId: string, users: ReadonlySet<string> | undefined): boolean =>
  users?.has(clientId) === true || othersThan(clientId, users) !== 1;

/** A box type is the service's, or that of the client that added it and of those that use it all the same. */
const isTypeShown = (clientId: string, id: string, { boxTypes, owners }: SharedUse): boolean =>
  (owners.get(id) ?? clientId) === clientId || boxTypes.get(id)?.has(clientId) === true;

export const isShown = (kind: SharedKind, clientId: string, id: string, use: SharedUse): boolean =>
  kind === 'boxTypes' ? isTypeShown(clientId, id, use) : isProfileShown(clientId, use.profiles.get(id));

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
export function clientArchive(image: ArchiveImage, clientId: string, use: SharedUse): ClientArchive {
  const { units, boxTypes, profiles, client, users } = clientDefinition(image);
  const shown = {
    boxTypes: boxTypes.filter((type) => typeof type !== 'string' && isShown('boxTypes', clientId, type.id ?? '', use)),
    profiles: profiles.filter(({ id = '' }) => isShown('profiles', clientId, id, use)),
    clients: [client],
  };
  const version = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
  const withoutHome = users.map(({ home: _home, ...user }) => user);
  return { definition: { units, ...shown, clients: [withoutPdfs(client)], users: withoutHome }, version };
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
