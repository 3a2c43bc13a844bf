/** One shard becomes two while the service goes on: Vitess copies its rows, follows its changes, and then sends all calls to the new ones. */
import { setTimeout as pause } from 'node:timers/promises';

const FLOW = ['--workflow', 'split', '--target-keyspace', 'archive'];
const LONGEST_MS = 20 * 60_000;

/** All rows are copied, and what is changed now follows. A copy that has not begun is running, too, and Vitess would switch: it would lose all rows. */
async function follows(control) {
  const text = await control('Reshard', ...FLOW, 'status', '--format', 'json');
  const { shard_streams: shards, table_copy_state: copying } = JSON.parse(text);
  const streams = Object.values(shards).flatMap(({ streams: all }) => all);
  return (
    Object.keys(copying).length === 0 &&
    streams.length > 0 &&
    streams.every(({ status, info }) => status === 'Running' && /^VStream Lag: \d/.test(info))
  );
}

/** Compares all rows of the old shards with those of the new ones, while calls go on. */
async function compared(control) {
  await control('VDiff', ...FLOW, 'create', '--wait', '--wait-update-interval', '2s', '--tablet-types', 'primary');
  return JSON.parse(await control('VDiff', ...FLOW, 'show', 'last', '--format', 'json'));
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
  const difference = await compared(control);
  if (difference.HasMismatch !== false) throw new Error(`the new shards have other rows: ${JSON.stringify(difference)}`);
  const same = performance.now();
  await control('Reshard', ...FLOW, 'SwitchTraffic');
  const switched = performance.now();
  await control('Reshard', ...FLOW, 'complete');
  return {
    copySeconds: (copied - begun) / 1000,
    compareSeconds: (same - copied) / 1000,
    rows: difference.RowsCompared,
    switchSeconds: (switched - same) / 1000,
  };
}
