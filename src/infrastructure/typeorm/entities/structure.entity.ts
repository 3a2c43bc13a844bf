import type { Decimal } from '#domain/documents/sent-value';
import type { LevelReading } from '#domain/files/file-reading';
import type { FieldType, ParentOperator } from '#domain/trees/field';
import {
  byDefault,
  code,
  flag,
  instant,
  json,
  long,
  number,
  optional,
  primary,
  shortId,
  small,
  smallCode,
  table,
  text,
  token,
  type RowOf,
} from './table';

export const ServiceUnitEntity = table('service_unit', { id: primary(token()), name: text(250), cnpj: optional(token(20)) });
export type ServiceUnitEntity = RowOf<typeof ServiceUnitEntity>;

export const ClientEntity = table('client', {
  id: primary(shortId()),
  name: text(250),
  structureVersion: byDefault(1, number()),
  defaultProfileId: optional(token()),
});
export type ClientEntity = RowOf<typeof ClientEntity>;

export const ClientUnitEntity = table('client_unit', { clientId: primary(shortId()), unitId: primary(token()) });

export const TreeNodeEntity = table(
  'tree_node',
  {
    code: smallCode(),
    id: token(),
    clientId: shortId(),
    parentCode: optional(small()),
    name: text(250),
    path: text(2000),
    retentionFieldCode: optional(small()),
    retentionMonths: optional(small()),
    reading: optional(token<LevelReading>(10)),
    decimalMark: optional(token<Decimal>(10)),
  },
  { unique: [['id']], indexes: [['clientId']] },
);
export type TreeNodeEntity = RowOf<typeof TreeNodeEntity>;

export const FieldEntity = table(
  'field',
  {
    code: smallCode(),
    id: token(),
    clientId: shortId(),
    listId: optional(token()),
    position: small(),
    label: text(250),
    type: token<FieldType>(20),
    min: optional(number()),
    max: optional(number()),
    pattern: optional(text(500)),
    mask: optional(text(250)),
    options: optional(json<string[]>(long())),
    parentCode: optional(small()),
    parentOperator: optional(token<ParentOperator>(2)),
    isKey: byDefault(0, flag()),
    isImportMandatory: byDefault(0, flag()),
    lockedAfterValue: byDefault(0, flag()),
  },
  { unique: [['id']], indexes: [['clientId']] },
);
export type FieldEntity = RowOf<typeof FieldEntity>;

export const NodeFieldEntity = table(
  'node_field',
  { clientId: primary(shortId()), nodeCode: primary(small()), fieldCode: primary(small()), mandatory: flag(), position: small() },
  { indexes: [['clientId', 'fieldCode']] },
);

export const ValueListEntity = table(
  'value_list',
  {
    id: primary(token()),
    clientId: shortId(),
    name: text(250),
    kind: token<'autocomplete' | 'consolidation'>(20),
    allowsInclusion: flag(),
    parentListId: optional(token()),
  },
  { indexes: [['clientId']] },
);
export type ValueListEntity = RowOf<typeof ValueListEntity>;

export const NodeListEntity = table(
  'node_list',
  { clientId: primary(shortId()), nodeCode: primary(small()), listId: primary(token()), mandatory: flag(), position: small() },
  { indexes: [['clientId', 'listId']] },
);

export const ListRowEntity = table(
  'list_row',
  {
    code: code(),
    id: token(),
    clientId: shortId(),
    listId: token(),
    keyHash: token(64),
    createdAt: instant(),
    // Added while a document was filed: it goes with the last document that shows it (ADR 50).
    filed: byDefault(0, flag()),
  },
  { unique: [['id'], ['clientId', 'listId', 'keyHash']], indexes: [['clientId', 'listId', 'code']] },
);

export const ListRowValueEntity = table(
  'list_row_value',
  { clientId: primary(shortId()), rowCode: primary(number()), fieldCode: primary(small()), value: text(4000), valueKey: text(190) },
  { indexes: [['clientId', 'fieldCode', 'valueKey', 'rowCode']] },
);

export const BoxTypeEntity = table('box_type', { id: primary(token()), name: text(250), clientId: optional(shortId()) });

export const BoxEntity = table(
  'box',
  {
    id: primary(token()),
    code: number(),
    clientId: shortId(),
    unitId: optional(token()),
    numberedBy: token<'client' | 'unit'>(10),
    typeId: token(),
    parentId: optional(token()),
    provisionalNumber: optional(text(50)),
  },
  { unique: [['clientId', 'code', 'numberedBy']], indexes: [['clientId', 'typeId'], ['parentId']] },
);
export type BoxEntity = RowOf<typeof BoxEntity>;

export const SignatureOriginEntity = table(
  'signature_origin',
  { id: primary(token()), clientId: shortId(), message: text(500) },
  { indexes: [['clientId']] },
);
