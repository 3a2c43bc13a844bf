import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { newObjectKey } from '#application/support/ids';
import { ObjectJournal } from '#application/ports/files';

/** Lease of a key when its upload begins, renewed while the request lives; after it expires the sweeper may remove the object. */
export const LEASE_MS = 15 * 60_000;
/** How long a key may wait for its upload. */
const WAIT_MS = 5 * 60_000;
export const STAGED_MS = LEASE_MS + WAIT_MS;
/** Keys of one statement. */
const FIRST = 16;
const MOST = 64;
/** When no more than this part of a batch is left, the next one is staged while the rest is used. */
const FEW = 1 / 4;

/**
 * Object keys that are in the journal before their uploads begin, many by one statement, so that an upload does not wait for it. A process
 * that dies leaves keys without objects, which the sweeper removes when their leases end.
 */
@Injectable()
export class StagedKeys {
  private readonly ofClients = new Map<string, KeysOfClient>();
  /** Not in the caller's transaction: its rollback would take keys away that others have got. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(private readonly journal: ObjectJournal) {}

  /** A key that is staged for `LEASE_MS` at least. */
  take(clientId: string): Promise<string> {
    let keys = this.ofClients.get(clientId);
    if (!keys) {
      const own = new KeysOfClient(clientId, this.journal, this.outside, () => {
        if (this.ofClients.get(clientId) === own) this.ofClients.delete(clientId);
      });
      this.ofClients.set(clientId, (keys = own));
    }
    return keys.take();
  }

  /** Removes the unused keys from the journal. */
  async withdraw(): Promise<void> {
    const all = await Promise.allSettled([...this.ofClients.values()].map((keys) => keys.withdraw()));
    for (const each of all) if (each.status === 'rejected') throw each.reason;
  }

  /** The sweeper has taken a key whose upload went on: whatever the reason, it may take others of this client, too. */
  distrust(clientId: string): void {
    this.ofClients.get(clientId)?.distrust();
  }

  /** Nest calls it before the database connection is closed. What cannot be withdrawn is left to the sweeper. */
  beforeApplicationShutdown(): Promise<void> {
    return this.withdraw().catch(() => undefined);
  }
}

class KeysOfClient {
  /** The oldest first. */
  private spare: { key: string; usableUntil: number }[] = [];
  private staging: Promise<void> | undefined;
  private idle: NodeJS.Timeout | undefined;
  /** Until then each upload stages a key of its own. */
  private distrustedUntil = 0;
  /** Twice as many each time: a client that files one document leaves few behind. */
  private next = FIRST;

  constructor(
    private readonly clientId: string,
    private readonly journal: ObjectJournal,
    private readonly outside: <T>(work: () => T) => T,
    private readonly onIdle: () => void,
  ) {}

  async take(): Promise<string> {
    for (;;) {
      const now = performance.now();
      if (now < this.distrustedUntil) return this.takeFresh();
      this.spare = this.spare.filter(({ usableUntil }) => usableUntil > now);
      const next = this.spare.shift();
      const staging = this.spare.length < this.next * FEW ? this.stageMore() : undefined;
      if (next) {
        // A failure is told to who has to wait for keys.
        staging?.catch(() => undefined);
        return next.key;
      }
      await staging;
    }
  }

  async withdraw(): Promise<void> {
    clearTimeout(this.idle);
    await this.staging?.catch(() => undefined);
    const keys = this.spare.splice(0).map(({ key }) => key);
    if (keys.length > 0) await this.outside(() => this.journal.claim(this.clientId, keys));
  }

  distrust(): void {
    this.distrustedUntil = performance.now() + WAIT_MS;
    this.giveUp();
    this.restLater();
  }

  private giveUp(): void {
    this.withdraw().catch(() => undefined);
  }

  private async takeFresh(): Promise<string> {
    const key = newObjectKey();
    await this.journal.stage(this.clientId, [key], LEASE_MS);
    return key;
  }

  private stageMore(): Promise<void> {
    this.staging ??= this.outside(() => this.stage()).finally(() => (this.staging = undefined));
    return this.staging;
  }

  private async stage(): Promise<void> {
    // From before the statement: by the database's clock the lease begins later.
    const usableUntil = performance.now() + WAIT_MS;
    const keys = Array.from({ length: this.next }, newObjectKey);
    this.next = Math.min(2 * this.next, MOST);
    await this.journal.stage(this.clientId, keys, STAGED_MS);
    this.spare.push(...keys.map((key) => ({ key, usableUntil })));
    this.restLater();
  }

  private restLater(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      // Somebody waits for keys.
      if (this.staging) return this.restLater();
      this.onIdle();
      this.giveUp();
    }, WAIT_MS).unref();
  }
}
