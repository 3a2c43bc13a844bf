import { AsyncLocalStorage } from 'node:async_hooks';
import type { Account } from '#application/ports/accounts';
import type { SignatureOrigin } from '#application/ports/boxes';
import type { Session } from '#application/ports/sessions';
import type { Grant } from '#domain/access/actor';
import type { Box } from '#domain/boxes/box';
import type { NewDocument } from '#domain/documents/document';
import type { FieldValue } from '#domain/documents/field-value';
import type { Share } from '#domain/shares/share';
import type { ClientStructure } from '#domain/trees/client-structure';

export type DocumentEntry = NewDocument & { code: number; deletedAt: Date | null };
export type JournalEntry = { state: 'staged' | 'condemned'; notBefore: number; reason: string };
export type ListRowEntry = { code: number; id: string; clientId: string; listId: string; key: string; cells: Cells };
export type Cells = readonly (FieldValue & { fieldCode: number })[];
export type AccountEntry = Account & { loginKey: string; pageSize: number; grants: readonly Grant[] };

/** Entries are replaced, never changed: copies of a table share them. */
class Tables {
  readonly units = new Map<string, { id: string; name: string; cnpj: string | null }>();
  readonly structures = new Map<string, ClientStructure>();
  readonly boxes = new Map<string, Readonly<Box & { clientId: string; typeName: string }>>();
  readonly origins = new Map<string, Readonly<SignatureOrigin & { clientId: string }>>();
  readonly listRows = new Map<number, Readonly<ListRowEntry>>();
  readonly accounts = new Map<string, Readonly<AccountEntry>>();
  readonly failures = new Map<string, Readonly<{ count: number; blockedUntil: Date | null }>>();
  readonly sessions = new Map<string, Readonly<Session & { ended: boolean }>>();
  readonly documents = new Map<number, Readonly<DocumentEntry>>();
  readonly shares = new Map<string, Readonly<Share & { clientId: string; revoked: boolean }>>();
  readonly journal = new Map<string, Readonly<JournalEntry>>();
  private lastCode = 0;

  nextCode(): number {
    return ++this.lastCode;
  }

  copy(): Tables {
    const copy = new Tables();
    copy.lastCode = this.lastCode;
    for (const name of Object.keys(this) as (keyof Tables)[]) {
      const [from, to] = [this[name], copy[name]];
      if (from instanceof Map && to instanceof Map) from.forEach((entry, key) => (to as Map<unknown, unknown>).set(key, entry));
    }
    return copy;
  }
}

/**
 * Tables with transactions, one at a time: a transaction works on a copy, which takes the place of the tables when it
 * ends well. A write outside of any is a transaction of its own, so that nobody else's failure can undo it.
 */
export class InMemoryDatabase {
  private committed = new Tables();
  private readonly running = new AsyncLocalStorage<Tables>();
  private last: Promise<unknown> = Promise.resolve();
  private ahead = 0;

  /** What the caller may see: its own transaction's, else what is committed. */
  get tables(): Tables {
    return this.running.getStore() ?? this.committed;
  }

  get inTransaction(): boolean {
    return this.running.getStore() !== undefined;
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.inTransaction) return work();
    const turn = this.last.then(async () => {
      const copy = this.committed.copy();
      const result = await this.running.run(copy, work);
      this.committed = copy;
      return result;
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }

  write<T>(change: (tables: Tables) => T): Promise<T> {
    return this.transaction(async () => change(this.tables));
  }

  /** Runs what somebody else does meanwhile, who is not in the caller's transaction. */
  outside<T>(work: () => T): T {
    return this.running.exit(work);
  }

  /** A clock of its own, which the application's knows nothing of. */
  now(): number {
    return performance.timeOrigin + performance.now() + this.ahead;
  }

  advanceClock(ms: number): void {
    this.ahead += ms;
  }
}
