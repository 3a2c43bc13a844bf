import type { PartialArchive } from '#domain/provisioning/archive-definition';
import type { ArchiveProblem } from '#domain/provisioning/archive-problem';
import type { ArchiveImage, GrantImage } from '#domain/provisioning/archive-image';
import type { Difference, DifferenceOf } from '#domain/provisioning/differences';

export interface ReadDefinition {
  /** Null: nothing can be made of the value. */
  definition: PartialArchive | null;
  problems: readonly ArchiveProblem[];
}

/**
 * The form of archive files (docs/archive.schema.json), whatever they were read from.
 *
 * @example const { definition, problems } = format.read(asked.value);
 */
export abstract class ArchiveFormat {
  abstract read(value: unknown): ReadDefinition;
}

/** A new thing has an id that is taken. */
export class ThingTaken extends Error {}

/** Things of the whole archive that administrators of one client may change. */
export type SharedKind = 'profiles' | 'boxTypes';

/** Uses that can prevent a removal. */
export type Use =
  | 'documents of unit'
  | 'documents of client'
  | 'documents of level'
  | 'documents in box'
  | 'values of field'
  | 'rows of list'
  | 'bills of contract'
  | 'paid initial package of service'
  | 'documents with rows of list'
  | 'flows of workflow';

export interface StoredRow {
  code: number;
  id: string;
  /** Joined keys of its key fields. */
  key: string;
  /** Texts of its cells by field id. */
  texts: ReadonlyMap<string, string>;
  /** A filing added it, and no person or archive file has changed or named it since. */
  filed: boolean;
}

export interface RowCell {
  fieldId: string;
  text: string;
  key: string;
}

export interface NewRow {
  id: string;
  key: string;
  cells: readonly RowCell[];
}

export interface ChangedRow {
  code: number;
  cells: readonly RowCell[];
  /** Ids of fields that lose their value. */
  cleared: readonly string[];
}

/** A list, and the client that it belongs to. */
export interface OwnedList {
  clientId: string;
  listId: string;
}

export interface RowChanges extends OwnedList {
  added: readonly NewRow[];
  changed: readonly ChangedRow[];
  /** Codes of rows that filings had added, and that are named: they are kept from now on. */
  kept: readonly number[];
  /** Codes of the removed rows. */
  removed: readonly number[];
}

export interface OtherRow {
  code: number;
  id: string;
  hasDocuments: boolean;
}

/**
 * The structure of the whole archive, for operators: not limited to a scope. All calls belong in one transaction.
 *
 * @example const image = await store.read();
 */
export abstract class ArchiveStore {
  /** Rejects, with one sentence, when the schema does not match this program. */
  abstract ready(): Promise<void>;
  /** Locks out other `apply` runs until the transaction ends; with a client, those that change it. */
  abstract lock(clientId?: string): Promise<void>;
  /**
   * With a client: what is its own (without its boxes), the units that serve it, the users at home there or with grants there and those
   * grants alone, and all box types and profiles.
   */
  abstract read(clientId?: string): Promise<ArchiveImage>;
  /** The clients that use each profile, by default or in a grant, or each box type. */
  abstract usersOf(kind: SharedKind): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** The client of each that is not the service's. */
  abstract ownersOf(kind: SharedKind): Promise<ReadonlyMap<string, string>>;
  /** Those of the ids that are in use. */
  abstract inUse(use: Use, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of the client's units that hold documents of the client. */
  abstract unitsWithDocumentsOf(clientId: string, unitIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether documents at one of these levels reference a row of the list. */
  abstract isLinked(listId: string, levelIds: readonly string[]): Promise<boolean>;
  abstract rowsByKey(list: OwnedList, keys: readonly string[]): Promise<StoredRow[]>;
  /** The rows of a list whose keys are not among these. */
  abstract otherRows(list: OwnedList, keys: Iterable<string>): Promise<OtherRow[]>;
  /** In the order of insertion. */
  abstract rowsAfter(list: OwnedList, code: number, limit: number): Promise<Omit<StoredRow, 'key'>[]>;
  /**
   * Writes the differences, and increments the version of every client whose structure changes. Rejects with `ThingTaken`.
   * @param owner the client of new box types and profiles; null: the service.
   */
  abstract write(before: ArchiveImage, after: ArchiveImage, differences: readonly Difference[], owner?: string | null): Promise<void>;
  /** Must be called after the structure is written. */
  abstract writeRows(changes: RowChanges): Promise<void>;
  /** Recalculates the due dates of the documents of these levels. */
  abstract renewDueDays(levelIds: readonly string[]): Promise<void>;
}

export interface NewAccount {
  userId: string;
  login: string;
  name: string;
  passwordHash: string;
  grants: readonly GrantImage[];
}

/**
 * Users as managed by an operator, independent of any client.
 *
 * @example const isGone = erasure.userId !== undefined && (await accounts.isErased(erasure.userId));
 */
export abstract class OperatorAccounts {
  /** False when another user has the login. */
  abstract create(account: NewAccount): Promise<boolean>;
  /** Whether the id is that of an account whose person was forgotten. */
  abstract isErased(userId: string): Promise<boolean>;
  /** As `Users.erase`, of any user; in a transaction. */
  abstract erase(userId: string): Promise<void>;
}

/**
 * Webhooks that an archive file describes.
 *
 * @example await webhooks.write(differences, secrets);
 */
export abstract class DescribedWebhooks {
  /** Within the caller's transaction. A new one begins at the end of its client's log; `secrets` has its secret, by id. */
  abstract write(differences: readonly DifferenceOf<'webhooks'>[], secrets: ReadonlyMap<string, string>): Promise<void>;
}
