import type { FileIntake } from '#application/files/file-intake';
import type { Intake } from '#application/files/intake';
import type { ArchiveStore, NewRow, RowCell } from '#application/ports/archive-store';
import type { AuditTrail } from '#application/ports/audit-trail';
import type {
  ClientRecords,
  RecordedBytes,
  RecordedDocument,
  RecordedFile,
  RecordedSignature,
  RecordedVersion,
  RestoredDocument,
} from '#application/ports/client-records';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Settings } from '#application/settings';
import type { Author } from '#domain/access/actor';
import type { ArchiveImage, FieldImage } from '#domain/archive/archive-image';
import type { AuditSubject } from '#domain/audit/audit-event';
import { keyOfText } from '#domain/documents/field-value';
import { NO_RULES, type Field } from '#domain/trees/field';
import { joinKeys } from '#domain/value-lists/value-list';

export interface RestoredRow {
  listId: string;
  id: string;
  /** By field id. */
  texts: ReadonlyMap<string, string>;
}

/** Something that what is to be restored refers to, and that the archive does not have, or has of another client. */
export interface Unknown {
  what: 'unit' | 'level' | 'box' | 'field' | 'list' | 'row' | 'file' | 'origin' | 'size';
  id: string;
}

/** The bytes that came are not those that were announced. */
export class BytesDiffer extends Error {}

interface Parts {
  store: ArchiveStore;
  records: ClientRecords;
  intakes: FileIntake;
  unitOfWork: UnitOfWork;
  audit: AuditTrail;
  settings: Settings;
}

/** `number` null: of the file as it is now; else of the former version. */
export type OpenBytes = (fileId: string, number: number | null) => AsyncIterable<Uint8Array>;

const ruleOf = ({ id, label, type, mask, options }: FieldImage): Field => ({ ...NO_RULES, code: 0, id, label, type, mask, options });

/** One client on its way into the archive: everything is looked at before anything is written. */
export class ClientRestoration {
  private readonly rules: ReadonlyMap<string, Field>;
  private readonly rowIds = new Set<string>();
  private readonly fileIds = new Set<string>();

  constructor(
    private readonly parts: Parts,
    private readonly clientId: string,
    private readonly image: ArchiveImage,
  ) {
    this.rules = new Map([...image.fields.values()].filter(this.own).map((field) => [field.id, ruleOf(field)]));
  }

  private readonly own = ({ clientId }: { clientId: string }) => clientId === this.clientId;

  private has(kind: 'levels' | 'boxes' | 'lists' | 'origins', id: string): boolean {
    const thing = this.image[kind].get(id);
    return thing !== undefined && this.own(thing);
  }

  lookAtRow({ listId, id, texts }: RestoredRow): Unknown[] {
    this.rowIds.add(id);
    if (!this.has('lists', listId)) return [{ what: 'list', id: listId }];
    return [...texts.keys()]
      .filter((field) => this.image.fields.get(field)?.listId !== listId)
      .map((field) => ({ what: 'field', id: field }));
  }

  lookAt({ unitId, levelId, boxId, values, rows, files }: RecordedDocument): Unknown[] {
    const unknown: Unknown[] = [];
    if (!this.image.clients.get(this.clientId)?.unitIds.includes(unitId)) unknown.push({ what: 'unit', id: unitId });
    if (!this.has('levels', levelId)) unknown.push({ what: 'level', id: levelId });
    if (boxId !== null && !this.has('boxes', boxId)) unknown.push({ what: 'box', id: boxId });
    for (const { fieldId } of values) if (!this.rules.has(fieldId)) unknown.push({ what: 'field', id: fieldId });
    for (const { listId, rowId } of rows) {
      if (!this.has('lists', listId)) unknown.push({ what: 'list', id: listId });
      else if (!this.rowIds.has(rowId)) unknown.push({ what: 'row', id: rowId });
    }
    for (const { id, size, former } of files) {
      this.fileIds.add(id);
      if ([size, ...former.map((each) => each.size)].some((bytes) => bytes > this.parts.settings.maxFileBytes))
        unknown.push({ what: 'size', id });
    }
    return unknown;
  }

  lookAtSignature({ fileId, originId }: RecordedSignature): Unknown[] {
    if (!this.fileIds.has(fileId)) return [{ what: 'file', id: fileId }];
    return this.has('origins', originId) ? [] : [{ what: 'origin', id: originId }];
  }

  /** Of these documents those that the archive has of this client, and what belongs to another. */
  async known(
    documents: readonly RecordedDocument[],
  ): Promise<{ here: ReadonlySet<string>; elsewhere: string[]; codes: ReadonlySet<number> }> {
    const found = await this.parts.records.knownDocuments(documents.map(({ id }) => id));
    const here = new Set([...found].filter(([, client]) => client === this.clientId).map(([id]) => id));
    const fresh = documents.filter(({ id }) => !found.has(id));
    const files = await this.parts.records.knownFiles(fresh.flatMap((document) => document.files.map(({ id }) => id)));
    const codes = await this.parts.records.takenCodes(fresh.map(({ code }) => code));
    return { here, elsewhere: [...[...found.keys()].filter((id) => !here.has(id)), ...files], codes };
  }

  /** Those of one list that are not there yet. */
  async addRows(listId: string, rows: readonly RestoredRow[]): Promise<void> {
    const fields = [...this.image.fields.values()].filter((field) => field.listId === listId).sort((a, b) => a.position - b.position);
    const made = rows.map(({ id, texts }): NewRow => {
      const cells = [...texts].map(([fieldId, text]): RowCell => ({
        fieldId,
        text,
        key: keyOfText(this.rules.get(fieldId) as Field, text),
      }));
      const keys = fields.filter(({ isKey }) => isKey).map((field) => cells.find(({ fieldId }) => fieldId === field.id)?.key ?? '');
      return { id, key: joinKeys(keys), cells };
    });
    await this.parts.unitOfWork.run(async () => {
      const stored = await this.parts.store.rowsByKey(listId, made.map(({ key }) => key)); // prettier-ignore
      const known = new Set(stored.map(({ key }) => key));
      const added = made.filter(({ key }) => !known.has(key));
      await this.parts.store.writeRows({ listId, added, changed: [], removed: [] });
    });
  }

  /** Bytes first, then the rows in one transaction with their keys' leaving the journal. */
  async add(documents: readonly RecordedDocument[], keepCodes: boolean, open: OpenBytes): Promise<void> {
    const { intakes, unitOfWork, records } = this.parts;
    const [last] = documents.slice(-1);
    if (!last) return;
    const intake = intakes.open({ maxFiles: Infinity });
    try {
      const restored: RestoredDocument[] = [];
      for (const document of documents) restored.push(await this.restored(document, keepCodes, intake, open));
      const files = restored.flatMap((document) => document.files);
      const keys = files.flatMap(({ key, former }) => [key, ...former.map((version) => version.key)]);
      await unitOfWork.run(
        async () => {
          await intake.claim(keys);
          for (const document of restored) await records.add(this.clientId, document);
        },
        async () => (await records.knownDocuments([last.id])).has(last.id),
      );
      intake.landed(keys);
    } finally {
      await intake.settle();
    }
  }

  addSignatures(signatures: readonly RecordedSignature[]): Promise<void> {
    return this.parts.unitOfWork.run(() => this.parts.records.addSignatures(this.clientId, signatures));
  }

  /** Takes down that it is complete; answers how many documents the client has. */
  async finish(author: Author, subject: AuditSubject): Promise<number> {
    const { unitOfWork, audit, records } = this.parts;
    await unitOfWork.run(() => audit.record(author, this.clientId, 'archive.import', subject));
    return records.countDocuments(this.clientId);
  }

  private async restored(document: RecordedDocument, keepCode: boolean, intake: Intake, open: OpenBytes): Promise<RestoredDocument> {
    const files: RecordedFile[] = [];
    for (const file of document.files) {
      const former: RecordedVersion[] = [];
      for (const version of file.former) former.push({ ...version, key: await this.take(intake, version, open(file.id, version.number)) });
      files.push({ ...file, key: await this.take(intake, file, open(file.id, null)), former });
    }
    const values = document.values.map((value) => ({ ...value, key: keyOfText(this.rules.get(value.fieldId) as Field, value.text) }));
    return { ...document, code: keepCode ? document.code : null, values, files };
  }

  private async take(intake: Intake, { size, sha256 }: RecordedBytes, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const staged = await intake.take(bytes);
    if (staged.size !== size || staged.sha256 !== sha256) throw new BytesDiffer(`${staged.size} bytes instead of ${size}, or other ones`);
    return staged.key;
  }
}
