import { Amount } from '#domain/bills/amount';
import type { ServiceKind } from '#domain/bills/contract';
import type { DefinitionPath, Problems } from './archive-problem';
import type { Identified } from './identified';

/** Decimal numbers with up to four places, as they are written: `"0.05"`. */
export interface PackageDefinition {
  quantity: string;
  price: string;
}

/** A day is written `yyyy-MM-dd`. */
export interface ServiceDefinition extends Identified {
  kind: ServiceKind;
  /** As the bill calls it; tells the services of a contract apart. */
  description: string;
  initialPackage?: PackageDefinition;
  periodicPackage?: PackageDefinition;
  unitPackage?: PackageDefinition;
  /** Per cent. */
  discount?: string;
  from?: string;
  until?: string;
}

export interface ContractDefinition extends Identified {
  number: string;
  unit: string;
  from: string;
  until?: string;
  dueDays: number;
  /** Nothing is billed while it is. */
  suspended?: boolean;
  services: readonly ServiceDefinition[];
}

const HUNDRED = Amount.whole(100);

function checkDays(what: string, { from, until }: { from?: string; until?: string }, path: DefinitionPath, problems: Problems): void {
  if (from !== undefined && until !== undefined && until < from) problems.add([...path, 'until'], `${what} ends before it begins`);
}

/** The schema has already reported invalid amounts. */
function checkService(service: ServiceDefinition, path: DefinitionPath, problems: Problems): void {
  const { description, initialPackage, periodicPackage, unitPackage, discount } = service;
  const what = `service "${description}"`;
  if (!initialPackage && !periodicPackage && !unitPackage) problems.add(path, `${what} has no package, and so no price`);
  if (unitPackage && Amount.parse(String(unitPackage.quantity))?.isZero) {
    problems.add([...path, 'unitPackage', 'quantity'], `the unit package of ${what} holds nothing`);
  }
  if (discount !== undefined && Amount.parse(String(discount))?.exceeds(HUNDRED)) {
    problems.add([...path, 'discount'], `the discount of ${what} is more than 100 per cent`);
  }
  checkDays(what, service, path, problems);
}

/** @param units that serve the client. */
export function checkContracts(
  contracts: readonly ContractDefinition[],
  client: { name: string; units: readonly string[] },
  path: DefinitionPath,
  problems: Problems,
): void {
  const numbers = contracts.map(({ number }) => number);
  problems.unique('contract', numbers, (index) => [...path, index, 'number']);
  for (const [index, contract] of contracts.entries()) {
    const at = [...path, index];
    if (!client.units.includes(contract.unit)) {
      problems.add([...at, 'unit'], `unit of client "${client.name}" "${contract.unit}" is not defined`);
    }
    checkDays(`contract "${contract.number}"`, contract, at, problems);
    const descriptions = contract.services.map(({ description }) => description);
    problems.unique('service', descriptions, (each) => [...at, 'services', each, 'description']);
    for (const [each, service] of contract.services.entries()) checkService(service, [...at, 'services', each], problems);
  }
}
