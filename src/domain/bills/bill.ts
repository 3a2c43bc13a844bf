import type { Day } from '#domain/documents/calendar';
import { Amount } from './amount';
import type { Contract, ServiceKind, ServiceLine } from './contract';
import { NO_HISTORY, priceOf, type History } from './price';

export interface BillLine {
  serviceId: string;
  kind: ServiceKind;
  description: string;
  quantity: Amount;
  price: Amount;
  /** Of one unit package. */
  unitPrice: Amount;
  /** Null: the service had no initial package. */
  initialUsed: Amount | null;
}

/** What a client owes for one period of one contract; names are those of the day on which it was made. */
export interface Bill {
  id: string;
  clientId: string;
  clientName: string;
  unitId: string;
  contractId: string;
  contractNumber: string;
  /** `yyyy-MM`. */
  period: string;
  billedAt: Date;
  dueDay: Day;
  total: Amount;
  lines: readonly BillLine[];
}

export interface Metered {
  service: ServiceLine;
  quantity: Amount;
}

export type BillHead = Pick<Bill, 'id' | 'period' | 'billedAt' | 'dueDay'>;

export function makeBill(head: BillHead, contract: Contract, metered: readonly Metered[], histories: ReadonlyMap<string, History>): Bill {
  const lines = metered.map(({ service, quantity }): BillLine => {
    const { id: serviceId, kind, description, unit } = service;
    const { price, initialUsed } = priceOf(service, quantity, histories.get(serviceId) ?? NO_HISTORY);
    return { serviceId, kind, description, quantity, price, unitPrice: unit?.price ?? Amount.ZERO, initialUsed };
  });
  return {
    ...head,
    clientId: contract.clientId,
    clientName: contract.clientName,
    unitId: contract.unitId,
    contractId: contract.id,
    contractNumber: contract.number,
    total: lines.reduce((sum, { price }) => sum.plus(price), Amount.ZERO),
    lines,
  };
}
