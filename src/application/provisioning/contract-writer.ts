import type { ArchiveImage, ClientImage } from '#domain/provisioning/archive-image';
import type { ContractDefinition, ServiceDefinition } from '#domain/provisioning/contract-definition';
import type { Identified } from '#domain/provisioning/identified';
import { lean } from './lean';

/**
 * Writes the contracts of a client as a definition.
 * @param idOf answers an id unless it follows from these names.
 */
export function contractsOf(
  { contracts, services, units }: ArchiveImage,
  client: ClientImage,
  idOf: (id: string, ...names: readonly string[]) => Identified,
): ContractDefinition[] {
  const own = [...contracts.values()].filter(({ clientId }) => clientId === client.id);
  return own
    .sort((a, b) => (a.number < b.number ? -1 : 1))
    .map(({ id, number, unitId, from, until, dueDays, suspended }) => {
      const lines = [...services.values()].filter(({ contractId }) => contractId === id).sort((a, b) => a.position - b.position);
      const worded = lines.map((line): ServiceDefinition => {
        const { kind, description, initialPackage, periodicPackage, unitPackage, from: begin, until: end } = line;
        const discount = line.discount === '0' ? null : line.discount;
        return lean({
          ...idOf(line.id, 'contract-service', client.name, number, description),
          ...{ kind, description, initialPackage, periodicPackage, unitPackage, discount, from: begin, until: end },
        });
      });
      const unit = units.get(unitId)?.name ?? unitId;
      const said = lean({ ...idOf(id, 'contract', client.name, number), number, unit, from, until, dueDays, suspended });
      return { ...said, services: worded };
    });
}
