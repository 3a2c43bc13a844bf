import { In, type EntitySchema } from 'typeorm';
import { inBatches } from '../batches';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

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
