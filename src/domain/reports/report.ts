/** What a column or a parameter holds; the wire gives each a type's name (operation 8.1, 8.2). */
export type ValueKind = 'text' | 'guid' | 'moment' | 'day' | 'integer' | 'decimal' | 'flag';

/** A moment as milliseconds since 1970, a day as `yyyy-MM-dd`, a decimal as a text with a point (`1234.5`); null: none. */
export type Cell = string | number | boolean | null;
export type Row = readonly Cell[];

/** Every column that a report may have. One without its words in `http/reports/words.ts` does not compile. */
const COLUMNS = {
  address: 'text',
  auditAction: 'text',
  auditSubject: 'text',
  boxCode: 'integer',
  boxType: 'text',
  bytes: 'integer',
  clientName: 'text',
  companyDocument: 'text',
  companyName: 'text',
  createdAt: 'moment',
  custody: 'text',
  documentCode: 'integer',
  documentCount: 'integer',
  documentId: 'guid',
  documentStatus: 'text',
  dueAt: 'moment',
  dueDay: 'day',
  email: 'text',
  endedAt: 'moment',
  expiresAt: 'moment',
  fieldType: 'text',
  fileCount: 'integer',
  fileId: 'guid',
  fileName: 'text',
  fileVersion: 'text',
  happenedAt: 'moment',
  isActive: 'flag',
  late: 'flag',
  levelId: 'guid',
  levelPath: 'text',
  link: 'text',
  login: 'text',
  originMessage: 'text',
  outerBoxCode: 'integer',
  overdue: 'flag',
  profileId: 'guid',
  profileName: 'text',
  provisionalNumber: 'text',
  requestId: 'text',
  rowId: 'guid',
  sequence: 'integer',
  sharedAt: 'moment',
  signatureCode: 'text',
  signedAt: 'moment',
  signerDocument: 'text',
  signerName: 'text',
  startedAt: 'moment',
  taskName: 'text',
  thingId: 'guid',
  thingKind: 'text',
  thingName: 'text',
  thingPlace: 'text',
  unitName: 'text',
  userId: 'guid',
  userName: 'text',
  workflowCode: 'integer',
  workflowId: 'guid',
  workflowName: 'text',
  workflowStatus: 'text',
} as const satisfies Record<string, ValueKind>;
export type ColumnName = keyof typeof COLUMNS;

/** A fixed column, or one from the archive's configuration. */
export type Column = { name: ColumnName } | { label: string; kind: ValueKind };

/** Cells in the order of the columns, some rows at a time, read as they are wanted. */
export interface ReportData {
  columns: readonly Column[];
  batches: AsyncIterable<readonly Row[]>;
}

export const kindOf = (column: Column): ValueKind => ('name' in column ? COLUMNS[column.name] : column.kind);

/** What a report on the structure names. */
export type ThingKind = 'unit' | 'client' | 'level' | 'field' | 'list' | 'list-field' | 'box-type';
