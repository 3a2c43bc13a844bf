import type { Scope } from '#domain/access/scope';
import { places, type Parameter } from './sql';

/** The condition, on columns of `alias`, that keeps a statement within the scope: the tenant, and its levels. */
export function withinScope(scope: Scope, alias: string): { sql: string; parameters: Parameter[] } {
  const parts = scope.reaches.map(({ structure, nodeCodes }) => {
    if (nodeCodes === 'all') return { sql: `${alias}.client_id = ?`, parameters: [structure.clientId] };
    return {
      sql: `(${alias}.client_id = ? AND ${alias}.node_code IN (${places(nodeCodes)}))`,
      parameters: [structure.clientId, ...nodeCodes],
    };
  });
  return { sql: `(${parts.map((part) => part.sql).join(' OR ')})`, parameters: parts.flatMap((part): Parameter[] => part.parameters) };
}

/** The same for tables that belong to a client as a whole. */
export function ofClients(scope: Scope, alias: string): { sql: string; parameters: Parameter[] } {
  const ids = scope.reaches.map((reach) => reach.structure.clientId);
  return { sql: `${alias}.client_id IN (${places(ids)})`, parameters: ids };
}
