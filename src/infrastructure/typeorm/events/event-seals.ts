import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { formatCheckpoint, leafHash, noteSigner, noteVerifier, openNote, parseCheckpoint, signNote, type Frontier } from '#libs/merkle-log';
import { DomainError } from '#domain/errors';
import {
  EVENT_GROUPS,
  GROUP_TEXTS,
  leafText,
  pendingText,
  type Commitments,
  type EventGroup,
  type StoredEvent,
} from '#domain/audit/event-leaf';

/** 96 bits. */
const SALT_LENGTH = 16;
const ERASED = '.'.repeat(SALT_LENGTH);

export interface SaltedEvent extends StoredEvent {
  salts: string;
  /** Commitments of erased groups, as JSON. */
  kept: string | null;
}

/** Keys that are not in the database: nobody who can only write there makes an event, or the end of a log. */
export class EventSeals {
  private signer;
  private verifier;
  private isReplaced = false;

  /**
   * @param seed of the Ed25519 key that signs the ends of logs
   * @param name of this installation, which the first key gives it; with the epoch, if there was a restore
   */
  constructor(
    private pendingKey: KeyObject,
    private seed: KeyObject,
    name = nameOf(seed),
  ) {
    this.signer = noteSigner(name, seed.export());
    this.verifier = noteVerifier(this.signer.verifierKey);
  }

  get name(): string {
    return this.signer.name;
  }

  /** Of an installation that has had no other key. */
  get firstName(): string {
    return nameOf(this.seed);
  }

  get keyId(): string {
    return this.signer.keyId;
  }

  /** Since the last restore of the database; null: the first. */
  get epoch(): string | null {
    return epochIn(this.name);
  }

  /** The same key, in another epoch. */
  inEpoch(epoch: string): EventSeals {
    return this.named([...this.name.split('/').slice(0, 2), epoch].join('/'));
  }

  /** The same key under another name. */
  named(name: string): EventSeals {
    return new EventSeals(this.pendingKey, this.seed, name);
  }

  /** From now on signs as the other one does. */
  become({ pendingKey, seed, signer, verifier }: EventSeals): void {
    [this.pendingKey, this.seed, this.signer, this.verifier, this.isReplaced] = [pendingKey, seed, signer, verifier, false];
  }

  /** Another key signs now: what this process would write from now on would be taken for a forgery. */
  retire(): void {
    this.isReplaced = true;
  }

  /** A note of both: that the other one follows this one. */
  handOver(next: EventSeals, since: Date): string {
    return signNote(handOverText(this.verifierKey, next.verifierKey, since), this.signer, next.signer);
  }

  /** With it anybody can verify the ends of logs. */
  get verifierKey(): string {
    return this.signer.verifierKey;
  }

  newSalts(): string {
    return randomBytes((EVENT_GROUPS.length * SALT_LENGTH * 3) / 4).toString('base64url');
  }

  /** In the transaction of each change. */
  authenticate(event: StoredEvent & { salts: string; writer: string }): string {
    if (this.isReplaced) throw new DomainError('BUSY');
    return this.mac(event);
  }

  mac(event: StoredEvent & { salts: string; writer: string }): string {
    return createHmac('sha256', this.pendingKey).update(pendingText(event)).digest('base64url');
  }

  isOurs(event: StoredEvent & { salts: string; writer: string; mac: string }): boolean {
    const [given, right] = [Buffer.from(event.mac), Buffer.from(this.mac(event))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  commitments(event: SaltedEvent): Commitments {
    const kept = (event.kept === null ? {} : JSON.parse(event.kept)) as Partial<Commitments>;
    const of = (group: EventGroup, index: number) => {
      const salt = saltAt(event, index);
      return salt === ERASED ? String(kept[group]) : createHmac('sha256', salt).update(GROUP_TEXTS[group](event)).digest('base64url');
    };
    const [author, origin, files] = EVENT_GROUPS.map(of) as [string, string, string];
    return { author, origin, files };
  }

  /** What the row of the event has once the group is erased: its commitment, and no salt that could be tried with guessed values. */
  without(event: SaltedEvent, group: EventGroup): { salts: string; kept: string } {
    const index = EVENT_GROUPS.indexOf(group);
    const [from, to] = [index * SALT_LENGTH, (index + 1) * SALT_LENGTH];
    const kept = { ...(event.kept === null ? {} : (JSON.parse(event.kept) as object)), [group]: this.commitments(event)[group] };
    return { salts: event.salts.slice(0, from) + ERASED + event.salts.slice(to), kept: JSON.stringify(kept) };
  }

  isErased(event: Pick<SaltedEvent, 'salts'>, group: EventGroup): boolean {
    return saltAt(event, EVENT_GROUPS.indexOf(group)) === ERASED;
  }

  saltOf(event: SaltedEvent, group: EventGroup): string {
    return saltAt(event, EVENT_GROUPS.indexOf(group));
  }

  leafText(event: SaltedEvent, position: number): string {
    return leafText(event, position, this.commitments(event));
  }

  leaf(event: SaltedEvent, position: number): Buffer {
    return leafHash(Buffer.from(this.leafText(event, position)));
  }

  sign(clientId: string, frontier: Frontier): string {
    return signNote(formatCheckpoint({ origin: this.originOf(clientId), size: frontier.size, root: frontier.root() }), this.signer);
  }

  /** Null: this service has not signed it as the end of that log. */
  open(clientId: string, head: string): { size: number; root: string } | null {
    try {
      const { origin, size, root } = parseCheckpoint(openNote(head, [this.verifier]).text);
      return origin === this.originOf(clientId) ? { size, root: Buffer.from(root).toString('base64url') } : null;
    } catch {
      return null;
    }
  }

  private originOf(clientId: string): string {
    return `${this.signer.name}/${clientId}`;
  }
}

const saltAt = ({ salts }: Pick<SaltedEvent, 'salts'>, index: number) => salts.slice(index * SALT_LENGTH, (index + 1) * SALT_LENGTH);

const nameOf = (seed: KeyObject) =>
  `acervo/${createHmac('sha256', seed.export()).update('installation').digest('hex').slice(0, SALT_LENGTH)}`;

export const epochIn = (name: string): string | null => name.split('/')[2] ?? null;

const handOverText = (former: string, next: string, since: Date) =>
  ['acervo/hand-over/v1', former, next, since.toISOString(), ''].join('\n');

/** Whether both have signed that one follows the other. */
export function isHandOver(statement: string, former: string, next: string, since: Date): boolean {
  try {
    const { text, signers } = openNote(statement, [noteVerifier(former), noteVerifier(next)]);
    return text === handOverText(former, next, since) && signers.length === 2;
  } catch {
    return false;
  }
}
