import { fold } from '#domain/text';
import type { ArchiveImage, Kind, Thing } from './archive-image';

export interface KindFacts<T> {
  /** What a plan calls them. */
  words: string;
  /** What tells one from all others, its name last. */
  place: (thing: T) => readonly unknown[];
  /** What a plan calls one of them, if not by its name. */
  called?: (thing: T, image: ArchiveImage) => string;
}

/** What others refer to comes before them. */
export const KIND_FACTS: { readonly [K in Kind]: KindFacts<Thing<K>> } = {
  units: { words: 'units', place: ({ name }) => [name] },
  boxTypes: { words: 'box types', place: ({ name }) => [name] },
  profiles: { words: 'profiles', place: ({ name }) => [name] },
  clients: { words: 'clients', place: ({ name }) => [name] },
  lists: { words: 'lists', place: ({ clientId, name }) => [clientId, name] },
  levels: { words: 'levels', place: ({ clientId, parentId, name }) => [clientId, parentId, name], called: ({ path }) => path },
  fields: {
    words: 'fields',
    place: ({ levelId, listId, label }) => [levelId, listId, label],
    called: ({ levelId, listId, label }, { levels, lists }) =>
      `${levelId ? levels.get(levelId)?.path : lists.get(listId ?? '')?.name} / ${label}`,
  },
  boxes: { words: 'boxes', place: ({ clientId, unitId, code }) => [clientId, unitId, code] },
  origins: { words: 'signature origins', place: ({ clientId, message }) => [clientId, message] },
  contracts: { words: 'contracts', place: ({ clientId, number }) => [clientId, number] },
  services: {
    words: 'services of contracts',
    place: ({ contractId, description }) => [contractId, description],
    called: ({ contractId, description }, { contracts }) => `${contracts.get(contractId)?.number} / ${description}`,
  },
  users: { words: 'users', place: ({ login }) => [fold(login)], called: ({ login }) => login },
  workflows: { words: 'workflows', place: ({ clientId, name }) => [clientId, name] },
  webhooks: { words: 'webhooks', place: ({ clientId, url }) => [clientId, url] },
};

export const KINDS = Object.keys(KIND_FACTS) as readonly Kind[];

export type MutableImage = { [K in Kind]: Map<string, Thing<K>> };

export const emptyImage = (): MutableImage => Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as unknown as MutableImage;
