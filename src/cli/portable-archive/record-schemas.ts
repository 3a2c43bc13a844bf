import { DOCUMENT_STATUS } from '#domain/documents/document';
import { SERVICE_KINDS } from '#domain/bills/contract';
import { FIELD_TYPES, PARENT_OPERATORS } from '#domain/trees/field';
import { CONDITION_OPERATORS, DEADLINE_UNITS, LARGEST_MODEL } from '#domain/workflows/workflow-definition';
import { WORKFLOW_STATUS } from '#domain/workflows/workflow';
import type { Part } from './layout';

export interface Schema {
  type?: string;
  pattern?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  readonly [word: string]: unknown;
}

/** Times are parsed. */
export const MOMENT: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' };
const UUID: Schema = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
const HASH: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
export const DAY: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const FLAG: Schema = { type: 'boolean' };
const LARGEST_INT = 2_147_483_647;

const count = (minimum = 0, maximum = Number.MAX_SAFE_INTEGER): Schema => ({ type: 'integer', minimum, maximum });
const text = (maxLength: number): Schema => ({ type: 'string', maxLength });
const name = (maxLength: number): Schema => ({ ...text(maxLength), minLength: 1 });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
/** An upper limit for counts. */
const MOST_ITEMS = 100_000;
const list = (items: Schema): Schema => ({ type: 'array', items, maxItems: MOST_ITEMS });
/** Columns of tokens hold nothing else. */
const ascii = (shortest: number, longest: number): Schema => ({ type: 'string', pattern: `^[\\x20-\\x7e]{${shortest},${longest}}$` });
const oneOf = (values: readonly (string | null)[]): Schema => ({ enum: values });
const object = (properties: Record<string, Schema>, absent: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((property) => !absent.includes(property)),
  additionalProperties: false,
});

// New numbers continue from the highest one, so a huge number in a bag would exhaust them.
const CODE = count(1, 2 ** 40);
const TEXTS = list(object({ fieldId: UUID, text: text(4000) }));
const BYTES = { size: count(), sha256: HASH, version: text(50) };
const FILE = {
  id: UUID,
  position: count(0, LARGEST_INT),
  name: text(255),
  extension: ascii(0, 20),
  createdAt: MOMENT,
  deletedAt: orNull(MOMENT),
  former: list(object({ ...BYTES, number: count(1), replacedAt: MOMENT })),
  ...BYTES,
};
const SHARE = object({ id: UUID, createdAt: MOMENT, expiresAt: orNull(MOMENT), revokedAt: orNull(MOMENT) });

const DOCUMENT = object(
  {
    id: UUID,
    code: CODE,
    unitId: UUID,
    levelId: UUID,
    status: oneOf(Object.keys(DOCUMENT_STATUS)),
    boxId: orNull(UUID),
    dueDay: orNull(DAY),
    createdAt: MOMENT,
    createdBy: UUID,
    changedAt: orNull(MOMENT),
    deletedAt: orNull(MOMENT),
    externalKey: orNull(text(100)),
    version: count(1, LARGEST_INT),
    values: TEXTS,
    rows: list(object({ listId: UUID, rowId: UUID })),
    files: list(object({ ...FILE, shares: list(SHARE) }, ['deletedAt', 'shares'])),
  },
  ['deletedAt'],
);

const SIGNATURE = object({
  id: UUID,
  code: ascii(1, 26),
  fileId: UUID,
  sha256: HASH,
  originId: UUID,
  legalPerson: FLAG,
  signedAt: MOMENT,
  signedBy: UUID,
  address: ascii(0, 64),
  details: text(1_000_000),
});

const ROW = object({ listId: UUID, id: UUID, cells: { type: 'object', additionalProperties: text(4000), propertyNames: UUID } });

const RESPONSIBLE: Schema = {
  anyOf: [
    object({ type: oneOf(['activator', 'selected-user', 'selected-external', 'api']) }),
    object({ type: oneOf(['selected-externals']), consensus: count(1, 100) }),
    object({ type: oneOf(['user']), userId: UUID }),
    object({ type: oneOf(['group']), userIds: { ...list(UUID), minItems: 1 }, consensus: count(1, 100) }),
  ],
};
const TASK = object({
  id: UUID,
  name: name(250),
  responsible: RESPONSIBLE,
  deadline: orNull(object({ amount: count(1), unit: oneOf(DEADLINE_UNITS) })),
  requires: object({ comment: FLAG, form: FLAG, attachment: FLAG, document: FLAG }),
});
const EXIT = object({
  to: UUID,
  label: orNull(name(250)),
  when: orNull(object({ fieldId: UUID, operator: oneOf(CONDITION_OPERATORS), value: text(4000) })),
});
const FORM_FIELD = object({
  code: { type: 'integer', minimum: -100_000, maximum: -1 },
  id: UUID,
  label: name(250),
  type: oneOf(FIELD_TYPES),
  min: orNull({ type: 'number' }),
  max: orNull({ type: 'number' }),
  pattern: orNull(text(500)),
  mask: orNull(text(250)),
  options: list(text(4000)),
  parentCode: orNull({ type: 'integer' }),
  parentOperator: oneOf([...PARENT_OPERATORS, null]),
});
const DESIGN = object({
  definitionId: UUID,
  number: count(1, LARGEST_INT),
  createdAt: MOMENT,
  design: object({
    steps: {
      ...list(
        object({
          id: UUID,
          name: name(250),
          group: oneOf(['all', 'one', null]),
          tasks: { ...list(TASK), maxItems: 50 },
          exits: { ...list(EXIT), maxItems: 6 },
        }),
      ),
      minItems: 1,
      maxItems: 200,
    },
    endId: UUID,
    form: orNull(
      object({
        id: UUID,
        name: name(250),
        fields: list(object({ id: UUID, field: FORM_FIELD, mandatory: FLAG })),
        lists: list(object({ listId: UUID, mandatory: FLAG })),
      }),
    ),
    model: orNull(object({ name: name(250), fields: { type: 'object', additionalProperties: UUID } })),
    workingTime: orNull(object({ days: list(count(0, 6)), from: count(0, 1440), until: count(0, 1440), holidays: list(DAY) })),
  }),
  model: orNull(text(LARGEST_MODEL * 1.5)),
});

const PERSON = { userId: orNull(UUID), email: orNull(text(250)) };
const FLOW = object(
  {
    id: UUID,
    code: CODE,
    design: count(1, LARGEST_INT),
    definitionId: UUID,
    status: oneOf(Object.keys(WORKFLOW_STATUS)),
    note: orNull(text(4000)),
    startedAt: MOMENT,
    startedBy: UUID,
    endedAt: orNull(MOMENT),
    emptied: FLAG,
    named: object({ ...PERSON, emails: list(text(250)), groupEmails: list(text(250)) }),
    values: TEXTS,
    executions: list(
      object({
        id: UUID,
        visit: count(1, LARGEST_INT),
        stepId: UUID,
        taskId: UUID,
        taskName: text(250),
        ...PERSON,
        startedAt: MOMENT,
        dueAt: orNull(MOMENT),
        endedAt: orNull(MOMENT),
        done: FLAG,
      }),
    ),
    comments: list(object({ taskName: text(250), ...PERSON, madeAt: MOMENT, text: text(4000) })),
    files: list(object({ ...FILE, toSign: FLAG })),
    documents: list(object({ id: UUID, addedAt: MOMENT })),
    toSign: list(UUID),
  },
  ['emptied'],
);

const BILL = object({
  id: UUID,
  clientName: text(250),
  unitId: UUID,
  contractId: UUID,
  contractNumber: text(50),
  period: { type: 'string', pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' },
  billedAt: MOMENT,
  dueDay: DAY,
  total: count(),
  lines: list(
    object({
      serviceId: UUID,
      kind: oneOf(SERVICE_KINDS),
      description: text(250),
      quantity: count(),
      price: count(),
      unitPrice: count(),
      initialUsed: orNull(count()),
    }),
  ),
});

const CUSTODY = object({ unitId: UUID, boxId: UUID, startedAt: MOMENT, endedAt: orNull(MOMENT) });

/** What a line of each file is. */
export const SCHEMAS: Readonly<Record<Part, Schema>> = {
  rows: ROW,
  documents: DOCUMENT,
  designs: DESIGN,
  flows: FLOW,
  signatures: SIGNATURE,
  bills: BILL,
  custody: CUSTODY,
};
