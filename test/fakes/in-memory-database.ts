import { AsyncLocalStorage } from 'node:async_hooks';
import type { Account } from '#application/ports/accounts';
import type { SignatureOrigin } from '#application/ports/boxes';
import type { KeptAnswer } from '#application/ports/idempotency-records';
import type { Mark } from '#application/ports/retention-mark';
import type { Session } from '#application/ports/sessions';
import type { Subscription } from '#domain/access/subscription';
import type { Profile } from '#application/ports/users';
import type { Grant } from '#domain/access/actor';
import type { ChainedEvent } from '#domain/audit/audit-event';
import type { Bill } from '#domain/bills/bill';
import type { Contract } from '#domain/bills/contract';
import type { Box } from '#domain/boxes/box';
import type { NewDocument } from '#domain/documents/document';
import type { FieldValue } from '#domain/documents/field-value';
import type { NewFile } from '#domain/files/document-file';
import type { Signature } from '#domain/signatures/signature';
import type { Share } from '#domain/shares/share';
import type { ClientStructure } from '#domain/trees/client-structure';
import type { NewUser } from '#domain/users/user';
import type { Comment, Execution, Workflow, WorkflowFile } from '#domain/workflows/workflow';
import type { WorkflowDefinition, WorkflowDesign } from '#domain/workflows/workflow-definition';

export type FileEntry = NewFile & { createdAt: Date; deletedAt: Date | null };
export type DocumentEntry = Omit<NewDocument, 'files'> & {
  code: number;
  version: number;
  deletedAt: Date | null;
  /** In their order; those that were removed, too. */
  files: readonly FileEntry[];
};
export type BoxEntry = Box & { clientId: string; typeName: string; provisional: string | null };
export type CallEntry = {
  userId: string;
  key: string;
  digest: string;
  claimId: string;
  claimedUntil: number;
  keptUntil: number;
  answer: KeptAnswer | null;
};
export type JournalEntry = { state: 'staged' | 'condemned'; notBefore: number; reason: string };
export type ListRowEntry = { code: number; id: string; clientId: string; listId: string; key: string; cells: Cells };
export type Cells = readonly (FieldValue & { fieldCode: number })[];
export type AccountEntry = Omit<Account, 'homeClientId'> &
  Partial<Pick<Account, 'homeClientId'>> & {
    inactiveFrom?: Date | null;
    loginKey: string;
    pageSize: number;
    /** Those that an administrator gave know their profile. */
    grants: readonly (Grant & { profile?: Profile })[];
    /** As an administrator of the user's client sees it; users without a client have none. */
    made?: NewUser;
  };
export type WorkflowEntry = Omit<WorkflowDefinition, 'revision' | 'design'> & { revision: number };
export type DesignEntry = { definitionId: string; clientId: string; design: WorkflowDesign; model: string | null };
export type FlowEntry = Workflow & {
  executions: readonly Execution[];
  texts: ReadonlyMap<string, string>;
  comments: readonly Comment[];
  files: readonly WorkflowFile[];
  /** Codes. */
  documents: readonly number[];
  signing: readonly string[];
};
export type SubscriptionEntry = Subscription & { slot: 1 | 2; key: string };

/** Entries are replaced, never changed: copies of a table share them. */
class Tables {
  readonly units = new Map<string, { id: string; name: string; cnpj: string | null }>();
  readonly structures = new Map<string, ClientStructure>();
  readonly boxes = new Map<string, Readonly<BoxEntry>>();
  readonly origins = new Map<string, Readonly<SignatureOrigin & { clientId: string }>>();
  readonly listRows = new Map<number, Readonly<ListRowEntry>>();
  readonly accounts = new Map<string, Readonly<AccountEntry>>();
  readonly failures = new Map<string, Readonly<{ count: number; blockedUntil: number | null }>>();
  readonly sessions = new Map<string, Readonly<Session & { ended: boolean }>>();
  readonly marks = new Map<string, Mark>();
  readonly documents = new Map<number, Readonly<DocumentEntry>>();
  readonly shares = new Map<string, Readonly<Share & { clientId: string; revoked: boolean }>>();
  readonly journal = new Map<string, Readonly<JournalEntry>>();
  readonly calls = new Map<string, Readonly<CallEntry>>();
  readonly profiles = new Map<string, Profile>();
  /** By client. */
  readonly defaultProfiles = new Map<string, Profile>();
  readonly subscriptions = new Map<string, Readonly<SubscriptionEntry>>();
  readonly windows = new Map<string, Readonly<{ startedAt: number; calls: number }>>();
  readonly workflowDefinitions = new Map<string, Readonly<WorkflowEntry>>();
  /** By revision. */
  readonly workflowDesigns = new Map<number, Readonly<DesignEntry>>();
  readonly workflows = new Map<number, Readonly<FlowEntry>>();
  readonly events = new Map<number, Readonly<ChainedEvent & { code: number }>>();
  readonly contracts = new Map<string, Readonly<Contract>>();
  readonly bills = new Map<string, Readonly<Bill>>();
  /** By the key of the object. */
  readonly fileVersions = new Map<string, Readonly<{ fileId: string; replacedAt: Date; size: number; sha256: string }>>();
  /** By code. */
  readonly signatures = new Map<string, Signature>();
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

  /** Runs concurrent work outside the caller's transaction. */
  outside<T>(work: () => T): T {
    return this.running.exit(work);
  }

  /** A clock of its own, which the application's knows nothing of. */
  now(): number {
    return Math.trunc(performance.timeOrigin + performance.now()) + this.ahead;
  }

  advanceClock(ms: number): void {
    this.ahead += ms;
  }
}
