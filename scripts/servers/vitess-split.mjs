/** One shard becomes two while the service goes on: Vitess copies its rows, follows its changes, and then sends all calls to the new ones. */
import { setTimeout as pause } from 'node:timers/promises';

const FLOW = ['--workflow', 'split', '--target-keyspace', 'archive'];
const LONGEST_MS = 20 * 60_000;

/** All rows are copied, and what is changed now follows within a second or two. */
async function follows(control) {
  const { shard_streams: shards } = JSON.parse(await control('Reshard', ...FLOW, 'status', '--format', 'json'));
  const streams = Object.values(shards).flatMap(({ streams: all }) => all);
  return streams.length > 0 && streams.every(({ status }) => status === 'Running');
}

/**
 * @param control runs one command of vtctldclient @param from @param to the ranges of the shards that there are, and that there are to be, whose
 * tablets run @returns how long the copy and the switch took, in seconds
 */
export async function splitShards(control, from, to) {
  const begun = performance.now();
  await control(
    'Reshard',
    ...FLOW,
    'create',
    '--source-shards',
    from.join(','),
    '--target-shards',
    to.join(','),
    '--tablet-types',
    'primary',
  );
  while (!(await follows(control))) {
    if (performance.now() - begun > LONGEST_MS) throw new Error('the new shards do not follow');
    await pause(1000);
  }
  const copied = performance.now();
  await control('Reshard', ...FLOW, 'SwitchTraffic');
  const switched = performance.now();
  await control('Reshard', ...FLOW, 'complete');
  return { copySeconds: (copied - begun) / 1000, switchSeconds: (switched - copied) / 1000 };
}
