import type { Scope } from '#domain/access/scope';
import { idBytes } from '../id-bytes';
import { reached, withinScope, type Condition } from '../scope-condition';
import { places, type Parameter } from '../sql';

export const all = (parts: readonly (Condition | null)[]): Condition => {
  const held = parts.filter((part) => part !== null);
  return { sql: held.map(({ sql }) => sql).join(' AND '), parameters: held.flatMap(({ parameters }) => parameters) };
};

export const when = <T>(
  value: T | null | undefined,
  sql: string,
  toParameter: (value: T) => Parameter | readonly Parameter[],
): Condition | null => (value === null || value === undefined ? null : { sql, parameters: [toParameter(value)].flat() as Parameter[] });

/** Scopes often reach the same things: duplicate conditions are removed. */
const distinct = (parts: readonly Condition[]): Condition[] => [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];

/** Within each of the scopes. */
export const withinAll = (scopes: readonly Scope[], alias: string): Condition =>
  all(distinct(scopes.map((scope) => withinScope(scope, alias))));

/** The client, limited to what every scope reaches. */
export function ofClient(scopes: readonly Scope[], alias: string, clientId: string, column = 'client_id'): Condition {
  for (const scope of scopes) reached(scope, { clientId });
  return { sql: `${alias}.${column} = ?`, parameters: [idBytes(clientId)] };
}

/** Things held by a unit within each scope; things held by no unit are visible to everyone who reaches the client. */
export function keptWithin(scopes: readonly Scope[], alias: string, clientId: string): Condition | null {
  const parts = scopes.flatMap(({ reaches }): Condition[] => {
    const reached = reaches.filter(({ structure }) => structure.clientId === clientId).flatMap(({ parts }) => parts);
    if (reached.some(({ unitIds }) => unitIds === 'all')) return [];
    const ids = [...new Set(reached.flatMap(({ unitIds }) => unitIds as readonly string[]))];
    return [{ sql: `(${alias}.unit_id IS NULL OR ${alias}.unit_id IN (${places(ids)}))`, parameters: ids }];
  });
  return parts.length === 0 ? null : all(distinct(parts));
}
