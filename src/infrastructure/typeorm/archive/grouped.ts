import { In, type EntitySchema } from 'typeorm';
import { batches } from '../batches';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

/** Queries for a list of things in batches of some hundred. */
export async function inBatches<Thing, Row>(things: readonly Thing[], find: (batch: readonly Thing[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for (const batch of batches(things)) found.push(...(await find(batch)));
  return found;
}

/** Answers codes by ids; throws for ids unknown to the client. */
export async function codesOf(
  { manager }: TypeOrmUnitOfWork,
  clientId: string,
  target: EntitySchema<{ id: string; code: number; clientId: string }>,
  ids: readonly string[],
): Promise<(id: string) => number> {
  const find = (batch: readonly string[]) => manager.find(target, { select: { id: true, code: true }, where: { id: In(batch), clientId } });
  const codes = new Map((await inBatches(ids, find)).map(({ id, code }) => [id, code]));
  return (id) => {
    const code = codes.get(id);
    if (code === undefined) throw new Error(`client ${clientId} has no ${target.options.name} ${id}`);
    return code;
  };
}

/** Groups rows by owner, keeping their order. */
export function grouped<Row, Owner>(rows: readonly Row[], ownerOf: (row: Row) => Owner): (owner: Owner) => Row[] {
  const groups = new Map<Owner, Row[]>();
  for (const row of rows) {
    const group = groups.get(ownerOf(row));
    if (group) group.push(row);
    else groups.set(ownerOf(row), [row]);
  }
  return (owner) => groups.get(owner) ?? [];
}
