import { AlreadyBilled, BillingLedger, Bills } from '#application/ports/bills';
import { Metering, type MeteredPlace, type Span } from '#application/ports/metering';
import { stableId } from '#application/stable-id';
import type { Scope } from '#domain/access/scope';
import type { ContractDefinition, PackageDefinition } from '#domain/archive/contract-definition';
import { Amount } from '#domain/bills/amount';
import type { Bill } from '#domain/bills/bill';
import type { Contract, Package, ServiceKind } from '#domain/bills/contract';
import type { History } from '#domain/bills/price';
import type { InMemoryDatabase } from './in-memory-database';

const amount = (text = '0') => Amount.parse(String(text))!;
const packageOf = (said?: PackageDefinition): Package | null =>
  said ? { quantity: amount(said.quantity), price: amount(said.price) } : null;

export function contractOf(
  { number, unit, from, until, dueDays, services }: ContractDefinition,
  client: { id: string; name: string },
): Contract {
  return {
    id: stableId('contract', client.name, number),
    number,
    clientId: client.id,
    clientName: client.name,
    unitId: stableId('unit', unit),
    unitName: unit,
    dueDays,
    startsOn: from,
    endsOn: until ?? null,
    services: services.map((service) => ({
      id: stableId('contract-service', client.name, number, service.description),
      kind: service.kind,
      description: service.description,
      initial: packageOf(service.initialPackage),
      periodic: packageOf(service.periodicPackage),
      unit: packageOf(service.unitPackage),
      discount: amount(service.discount),
      startsOn: service.from ?? null,
      endsOn: service.until ?? null,
    })),
  };
}

const order = (a: Bill, b: Bill) =>
  a.period === b.period ? a.billedAt.getTime() - b.billedAt.getTime() || (a.id < b.id ? -1 : 1) : a.period < b.period ? -1 : 1;

export class InMemoryBills extends Bills {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async idsOf(scope: Scope, unitId: string, after: string, upTo: string): Promise<string[]> {
    const within = this.within(scope, unitId).filter(({ period }) => period > after && period <= upTo);
    return within.sort(order).map(({ id }) => id);
  }

  async find(scope: Scope, unitId: string, id: string): Promise<Bill | null> {
    return this.within(scope, unitId).find((bill) => bill.id === id) ?? null;
  }

  private within(scope: Scope, unitId: string): Bill[] {
    const clients = scope.reaches.map(({ structure }) => structure.clientId);
    return [...this.database.tables.bills.values()].filter((bill) => bill.unitId === unitId && clients.includes(bill.clientId));
  }
}

export class InMemoryBillingLedger extends BillingLedger {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async contracts(unitId: string | null): Promise<Contract[]> {
    return [...this.database.tables.contracts.values()].filter((contract) => unitId === null || contract.unitId === unitId);
  }

  async unitNamed(name: string): Promise<string | null> {
    return [...this.database.tables.units.values()].find((unit) => unit.name === name)?.id ?? null;
  }

  /** Transactions come one after the other as it is. */
  async lock({ id, unitId }: Contract): Promise<boolean> {
    return this.database.tables.contracts.get(id)?.unitId === unitId;
  }

  async billOf({ id }: Contract, period: string): Promise<string | null> {
    return [...this.database.tables.bills.values()].find((bill) => bill.contractId === id && bill.period === period)?.id ?? null;
  }

  async histories(clientId: string, serviceIds: readonly string[]): Promise<ReadonlyMap<string, History>> {
    const lines = [...this.database.tables.bills.values()].filter((bill) => bill.clientId === clientId).flatMap((bill) => bill.lines);
    const histories = new Map<string, History>();
    for (const { serviceId, initialUsed } of lines.filter((line) => serviceIds.includes(line.serviceId))) {
      if (initialUsed === null) continue;
      const before = histories.get(serviceId)?.initialUsed ?? Amount.ZERO;
      histories.set(serviceId, { initialPaid: true, initialUsed: before.plus(initialUsed) });
    }
    return histories;
  }

  add(bill: Bill): Promise<void> {
    return this.database.write(({ bills }) => {
      const twin = [...bills.values()].some(({ contractId, period }) => contractId === bill.contractId && period === bill.period);
      if (twin) throw new AlreadyBilled();
      bills.set(bill.id, bill);
    });
  }
}

export class InMemoryMetering extends Metering {
  /** @param installed when the boxes came. */
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly installed: Date,
  ) {
    super();
  }

  async measure(kind: ServiceKind, { clientId, unitId }: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const { documents, boxes, events, accounts, fileVersions, signatures, workflows } = this.database.tables;
    const flows = [...workflows.values()].filter((flow) => flow.clientId === clientId);
    const own = [...documents.values()].filter((document) => document.clientId === clientId && document.unitId === unitId);
    const isHeld = ({ createdAt, deletedAt }: { createdAt: Date; deletedAt: Date | null }) =>
      createdAt < until && (deletedAt === null || deletedAt >= until);
    switch (kind) {
      case 'stored-documents':
        return Amount.whole(own.filter(isHeld).length);
      case 'stored-gigabytes': {
        const files = own
          .filter(isHeld)
          .flatMap((document) => document.files)
          .filter(isHeld);
        const ofFlows = flows.flatMap((flow) => flow.files).filter(({ createdAt }) => createdAt < until);
        const ids = new Set([...files, ...ofFlows].map(({ id }) => id));
        const former = [...fileVersions.values()].filter(({ fileId, replacedAt }) => ids.has(fileId) && replacedAt < until);
        return Amount.ofUnits(Math.ceil([...files, ...ofFlows, ...former].reduce((sum, { size }) => sum + size, 0) / 100_000));
      }
      case 'boxes-in-custody': {
        const kept = [...boxes.values()].filter((box) => box.clientId === clientId && box.unitId === unitId && box.parentId === null);
        return Amount.whole(this.installed < until ? kept.length : 0);
      }
      case 'signatures': {
        const files = [...own, ...flows].flatMap((owner) => owner.files.map(({ id }) => id));
        const within = [...signatures.values()].filter(({ signedAt }) => signedAt >= from && signedAt < until);
        return Amount.whole(new Set(within.map(({ fileId }) => fileId).filter((id) => files.includes(id))).size);
      }
      case 'active-workflows':
        return Amount.whole(flows.filter(({ startedAt, endedAt }) => startedAt < until && (endedAt === null || endedAt >= from)).length);
      case 'active-users': {
        const within = [...events.values()].filter((event) => event.clientId === clientId && event.at >= from && event.at < until);
        return Amount.whole(new Set(within.map(({ userId }) => userId).filter((id) => accounts.has(id))).size);
      }
      case 'fixed-fee':
        return Amount.whole(1);
    }
  }
}
