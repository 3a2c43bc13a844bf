import type { ContractImage, MutableImage, PackageImage, ServiceImage } from '#domain/archive/archive-image';
import { Amount } from '#domain/bills/amount';
import type { ServiceKind } from '#domain/bills/contract';
import type { Parameter, Sql } from '../sql';

type Row = Readonly<Record<string, Parameter>>;

export interface ContractRow {
  id: string;
  client_id: string;
  unit_id: string;
  number: string;
  starts_on: string;
  ends_on: string | null;
  due_days: number;
  suspended: number;
}

/** Amounts are whole ten-thousandths. */
export interface ServiceRow {
  id: string;
  client_id: string;
  contract_id: string;
  position: number;
  kind: ServiceKind;
  description: string;
  initial_quantity: number | null;
  initial_price: number | null;
  periodic_quantity: number | null;
  periodic_price: number | null;
  unit_quantity: number | null;
  unit_price: number | null;
  discount: number;
  starts_on: string | null;
  ends_on: string | null;
}

const units = (text: string): number => {
  const amount = Amount.parse(text);
  if (!amount) throw new Error(`${text} is no amount`);
  return Number(amount.units);
};
const shown = (value: number) => Amount.ofUnits(value).toString();
const packageOf = (quantity: number | null, price: number | null): PackageImage | null =>
  quantity === null || price === null ? null : { quantity: shown(quantity), price: shown(price) };
const columnsOf = (name: string, said: PackageImage | null): Row => ({
  [`${name}_quantity`]: said && units(said.quantity),
  [`${name}_price`]: said && units(said.price),
});

export const rowOfContract = (contract: ContractImage): Row => ({
  client_id: contract.clientId,
  unit_id: contract.unitId,
  number: contract.number,
  starts_on: contract.from,
  ends_on: contract.until,
  due_days: contract.dueDays,
  suspended: contract.suspended ? 1 : 0,
});

export const rowOfService = (service: ServiceImage): Row => ({
  client_id: service.clientId,
  contract_id: service.contractId,
  position: service.position,
  kind: service.kind,
  description: service.description,
  ...columnsOf('initial', service.initialPackage),
  ...columnsOf('periodic', service.periodicPackage),
  ...columnsOf('unit', service.unitPackage),
  discount: units(service.discount),
  starts_on: service.from,
  ends_on: service.until,
});

export async function readContracts(sql: Sql, { contracts, services }: MutableImage): Promise<void> {
  for (const row of await sql.rows<ContractRow>('SELECT c.* FROM contract c ORDER BY c.number, c.id')) {
    contracts.set(row.id, {
      id: row.id,
      clientId: row.client_id,
      unitId: row.unit_id,
      number: row.number,
      from: row.starts_on,
      until: row.ends_on,
      dueDays: row.due_days,
      suspended: row.suspended === 1,
    });
  }
  for (const row of await sql.rows<ServiceRow>('SELECT s.* FROM contract_service s ORDER BY s.contract_id, s.position')) {
    services.set(row.id, {
      id: row.id,
      clientId: row.client_id,
      contractId: row.contract_id,
      position: row.position,
      kind: row.kind,
      description: row.description,
      initialPackage: packageOf(row.initial_quantity, row.initial_price),
      periodicPackage: packageOf(row.periodic_quantity, row.periodic_price),
      unitPackage: packageOf(row.unit_quantity, row.unit_price),
      discount: shown(row.discount),
      from: row.starts_on,
      until: row.ends_on,
    });
  }
}
