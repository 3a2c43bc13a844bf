import { Injectable } from '@nestjs/common';
import { AlreadyBilled, BillingLedger } from '#application/ports/billing';
import { Amount } from '#domain/bills/amount';
import type { Bill } from '#domain/bills/bill';
import type { Contract, Package, ServiceLine } from '#domain/bills/contract';
import type { History } from '#domain/bills/price';
import { isDuplicate } from '../database-errors';
import { BillEntity, ClientEntity, ContractEntity, ContractServiceEntity, ServiceUnitEntity } from '../entities';
import { idBytes } from '../id-bytes';
import { places, Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { insertBill } from './bill-rows';

const packageOf = (quantity: number | null, price: number | null): Package | null =>
  quantity === null || price === null ? null : { quantity: Amount.ofUnits(quantity), price: Amount.ofUnits(price) };

const toService = (row: ContractServiceEntity): ServiceLine => ({
  id: row.id,
  kind: row.kind,
  description: row.description,
  initial: packageOf(row.initialQuantity, row.initialPrice),
  periodic: packageOf(row.periodicQuantity, row.periodicPrice),
  unit: packageOf(row.unitQuantity, row.unitPrice),
  discount: Amount.ofUnits(row.discount),
  startsOn: row.startsOn,
  endsOn: row.endsOn,
});

/** Raw SQL (`histories`): one sum over the bill lines of each service. */
@Injectable()
export class TypeOrmBillingLedger extends BillingLedger {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async contracts(unitId: string | null): Promise<Contract[]> {
    const { manager } = this.unitOfWork;
    const ofUnit = {
      sql: unitId === null ? 'contract.suspended = 0' : 'contract.suspended = 0 AND contract.unitId = :unitId',
      parameters: { unitId },
    };
    const contracts = (await manager
      .createQueryBuilder(ContractEntity, 'contract')
      .innerJoinAndMapOne('contract.client', 'client', 'client', 'client.id = contract.clientId')
      .innerJoinAndMapOne('contract.unit', 'service_unit', 'service_unit', 'service_unit.id = contract.unitId')
      .where(ofUnit.sql, ofUnit.parameters)
      .orderBy({ 'service_unit.name': 'ASC', 'client.name': 'ASC', 'contract.number': 'ASC', 'contract.id': 'ASC' })
      .getMany()) as (ContractEntity & { client: ClientEntity; unit: ServiceUnitEntity })[];
    const services = await manager
      .createQueryBuilder(ContractServiceEntity, 'contract_service')
      .innerJoin('contract', 'contract', 'contract.id = contract_service.contractId')
      .where(ofUnit.sql, ofUnit.parameters)
      .orderBy({ 'contract_service.contractId': 'ASC', 'contract_service.position': 'ASC' })
      .getMany();
    const byContract = new Map<string, ServiceLine[]>();
    for (const row of services) byContract.set(row.contractId, [...(byContract.get(row.contractId) ?? []), toService(row)]);
    return contracts.map(({ client, unit, suspended: _suspended, ...contract }) => ({
      ...contract,
      clientName: client.name,
      unitName: unit.name,
      services: byContract.get(contract.id) ?? [],
    }));
  }

  async unitNamed(name: string): Promise<string | null> {
    return (await this.unitOfWork.manager.findOneBy(ServiceUnitEntity, { name }))?.id ?? null;
  }

  /** Locks the client's row, which `apply` locks, too. */
  async lock({ id, clientId, unitId }: Contract): Promise<boolean> {
    const { manager, locking } = this.unitOfWork;
    await manager.findOne(ClientEntity, { select: { id: true }, where: { id: clientId }, ...locking });
    return manager.existsBy(ContractEntity, { id, clientId, unitId, suspended: false });
  }

  async billOf({ id, clientId }: Contract, period: string): Promise<string | null> {
    return (await this.unitOfWork.manager.findOneBy(BillEntity, { clientId, contractId: id, period }))?.id ?? null;
  }

  async histories(clientId: string, serviceIds: readonly string[]): Promise<ReadonlyMap<string, History>> {
    const rows = await this.sql.rows<{ service_id: string; used: number | string }>(
      `SELECT service_id, SUM(initial_used) AS used FROM bill_line
       WHERE client_id = ? AND service_id IN (${places(serviceIds)}) AND initial_used IS NOT NULL GROUP BY service_id`,
      [idBytes(clientId), ...serviceIds],
    );
    return new Map(rows.map((row) => [row.service_id, { initialPaid: true, initialUsed: Amount.ofUnits(BigInt(row.used)) }]));
  }

  async add(bill: Bill): Promise<void> {
    const lines = bill.lines.map(({ quantity, price, unitPrice, initialUsed, ...line }) => ({
      ...line,
      quantity: stored(quantity),
      price: stored(price),
      unitPrice: stored(unitPrice),
      initialUsed: initialUsed && stored(initialUsed),
    }));
    await this.unitOfWork.run(async () => {
      try {
        await insertBill(this.unitOfWork, bill.clientId, { ...bill, total: stored(bill.total), lines });
      } catch (error) {
        throw isDuplicate(error) ? new AlreadyBilled('bill', { cause: error }) : error;
      }
    });
  }
}

const stored = (amount: Amount) => Number(amount.units);
