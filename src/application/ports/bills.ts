import type { Scope } from '#domain/access/scope';
import type { Bill } from '#domain/bills/bill';
import type { Contract } from '#domain/bills/contract';
import type { History } from '#domain/bills/price';

/** The bills of the clients within a scope. */
export abstract class Bills {
  /** Ids of the unit's bills for the periods after one (`yyyy-MM`), up to and including another; oldest first. */
  abstract idsOf(scope: Scope, unitId: string, after: string, upTo: string): Promise<string[]>;
  abstract find(scope: Scope, unitId: string, id: string): Promise<Bill | null>;
}

/** Contracts and what was billed of them, for the operator who closes a period: no tenant's scope bounds it. */
export abstract class BillingLedger {
  /** Those that are not suspended, with their services; of one unit, or of all. */
  abstract contracts(unitId: string | null): Promise<Contract[]>;
  /** Id of the unit of this name. */
  abstract unitNamed(name: string): Promise<string | null>;
  /** Keeps everybody else who bills this client, or applies an archive file, out until the transaction ends; false: the contract is gone, suspended or elsewhere. */
  abstract lock(contract: Contract): Promise<boolean>;
  /** Id of the one for this period, if there is one. */
  abstract billOf(contract: Contract, period: string): Promise<string | null>;
  /** What bills say of these services, by their ids; nothing of one that none has charged an initial package for. */
  abstract histories(clientId: string, serviceIds: readonly string[]): Promise<ReadonlyMap<string, History>>;
  /** Rejects with `AlreadyBilled`. */
  abstract add(bill: Bill): Promise<void>;
}

/** The contract has a bill for the period. */
export class AlreadyBilled extends Error {}
