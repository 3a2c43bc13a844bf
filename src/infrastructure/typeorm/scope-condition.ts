import { In } from 'typeorm';
import type { Scope } from '#domain/access/scope';
import { idBytes, idsBytes } from './id-bytes';
import { places, type Parameter } from './sql';

export interface Condition {
  sql: string;
  parameters: Parameter[];
}

/** Levels created together have consecutive codes, so a subtree is one range, however large. */
export function amongNodes(column: string, codes: readonly number[]): Condition {
  const runs: [number, number][] = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && code <= last[1] + 1) last[1] = code;
    else runs.push([code, code]);
  }
  const single = runs.filter(([from, to]) => to - from < 2).flatMap(([from, to]) => (from === to ? [from] : [from, to]));
  const ranges = runs.filter(([from, to]) => to - from >= 2);
  const parts = [
    ...(single.length > 0 || ranges.length === 0 ? [`${column} IN (${places(single)})`] : []),
    ...ranges.map(() => `${column} BETWEEN ? AND ?`),
  ];
  return { sql: parts.length === 1 ? (parts[0] as string) : `(${parts.join(' OR ')})`, parameters: [...single, ...ranges.flat()] };
}

/** The condition on columns of documents, or of their counts, that limits a statement to the scope: tenant, units and levels. */
export function withinScope(scope: Scope, alias: string): Condition {
  const parts = scope.reaches.flatMap(({ structure, parts: reached }) =>
    reached.map(({ unitIds, nodeCodes }): Condition => {
      const units = unitIds === 'all' ? null : { sql: `${alias}.unit_id IN (${places(unitIds)})`, parameters: idsBytes(unitIds) };
      const nodes = nodeCodes === 'all' ? null : amongNodes(`${alias}.node_code`, nodeCodes);
      const all = [{ sql: `${alias}.client_id = ?`, parameters: [idBytes(structure.clientId)] }, units, nodes].filter(
        (part) => part !== null,
      );
      return { sql: all.map(({ sql }) => sql).join(' AND '), parameters: all.flatMap((part): Parameter[] => part.parameters) };
    }),
  );
  return { sql: `(${parts.map(({ sql }) => `(${sql})`).join(' OR ')})`, parameters: parts.flatMap((part) => part.parameters) };
}

/** Limit of levels, given the engines' limits of expressions and values per statement. */
const MOST_LEVELS = 400;
const MOST_PARAMETERS = 16_000;

/** A level, and the units whose documents there are reachable. */
export interface LevelReach {
  clientId: string;
  nodeCode: number;
  unitIds: 'all' | ReadonlySet<string>;
}

/** Codes of the reachable levels, or of those of them that are asked for. */
export function nodesWithin(scope: Scope, asked: readonly number[] | undefined): readonly number[] | 'all' {
  const parts = scope.reaches.flatMap(({ parts: reached }) => reached.map(({ nodeCodes }) => nodeCodes));
  if (parts.includes('all')) return asked ?? 'all';
  const reachable = new Set(parts.flatMap((codes) => (codes === 'all' ? [] : [...codes])));
  return asked ? asked.filter((code) => reachable.has(code)) : [...reachable];
}

/** Each reachable level once; within a level documents are ordered. Null: all levels are reachable, or too many. */
export function levelsWithin(scope: Scope, asked?: readonly number[]): LevelReach[] | null {
  const levels = new Map<string, LevelReach>();
  const among = asked && new Set(asked);
  for (const { structure, parts } of scope.reaches) {
    for (const { unitIds, nodeCodes } of parts) {
      const reached = nodeCodes === 'all' ? asked : nodeCodes;
      if (reached === undefined) return null;
      for (const nodeCode of among ? reached.filter((code) => among.has(code)) : reached) {
        const key = `${structure.clientId} ${nodeCode}`;
        const known = levels.get(key)?.unitIds ?? new Set();
        const units = known === 'all' || unitIds === 'all' ? 'all' : new Set([...known, ...unitIds]);
        levels.set(key, { clientId: structure.clientId, nodeCode, unitIds: units });
      }
    }
  }
  const parameters = [...levels.values()].reduce((sum, { unitIds }) => sum + 4 + (unitIds === 'all' ? 0 : unitIds.size), 0);
  return levels.size > MOST_LEVELS || parameters > MOST_PARAMETERS ? null : [...levels.values()];
}

/** The condition that limits a statement to the levels; levels of one client with the same units are combined. */
export function inLevels(levels: readonly LevelReach[], alias: string): Condition {
  if (levels.length === 0) return { sql: '1 = 0', parameters: [] };
  const groups = new Map<string, { clientId: string; units: string[] | null; nodeCodes: number[] }>();
  for (const { clientId, nodeCode, unitIds } of levels) {
    const units = unitIds === 'all' ? null : [...unitIds].sort();
    const key = JSON.stringify([clientId, units]);
    const group = groups.get(key) ?? { clientId, units, nodeCodes: [] };
    group.nodeCodes.push(nodeCode);
    groups.set(key, group);
  }
  const parts = [...groups.values()].map(({ clientId, units, nodeCodes }): Condition => {
    const ofUnits = units === null ? '' : ` AND ${alias}.unit_id IN (${places(units)})`;
    return {
      sql: `${alias}.client_id = ? AND ${isOneOf(`${alias}.node_code`, nodeCodes)}${ofUnits}`,
      parameters: [idBytes(clientId), ...nodeCodes, ...idsBytes(units ?? [])],
    };
  });
  const sql = parts.length === 1 ? (parts[0] as Condition).sql : `(${parts.map((part) => `(${part.sql})`).join(' OR ')})`;
  return { sql, parameters: parts.flatMap((part) => part.parameters) };
}

export const isOneOf = (column: string, values: readonly unknown[]) =>
  values.length === 1 ? `${column} = ?` : `${column} IN (${places(values)})`;

export const clientsOf = (scope: Scope) => scope.reaches.map(({ structure }) => structure.clientId);

/** For TypeORM's finders: one of the scope's clients. */
export const withinClients = (scope: Scope) => In(clientsOf(scope));

/** The same for what belongs to whole clients; `column` names the client. */
export function ofClients(scope: Scope, alias: string, column = 'client_id'): Condition {
  const ids = idsBytes(clientsOf(scope));
  return { sql: `${alias}.${column} IN (${places(ids)})`, parameters: ids };
}

/** What is written without a condition of its own, or hangs off such a row: it has to be of one of the scope's clients. */
export function reached<Row extends { clientId: string }>(scope: Scope, row: Row): Row {
  if (!scope.structureOf(row.clientId)) throw new Error('a client outside the scope');
  return row;
}
