/** The primary of a shard dies, its program and its MySQL at once; Vitess makes a copy the primary, which has all that was acknowledged. */
import { setTimeout as pause } from 'node:timers/promises';
import { killAt } from './processes.mjs';

const LONGEST_MS = 5 * 60_000;

const primaryOf = async (control, place) => {
  const { shard } = JSON.parse(await control('GetShard', place));
  const { cell, uid } = shard.primary_alias;
  return `${cell}-${uid}`;
};

/** @param control runs one command of vtctldclient @param tablet the primary @returns how long the shard had none, in seconds */
export async function failOverShard(control, { keyspace, shard, alias, nodes }) {
  const place = `${keyspace}/${shard}`;
  const before = await primaryOf(control, place);
  const begun = performance.now();
  await Promise.all(nodes.map(({ server, folder }) => killAt(server, folder)));
  for (;;) {
    const now = await primaryOf(control, place);
    if (now !== before) return { shard: place, dead: alias, primary: now, seconds: (performance.now() - begun) / 1000 };
    if (performance.now() - begun > LONGEST_MS) throw new Error(`${place} has no other primary`);
    await pause(200);
  }
}
