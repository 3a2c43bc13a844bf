import type { ServiceKind } from '#domain/bills/contract';
import { code, flag, instant, number, optional, primary, small, table, text, token, type RowOf, shortId } from './table';

/** Amounts are whole ten-thousandths (ADR 0019). */
export const ContractEntity = table(
  'contract',
  {
    id: primary(token()),
    clientId: shortId(),
    unitId: token(),
    number: text(50),
    startsOn: token(10),
    endsOn: optional(token(10)),
    dueDays: small(),
    suspended: flag(),
  },
  { indexes: [['clientId'], ['unitId']] },
);
export type ContractEntity = RowOf<typeof ContractEntity>;

export const ContractServiceEntity = table(
  'contract_service',
  {
    id: primary(token()),
    clientId: shortId(),
    contractId: token(),
    position: small(),
    kind: token<ServiceKind>(30),
    description: text(250),
    initialQuantity: optional(number()),
    initialPrice: optional(number()),
    periodicQuantity: optional(number()),
    periodicPrice: optional(number()),
    unitQuantity: optional(number()),
    unitPrice: optional(number()),
    discount: number(),
    startsOn: optional(token(10)),
    endsOn: optional(token(10)),
  },
  { indexes: [['contractId', 'position']] },
);
export type ContractServiceEntity = RowOf<typeof ContractServiceEntity>;

export const BoxCustodyEntity = table(
  'box_custody',
  {
    code: code(),
    clientId: shortId(),
    unitId: token(),
    boxId: token(),
    startedAt: instant(),
    endedAt: optional(instant()),
  },
  {
    indexes: [
      ['clientId', 'unitId', 'startedAt', 'endedAt'],
      ['boxId', 'endedAt'],
    ],
  },
);
export type BoxCustodyEntity = RowOf<typeof BoxCustodyEntity>;

/** Users of whom the events within a span tell nothing any more, and whom its bill has still to count. Never updated. */
export const ErasedUserCountEntity = table(
  'erased_user_count',
  { code: code(), clientId: shortId(), fromAt: instant(), untilAt: instant(), users: number() },
  { indexes: [['clientId', 'fromAt', 'untilAt']] },
);

/**
 * What was purged and still counts in bills of the time when it was there, as differences by quarter of an hour of UTC: every day of every
 * time zone begins with one. Never updated.
 */
export const PurgedUseEntity = table(
  'purged_use',
  {
    code: code(),
    clientId: shortId(),
    // Flows have none.
    unitId: optional(token()),
    at: instant(),
    documents: number(),
    bytes: number(),
    signedFiles: number(),
    flowsStarted: number(),
    flowsEnded: number(),
  },
  { indexes: [['clientId', 'at']] },
);

export const BillEntity = table(
  'bill',
  {
    id: primary(token()),
    clientId: shortId(),
    clientName: text(250),
    unitId: token(),
    contractId: token(),
    contractNumber: text(50),
    period: token(7),
    billedAt: instant(),
    dueDay: token(10),
    total: number(),
  },
  { unique: [['contractId', 'period']], indexes: [['clientId', 'unitId', 'period']] },
);
export type BillEntity = RowOf<typeof BillEntity>;

export const BillLineEntity = table(
  'bill_line',
  {
    billId: primary(token()),
    position: primary(small()),
    clientId: shortId(),
    serviceId: token(),
    kind: token<ServiceKind>(30),
    description: text(250),
    quantity: number(),
    price: number(),
    unitPrice: number(),
    // Part of the service's initial package used by this bill; null without one.
    initialUsed: optional(number()),
  },
  { indexes: [['serviceId', 'initialUsed']] },
);
export type BillLineEntity = RowOf<typeof BillLineEntity>;
