import type { Sql } from '#infrastructure/typeorm/sql';
import { countedOtherwise, shownOtherwise } from '../../support/shown';
import type { Objects } from '../support/objects';
import { sha256 } from '../support/contents';
import type { Expected, ExpectedDocument } from './expected';
import type { Findings } from './findings';

export interface DocumentRow {
  id: string;
  code: number;
  external_key: string | null;
  deleted_at: number | null;
}

interface FileRow {
  id: string;
  name: string;
  size: number;
  sha256: string;
  object_key: string;
  document_code: number;
  deleted_at: number | null;
}

const DUPLICATES = {
  'code twice': 'SELECT d.code AS what, COUNT(*) AS times FROM document d GROUP BY d.code HAVING COUNT(*) > 1',
  'document twice':
    'SELECT d.external_key AS what, COUNT(*) AS times FROM document d WHERE d.external_key IS NOT NULL GROUP BY d.client_id, d.external_key HAVING COUNT(*) > 1',
  'list key twice': 'SELECT r.key_hash AS what, COUNT(*) AS times FROM list_row r GROUP BY r.list_id, r.key_hash HAVING COUNT(*) > 1',
} as const;

const NAMED = `SELECT f.object_key FROM document_file f WHERE f.deleted_at IS NULL
  UNION SELECT w.object_key FROM workflow_file w WHERE w.deleted_at IS NULL
  UNION SELECT v.object_key FROM file_version v`;

/** Checks the data of the service: the database by itself, and compared with the bucket. */
export class Rows {
  private documents: DocumentRow[] = [];
  private files: FileRow[] = [];

  constructor(
    private readonly sql: Sql,
    private readonly objects: Objects,
    private readonly findings: Findings,
  ) {}

  /** `since`: documents up to this code were there before the first call. */
  async read(since: number): Promise<void> {
    this.documents = await this.sql.rows<DocumentRow>(
      'SELECT d.id, d.code, d.external_key, d.deleted_at FROM document d WHERE d.code > ?',
      [since],
    );
    this.files = await this.sql.rows<FileRow>(
      `SELECT f.id, f.name, f.size, f.sha256, f.object_key, f.document_code, f.deleted_at FROM document_file f WHERE f.document_code > ?`,
      [since],
    );
  }

  /** The row of a document of which perhaps no answer came. */
  find({ external, id }: Pick<ExpectedDocument, 'external' | 'id'>): DocumentRow | undefined {
    return this.documents.find((row) => (id === null ? row.external_key === external : row.id === id));
  }

  async unique(): Promise<void> {
    for (const [kind, statement] of Object.entries(DUPLICATES)) {
      for (const { what, times } of await this.sql.rows<{ what: string | number; times: number }>(statement)) {
        this.findings.add(kind as keyof typeof DUPLICATES, { what }, `${times} times`);
      }
    }
  }

  /** What a row says of its document, for the pages of a search, is what the tables have, and levels have as many documents as are counted. */
  async shown(since: number): Promise<void> {
    for (const { id, detail } of await shownOtherwise(this.sql, since)) this.findings.add('shown differs', { document: id }, detail);
    for (const { level, detail } of await countedOtherwise(this.sql)) this.findings.add('count differs', { level }, detail);
  }

  accounted({ documents }: Expected): void {
    for (const row of this.documents) {
      const wanted = documents.get(row.external_key ?? '');
      if (!wanted) this.findings.add('document unaccounted for', { document: row.id, code: row.code }, row.external_key ?? '');
      else if (wanted.refused) this.findings.add('document left', { call: wanted.call, document: row.id }, 'its create was refused');
    }
  }

  /** Every file of this document: its row says what was sent, and its object holds it. */
  async stored(document: ExpectedDocument, row: DocumentRow): Promise<void> {
    const files = this.files.filter((file) => file.document_code === row.code && file.deleted_at === null);
    for (const file of files) {
      const ids = { call: document.call, document: row.id, file: file.id, object: file.object_key };
      const sent = document.files.get(file.name);
      if (!sent) this.findings.add('file unaccounted for', ids, file.name);
      else if (file.size !== sent.size || file.sha256 !== sent.sha256)
        this.findings.add('row differs', ids, `${file.size} bytes, ${sent.size} were sent`);
      const bytes = await this.objects.read(file.object_key);
      if (bytes === null) this.findings.add('object missing', ids, file.name);
      else if (sha256(bytes) !== (sent ?? file).sha256) this.findings.add('object differs', ids, `${bytes.length} bytes`);
      this.findings.bytes += bytes?.length ?? 0;
    }
  }

  /** No row without its object; `exactly`: and no other objects. */
  async matchObjects(exactly: boolean): Promise<void> {
    const rows = await this.sql.rows<{ object_key: string }>(NAMED);
    const named = new Set(rows.map(({ object_key }) => object_key));
    const sizes = await this.objects.sizes();
    for (const key of named) if (!sizes.has(key)) this.findings.add('object missing', { object: key }, 'a row names it');
    if (!exactly) return;
    for (const key of sizes.keys()) if (!named.has(key)) this.findings.add('object left', { object: key }, 'no row names it');
    for (const key of await this.objects.halves([])) this.findings.add('object left', { object: key }, 'half of one');
    const journal = await this.sql.rows<{ object_key: string; state: string }>('SELECT j.object_key, j.state FROM object_journal j');
    for (const { object_key, state } of journal) this.findings.add('object left', { object: object_key }, `in the journal, ${state}`);
  }
}
