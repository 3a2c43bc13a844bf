import type { EntityManager } from 'typeorm';
import type { ContractImage, PackageImage, ServiceImage } from '#domain/provisioning/archive-image';
import type { MutableImage } from '#domain/provisioning/kinds';
import { Amount } from '#domain/bills/amount';
import { ContractEntity, ContractServiceEntity } from '../entities';

const units = (text: string): number => {
  const amount = Amount.parse(text);
  if (!amount) throw new Error(`${text} is no amount`);
  return Number(amount.units);
};
const shown = (value: number) => Amount.ofUnits(value).toString();
const packageOf = (quantity: number | null, price: number | null): PackageImage | null =>
  quantity === null || price === null ? null : { quantity: shown(quantity), price: shown(price) };

export const rowOfContract = ({ from: startsOn, until: endsOn, ...contract }: ContractImage): ContractEntity => ({
  ...contract,
  startsOn,
  endsOn,
});

export const rowOfService = (service: ServiceImage): ContractServiceEntity => {
  const { initialPackage, periodicPackage, unitPackage, discount, from: startsOn, until: endsOn, ...row } = service;
  return {
    ...row,
    initialQuantity: initialPackage && units(initialPackage.quantity),
    initialPrice: initialPackage && units(initialPackage.price),
    periodicQuantity: periodicPackage && units(periodicPackage.quantity),
    periodicPrice: periodicPackage && units(periodicPackage.price),
    unitQuantity: unitPackage && units(unitPackage.quantity),
    unitPrice: unitPackage && units(unitPackage.price),
    discount: units(discount),
    startsOn,
    endsOn,
  };
};

export async function readContracts(
  manager: EntityManager,
  { contracts, services }: MutableImage,
  where: { clientId?: string },
): Promise<void> {
  const rows = await manager.find(ContractEntity, { where, order: { number: 'ASC', id: 'ASC' } });
  for (const { startsOn: from, endsOn: until, ...row } of rows) contracts.set(row.id, { ...row, from, until });
  const lines = await manager.find(ContractServiceEntity, { where, order: { contractId: 'ASC', position: 'ASC' } });
  for (const row of lines) {
    const { id, clientId, contractId, position, kind, description, startsOn: from, endsOn: until } = row;
    services.set(id, {
      ...{ id, clientId, contractId, position, kind, description, from, until },
      initialPackage: packageOf(row.initialQuantity, row.initialPrice),
      periodicPackage: packageOf(row.periodicQuantity, row.periodicPrice),
      unitPackage: packageOf(row.unitQuantity, row.unitPrice),
      discount: shown(row.discount),
    });
  }
}
