import type { ArchiveImage, ClientImage } from '#domain/provisioning/archive-image';
import type { ContractDefinition, ServiceDefinition } from '#domain/provisioning/contract-definition';

/** Writes only the given members, and the id only if it does not follow from the names. */
type Word = <T extends object>(thing: { id: string; said: T }, ...names: readonly string[]) => T;

/** Writes the contracts of a client as a definition. */
export function contractsOf({ contracts, services, units }: ArchiveImage, client: ClientImage, word: Word): ContractDefinition[] {
  const own = [...contracts.values()].filter(({ clientId }) => clientId === client.id);
  return own
    .sort((a, b) => (a.number < b.number ? -1 : 1))
    .map(({ id, number, unitId, from, until, dueDays, suspended }) => {
      const lines = [...services.values()].filter(({ contractId }) => contractId === id).sort((a, b) => a.position - b.position);
      const worded = lines.map((line): ServiceDefinition => {
        const { kind, description, initialPackage, periodicPackage, unitPackage, discount } = line;
        const said = {
          kind,
          description,
          initialPackage: initialPackage ?? undefined,
          periodicPackage: periodicPackage ?? undefined,
          unitPackage: unitPackage ?? undefined,
          discount: discount === '0' ? undefined : discount,
          from: line.from ?? undefined,
          until: line.until ?? undefined,
        };
        return word({ id: line.id, said }, 'contract-service', client.name, number, description);
      });
      const said = { number, unit: units.get(unitId)?.name ?? unitId, from, until: until ?? undefined, dueDays, suspended };
      return { ...word({ id, said }, 'contract', client.name, number), services: worded };
    });
}
