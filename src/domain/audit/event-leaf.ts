import type { AuditSubject } from './audit-event';

/** Parts of an event whose values can be erased later without changing its leaf. */
export const EVENT_GROUPS = ['author', 'origin', 'files'] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

/** What the leaf has in the place of each group: a hash of its values under a salt of its own. */
export type Commitments = Readonly<Record<EventGroup, string>>;

/** An event as it is stored: `subject` and `files` are texts, which hashes cover as they are written. */
export interface StoredEvent {
  clientId: string;
  /** Milliseconds since 1970. */
  at: number;
  userId: string | null;
  address: string | null;
  requestId: string | null;
  action: string;
  subject: string;
  files: string | null;
}

/** What is committed to for each group. */
export const GROUP_TEXTS: Readonly<Record<EventGroup, (event: StoredEvent) => string>> = {
  author: ({ userId }) => JSON.stringify([userId]),
  origin: ({ address, requestId }) => JSON.stringify([address, requestId]),
  files: ({ files }) => files ?? 'null',
};

/** The entry of the client's log. */
export function leafText({ clientId, at, action, subject }: StoredEvent, position: number, { author, origin, files }: Commitments): string {
  const [before, after] = [JSON.stringify([1, clientId, position, at, action]), JSON.stringify([author, origin, files])];
  return `${before.slice(0, -1)},${subject},${after.slice(1)}`;
}

/** What the writer of a pending event authenticates: all of it. */
export function pendingText(event: StoredEvent & { salts: string; writer: string }): string {
  const { clientId, at, userId, address, requestId, action, subject, files, salts, writer } = event;
  return JSON.stringify([clientId, at, userId, address, requestId, action, subject, files, salts, writer]);
}

const THINGS = ['document', 'workflow', 'row', 'box', 'user', 'session', 'bill', 'webhook'] as const;

/** What an id may name, as `thingOf` does. */
export const thingsOf = (id: string): string[] => THINGS.map((kind) => `${kind}:${id}`);

/** Whom or what an event is about, `document:<id>`; null: nothing single. */
export function thingOf(subject: AuditSubject): string | null {
  for (const kind of THINGS) {
    const id = subject[`${kind}Id`];
    if (typeof id === 'string') return `${kind}:${id}`;
  }
  return null;
}
