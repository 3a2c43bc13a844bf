import { places, type Parameter, type Sql } from '../sql';
import { batches } from '../batches';

/** Rows for a list of things, in the order of the statement within each batch. */
export async function rowsOf<Row>(sql: Sql, things: readonly Parameter[], statement: (list: string) => string): Promise<Row[]> {
  const found: Row[] = [];
  for (const batch of batches(things)) found.push(...(await sql.rows<Row>(statement(places(batch)), batch)));
  return found;
}

/** Answers codes by ids, and throws for what the client does not have. */
export async function codesOf(
  sql: Sql,
  clientId: string,
  table: 'document' | 'field' | 'list_row',
  ids: readonly string[],
): Promise<(id: string) => number> {
  const codes = new Map<string, number>();
  for (const batch of batches(ids)) {
    const rows = await sql.rows<{ id: string; code: number }>(
      `SELECT x.id, x.code FROM ${table} x WHERE x.id IN (${places(batch)}) AND x.client_id = ?`,
      [...batch, clientId],
    );
    for (const { id, code } of rows) codes.set(id, code);
  }
  return (id) => {
    const code = codes.get(id);
    if (code === undefined) throw new Error(`client ${clientId} has no ${table} ${id}`);
    return code;
  };
}

/** What hangs off rows, by whose it is. */
export class Grouped<Thing> {
  private readonly groups = new Map<string | number, Thing[]>();

  static async of<Row extends { owner: string | number }, Thing>(
    sql: Sql,
    owners: readonly Parameter[],
    statement: (list: string) => string,
    thingOf: (row: Row) => Thing,
  ): Promise<Grouped<Thing>> {
    const grouped = new Grouped<Thing>();
    for (const row of await rowsOf<Row>(sql, owners, statement)) grouped.add(row.owner, thingOf(row));
    return grouped;
  }

  get(owner: string | number): Thing[] {
    return this.groups.get(owner) ?? [];
  }

  get all(): Thing[] {
    return [...this.groups.values()].flat();
  }

  private add(owner: string | number, thing: Thing): void {
    const group = this.groups.get(owner);
    if (group) group.push(thing);
    else this.groups.set(owner, [thing]);
  }
}

/** Rows by whose they are, in their order. */
export function grouped<Row, Owner>(rows: readonly Row[], ownerOf: (row: Row) => Owner): (owner: Owner) => Row[] {
  const groups = new Map<Owner, Row[]>();
  for (const row of rows) {
    const group = groups.get(ownerOf(row));
    if (group) group.push(row);
    else groups.set(ownerOf(row), [row]);
  }
  return (owner) => groups.get(owner) ?? [];
}
