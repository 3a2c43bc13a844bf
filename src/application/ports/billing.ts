import type { Scope } from '#domain/access/scope';
import type { Amount } from '#domain/bills/amount';
import type { Bill } from '#domain/bills/bill';
import type { Contract, ServiceKind } from '#domain/bills/contract';
import type { History } from '#domain/bills/price';

/**
 * The bills of the clients within a scope.
 *
 * @example const bill = await bills.find(scope, unitId, billId);
 */
export abstract class Bills {
  /** Ids of the unit's bills for the periods after one (`yyyy-MM`), up to and including another; oldest first. */
  abstract idsOf(scope: Scope, unitId: string, after: string, upTo: string): Promise<string[]>;
  abstract find(scope: Scope, unitId: string, id: string): Promise<Bill | null>;
  /** What the newest bills of the one client of the scope metered of a service, all of its units together; null: no bill. */
  abstract newestQuantity(scope: Scope, kind: ServiceKind): Promise<{ period: string; quantity: Amount } | null>;
}

/**
 * Contracts and their bills, for the operator who closes a period: not limited to a scope.
 *
 * @example const unitId = unit === null ? null : await ledger.unitNamed(unit);
 */
export abstract class BillingLedger {
  /** Contracts that are not suspended, with their services; of one unit, or of all. */
  abstract contracts(unitId: string | null): Promise<Contract[]>;
  /** Id of the unit of this name. */
  abstract unitNamed(name: string): Promise<string | null>;
  /** Excludes concurrent closings for this client and `apply` until the transaction ends; false: contract removed, suspended or moved. */
  abstract lock(contract: Contract): Promise<boolean>;
  /** Id of the bill for this period, or null. */
  abstract billOf(contract: Contract, period: string): Promise<string | null>;
  /** Billing history of these services by id; services whose initial package was never charged are left out. */
  abstract histories(clientId: string, serviceIds: readonly string[]): Promise<ReadonlyMap<string, History>>;
  /** Rejects with `AlreadyBilled`. */
  abstract add(bill: Bill): Promise<void>;
}

/** The contract has a bill for the period. */
export class AlreadyBilled extends Error {}

export interface MeteredPlace {
  clientId: string;
  unitId: string;
}

/** Includes its first instant, excludes its last. */
export interface Span {
  from: Date;
  until: Date;
}

/**
 * Contents and activity of a client. Queries about the past always give the same answer.
 *
 * @example const quantity = await metering.measure(service.kind, contract, span);
 */
export abstract class Metering {
  /** Contents are measured at the end of the span, activity within it. */
  abstract measure(kind: ServiceKind, place: MeteredPlace, span: Span): Promise<Amount>;
}
