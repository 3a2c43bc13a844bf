import type { UploadSessions } from '#application/files/upload-sessions';
import type { UploadSession } from '#application/files/upload-session';
import { newObjectKey } from '#application/support/ids';
import type { ArchiveStore, NewRow, RowCell } from '#application/ports/provisioning';
import type { AuditTrail } from '#application/ports/audit-trail';
import type {
  ClientRecords,
  RecordedBill,
  RecordedBytes,
  RecordedCustody,
  RecordedDesign,
  RecordedDocument,
  RecordedFile,
  RecordedFlow,
  RecordedSignature,
  RecordedVersion,
} from '#application/ports/portable-archive';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Author } from '#domain/access/actor';
import type { AuditSubject } from '#domain/audit/audit-event';
import { keyOfText } from '#domain/documents/field-value';
import type { Field } from '#domain/trees/field';
import { rowKey, type ClientInspection, type RestoredRow } from './client-inspection';
import type { KnownThings } from './known-things';

/** The received bytes differ from the announced ones. */
class BytesDiffer extends Error {}

export interface RestorationParts {
  store: ArchiveStore;
  records: ClientRecords;
  uploads: UploadSessions;
  unitOfWork: UnitOfWork;
  audit: AuditTrail;
}

/** `number` null: the current content; otherwise a former version. */
export type OpenBytes = (fileId: string, number: number | null) => AsyncIterable<Uint8Array>;

/** The restoration of one client: everything is checked before anything is written. */
export class ClientRestoration {
  constructor(
    private readonly parts: RestorationParts,
    readonly inspection: ClientInspection,
    private readonly known: KnownThings,
    /** Documents and flows keep their codes. */
    private readonly keepCodes: boolean,
  ) {}

  /** Ids of rows that exist in the archive under another id, by the id in the bag. */
  private readonly rowIds = new Map<string, string>();

  /** In the transaction that creates the client: records the bag, so that an interrupted import can be identified. */
  begin(author: Author, bag: string): Promise<void> {
    return this.parts.audit.record(author, this.known.clientId, 'archive.import', { bag, state: 'begun' });
  }

  /** Adds the rows of one list that do not exist yet. */
  async addRows(listId: string, rows: readonly RestoredRow[]): Promise<void> {
    const list = { clientId: this.known.clientId, listId };
    const made = rows.map(({ id, texts }): NewRow => {
      const cells = [...texts].map(([fieldId, text]): RowCell => ({ fieldId, text, key: this.keyOf(fieldId, text) }));
      return { id, key: rowKey(this.known, listId, texts), cells };
    });
    const ids = await this.parts.unitOfWork.run(async () => {
      const stored = await this.parts.store.rowsByKey(list, made.map(({ key }) => key)); // prettier-ignore
      const known = new Map(stored.map(({ key, id }) => [key, id]));
      const added = made.filter(({ id, key }) => !known.has(key) && !this.inspection.here.has(id));
      await this.parts.store.writeRows({ ...list, added, changed: [], kept: [], removed: [] });
      return known;
    });
    // A concurrent writer may have added the same row: documents then refer to that one.
    for (const { id, key } of made) if (ids.has(key)) this.rowIds.set(id, ids.get(key) as string);
  }

  addDocuments(documents: readonly RecordedDocument[], open: OpenBytes): Promise<void> {
    const { records } = this.parts;
    return this.withFiles('document', documents, open, (document) => {
      const values = document.values.map((value) => ({ ...value, key: this.keyOf(value.fieldId, value.text) }));
      const rows = document.rows.map(({ listId, rowId }) => ({ listId, rowId: this.rowIds.get(rowId) ?? rowId }));
      return records.addDocument(this.known.clientId, { ...document, code: this.keepCodes ? document.code : null, values, rows });
    });
  }

  addFlows(flows: readonly RecordedFlow[], open: OpenBytes): Promise<void> {
    const { records } = this.parts;
    return this.withFiles('flow', flows, open, (flow) =>
      records.addFlow(this.known.clientId, { ...flow, code: this.keepCodes ? flow.code : null }),
    );
  }

  addSignatures(signatures: readonly RecordedSignature[]): Promise<void> {
    return this.parts.unitOfWork.run(() => this.parts.records.addSignatures(this.known.clientId, signatures));
  }

  addDesigns(designs: readonly RecordedDesign[]): Promise<void> {
    return this.parts.unitOfWork.run(() => this.parts.records.addDesigns(this.known.clientId, designs));
  }

  addBills(bills: readonly RecordedBill[]): Promise<void> {
    return this.parts.unitOfWork.run(() => this.parts.records.addBills(this.known.clientId, bills));
  }

  addCustody(custody: readonly RecordedCustody[]): Promise<void> {
    return this.parts.unitOfWork.run(() => this.parts.records.addCustody(this.known.clientId, custody));
  }

  /** Records the completion, in a transaction that `hold` may still refuse; answers the number of documents of the client. */
  async finish(author: Author, subject: AuditSubject, hold: () => Promise<void>): Promise<number> {
    const { unitOfWork, audit, records } = this.parts;
    await unitOfWork.run(async () => {
      await hold();
      await audit.record(author, this.known.clientId, 'archive.import', { ...subject, state: 'finished' });
    });
    return records.countDocuments(this.known.clientId);
  }

  private keyOf = (fieldId: string, text: string) => keyOfText(this.known.rules.get(fieldId) as Field, text);

  /** Stores the bytes first, then writes the rows and removes the keys from the journal in one transaction; existing things are skipped. */
  private async withFiles<T extends { id: string; files: readonly RecordedFile[] }>(
    what: 'document' | 'flow',
    all: readonly T[],
    open: OpenBytes,
    write: (thing: T) => Promise<void>,
  ): Promise<void> {
    const { uploads, unitOfWork, records } = this.parts;
    const things = all.filter(({ id }) => !this.inspection.here.has(id));
    const [last] = things.slice(-1);
    if (!last) return;
    const upload = uploads.open(this.known.clientId, { maxFiles: Infinity });
    try {
      const restored: T[] = [];
      const keys: string[] = [];
      for (const thing of things) {
        const files: RecordedFile[] = [];
        for (const file of thing.files) files.push(await this.restored(file, upload, open, keys));
        restored.push({ ...thing, files });
      }
      await unitOfWork.run(
        async () => {
          await upload.claim(keys);
          for (const thing of restored) await write(thing);
        },
        async () => (await records.taken(what, [last.id])).length > 0,
      );
      upload.committed(keys);
    } finally {
      await upload.settle();
    }
  }

  /** @param keys collects the keys of all staged objects. */
  private async restored(file: RecordedFile, upload: UploadSession, open: OpenBytes, keys: string[]): Promise<RecordedFile> {
    // A deleted file keeps its row; no bytes are stored under its key.
    if (file.deletedAt !== null) return { ...file, key: newObjectKey() };
    const take = async (bytes: RecordedBytes, number: number | null) => {
      const key = await this.take(upload, bytes, open(file.id, number));
      keys.push(key);
      return key;
    };
    const former: RecordedVersion[] = [];
    for (const version of file.former) former.push({ ...version, key: await take(version, version.number) });
    return { ...file, key: await take(file, null), former };
  }

  private async take(upload: UploadSession, { size, sha256 }: RecordedBytes, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const staged = await upload.take(bytes);
    if (staged.size !== size || staged.sha256 !== sha256) throw new BytesDiffer(`${staged.size} bytes instead of ${size}, or other ones`);
    return staged.key;
  }
}
