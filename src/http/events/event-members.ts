import { WORDS, type EventMember } from '#application/events/event-data';
import type { EventFile } from '#domain/audit/audit-event';

const ID = { type: 'string', format: 'uuid' };
const IDS = { type: 'array', items: ID };
const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const FLAG = { type: 'boolean' };
const oneOf = (words: Readonly<Record<string, string>>) => ({ ...TEXT, enum: Object.values(words) });
const COUNT = { type: 'integer', format: 'int64' };

/** `EventFile` of the document. */
export const FILE_SCHEMA = {
  type: 'object',
  required: ['idArquivo'],
  properties: { idArquivo: ID, sha256: { type: 'string', description: 'Digest of the bytes, in hexadecimal.' }, tamanho: COUNT },
};
const FILES = { type: 'array', items: { $ref: '#/components/schemas/EventFile' } };

const id = (last: string) => `019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d${last}`;

export const EXAMPLE_FILE: EventFile = {
  id: id('02'),
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  bytes: 18_231,
};

interface MemberDocs {
  schema: { type: string; format?: string; enum?: string[] };
  description: string;
  /** As the event's subject has it. */
  example: unknown;
}

/** What members of `data` mean. */
export const MEMBER_DOCS: Readonly<Record<EventMember, MemberDocs>> = {
  documentId: { schema: ID, description: 'Document.', example: id('01') },
  code: { schema: COUNT, description: 'Code of the document, flow or box.', example: 4711 },
  levelId: { schema: ID, description: 'Level at which the document is.', example: id('10') },
  unitId: { schema: ID, description: 'Service unit.', example: id('11') },
  version: { schema: COUNT, description: 'Version of the document, as in its `ETag`.', example: 3 },
  fields: { schema: TEXTS, description: 'Which fields were sent, by their ids.', example: [id('12')] },
  lists: { schema: IDS, description: 'Lists whose link was changed.', example: [id('13')] },
  files: { schema: FILES, description: 'The files; with digest and size where they are new.', example: [EXAMPLE_FILE.id] },
  listId: { schema: ID, description: 'List.', example: id('13') },
  rowId: { schema: ID, description: 'Row of the list.', example: id('03') },
  boxId: { schema: ID, description: 'Box.', example: id('1b') },
  workflowId: { schema: ID, description: 'Flow.', example: id('06') },
  definitionId: { schema: ID, description: 'Definition that the flow runs by.', example: id('14') },
  executionId: { schema: ID, description: 'Step of this flow.', example: id('07') },
  taskId: { schema: ID, description: 'Step in the definition.', example: id('15') },
  documents: { schema: IDS, description: 'Documents of the flow.', example: [id('01')] },
  finished: { schema: FLAG, description: 'The flow has ended.', example: false },
  signatures: { schema: TEXTS, description: 'Codes of the signatures, one per file.', example: ['01JD8Z5Q7M3N4P6R8S9T0V1W2X'] },
  originId: { schema: TEXT, description: 'Origin of the signature.', example: id('16') },
  legalPerson: { schema: FLAG, description: 'Signed for a legal person.', example: false },
  userId: { schema: ID, description: 'User.', example: id('05') },
  grants: {
    schema: TEXTS,
    description: 'Client, unit, level and profile of each permission, `*` for all.',
    example: [`${id('17')} * * ${id('18')}`],
  },
  active: { schema: FLAG, description: 'The user may log in.', example: true },
  wholeClient: { schema: FLAG, description: 'The user reaches all of the client.', example: false },
  own: { schema: FLAG, description: "The user's own doing.", example: true },
  service: { schema: FLAG, description: 'It is a service account: a program calls with its keys.', example: true },
  apiKeyId: { schema: ID, description: 'API key; of a session: the one that opened it.', example: id('1c') },
  formerApiKeyId: { schema: ID, description: 'API key whose place the new one takes.', example: id('1d') },
  sessionId: { schema: ID, description: 'Session.', example: id('19') },
  exclusive: { schema: FLAG, description: 'It ended the other sessions of the user.', example: false },
  why: { schema: oneOf(WORDS.why), description: 'Reason.', example: 'password' },
  times: { schema: COUNT, description: 'So often within about a second; absent: once.', example: 1 },
  slot: { schema: COUNT, description: 'Which of the two keys.', example: 1 },
  billId: { schema: ID, description: 'Bill.', example: id('04') },
  contractId: { schema: ID, description: 'Contract.', example: id('1a') },
  period: { schema: TEXT, description: 'Period, year and month.', example: '2026-10' },
  counts: { schema: TEXTS, description: 'How many were added, changed and removed, by kind.', example: ['levels +1 ~0 -0'] },
  ids: { schema: TEXTS, description: 'What was added, changed or removed; at most 100.', example: [`levels +${id('10')}`] },
  bag: { schema: TEXT, description: 'SHA-256 of the export.', example: EXAMPLE_FILE.sha256 },
  state: {
    schema: oneOf(WORDS.state),
    description: 'How far the import is.',
    example: 'finished',
  },
  documentCount: { schema: COUNT, description: 'Documents that were imported or purged.', example: 120 },
  flowCount: { schema: COUNT, description: 'Flows that were imported or purged.', example: 4 },
  fileCount: { schema: COUNT, description: 'Files that were imported or purged.', example: 151 },
  rowCount: { schema: COUNT, description: 'Rows of lists that were purged.', example: 3 },
  events: { schema: COUNT, description: 'How many.', example: 2 },
  operation: { schema: TEXT, description: 'Operation, by its number or its path.', example: '4.7' },
  webhookId: { schema: ID, description: 'Webhook.', example: id('09') },
  group: {
    schema: oneOf(WORDS.group),
    description: 'Which personal data were erased.',
    example: 'origin',
  },
  from: { schema: COUNT, description: 'Position of the first event.', example: 17 },
  upTo: { schema: COUNT, description: 'Position of the last event.', example: 812 },
  epoch: { schema: TEXT, description: 'Name of the epoch, as in the `source` of its events.', example: '20261123T123000Z' },
  keyId: { schema: TEXT, description: 'Key that signs from now on, as `/.well-known/acervo-selos` has it.', example: '9c7a1f3e' },
  formerKeyId: { schema: TEXT, description: 'Key that has signed until now.', example: '4be0d2a7' },
  statement: {
    schema: TEXT,
    description: 'Note (C2SP signed note) that both keys have signed.',
    example:
      'acervo/hand-over/v1\nacervo/0a1b2c3d4e5f6071+4be0d2a7+ASd0…\nacervo/0a1b2c3d4e5f6071+9c7a1f3e+AQ9r…\n2026-11-23T12:30:00.000Z\n\n— …\n',
  },
};
