import type { PackageImage } from '#domain/provisioning/archive-image';
import type { DefinitionPath } from '#domain/provisioning/archive-problem';
import type { ContractDefinition, PackageDefinition } from '#domain/provisioning/contract-definition';
import { Amount } from '#domain/bills/amount';
import type { DefinitionIds } from './definition-ids';

/** A text that is not an amount is left unchanged; the check reports it. */
const shortest = (text: string) => Amount.parse(String(text))?.toString() ?? String(text);
const toPackage = (said: PackageDefinition | undefined): PackageImage | null =>
  said ? { quantity: shortest(said.quantity), price: shortest(said.price) } : null;

/** Assigns ids to the contracts of a client and to their services. */
export function putContracts(
  all: DefinitionIds,
  client: { id: string; name: string },
  contracts: readonly ContractDefinition[],
  path: DefinitionPath,
): void {
  for (const [index, contract] of contracts.entries()) {
    const { number, unit, from, until = null, dueDays, suspended = false, services } = contract;
    const at = [...path, index];
    const contractId = all.idOf('contracts', contract, ['contract', client.name, number], at, [client.id, number]);
    const unitId = all.idByName('units', 'unit', unit);
    all.put('contracts', { id: contractId, clientId: client.id, unitId, number, from, until, dueDays, suspended });
    for (const [position, service] of services.entries()) {
      const names = ['contract-service', client.name, number, service.description];
      all.put('services', {
        id: all.idOf('services', service, names, [...at, 'services', position], [contractId, service.description]),
        clientId: client.id,
        contractId,
        position,
        kind: service.kind,
        description: service.description,
        initialPackage: toPackage(service.initialPackage),
        periodicPackage: toPackage(service.periodicPackage),
        unitPackage: toPackage(service.unitPackage),
        discount: shortest(service.discount ?? '0'),
        from: service.from ?? null,
        until: service.until ?? null,
      });
    }
  }
}
