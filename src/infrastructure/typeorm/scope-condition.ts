import type { Scope } from '#domain/access/scope';
import { places, type Parameter } from './sql';

/** The condition, on columns of `alias`, that keeps a statement within the scope: the tenant, its units and levels. */
export function withinScope(scope: Scope, alias: string): { sql: string; parameters: Parameter[] } {
  const parts = scope.reaches.flatMap(({ structure, parts: reached }) =>
    reached.map(({ unitIds, nodeCodes }) => {
      const units = unitIds === 'all' ? null : `${alias}.unit_id IN (${places(unitIds)})`;
      const nodes = nodeCodes === 'all' ? null : `${alias}.node_code IN (${places(nodeCodes)})`;
      return {
        sql: [`${alias}.client_id = ?`, units, nodes].filter((condition) => condition !== null).join(' AND '),
        parameters: [structure.clientId, ...(unitIds === 'all' ? [] : unitIds), ...(nodeCodes === 'all' ? [] : nodeCodes)],
      };
    }),
  );
  return { sql: `(${parts.map(({ sql }) => `(${sql})`).join(' OR ')})`, parameters: parts.flatMap((part): Parameter[] => part.parameters) };
}

/** The same for tables that belong to a client as a whole. */
export function ofClients(scope: Scope, alias: string): { sql: string; parameters: Parameter[] } {
  const ids = scope.reaches.map((reach) => reach.structure.clientId);
  return { sql: `${alias}.client_id IN (${places(ids)})`, parameters: ids };
}
