/** Rows go elsewhere while the service goes on: Vitess copies them, follows their changes, compares, and then sends all calls to the new place. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const LONGEST_MS = 20 * 60_000;
const seconds = (since) => (performance.now() - since) / 1000;

/** One copy of Vitess: `kind` Reshard or MoveTables. @param control runs one command of vtctldclient */
class Flow {
  constructor(control, kind, name, keyspace) {
    Object.assign(this, { control, kind, of: ['--workflow', name, '--target-keyspace', keyspace] });
  }

  tell(...words) {
    return this.control(this.kind, ...this.of, ...words);
  }

  create(...words) {
    return this.tell('create', ...words, '--tablet-types', 'primary');
  }

  /** All rows are copied, and what is changed now follows. A copy that has not begun is running, too, and Vitess would switch: it would lose all rows. */
  async follows() {
    const { shard_streams: shards, table_copy_state: copying } = JSON.parse(await this.tell('status', '--format', 'json'));
    const streams = Object.values(shards).flatMap(({ streams: all }) => all);
    return (
      Object.keys(copying).length === 0 &&
      streams.length > 0 &&
      streams.every(({ status, info }) => status === 'Running' && /^VStream Lag: \d/.test(info))
    );
  }

  async untilItFollows() {
    const begun = performance.now();
    while (!(await this.follows())) {
      if (performance.now() - begun > LONGEST_MS) throw new Error('the copy does not follow');
      await pause(1000);
    }
  }

  /** Compares all rows here with those there, while calls go on. @returns how many */
  async compare() {
    await this.control('VDiff', ...this.of, 'create', '--wait', '--wait-update-interval', '2s', '--tablet-types', 'primary');
    const difference = JSON.parse(await this.control('VDiff', ...this.of, 'show', 'last', '--format', 'json'));
    if (difference.HasMismatch !== false) throw new Error(`the copy has other rows: ${JSON.stringify(difference)}`);
    return difference.RowsCompared;
  }
}

/** @param from @param to the ranges of the shards that there are, and that there are to be, whose tablets run */
export async function splitShards(control, from, to) {
  const flow = new Flow(control, 'Reshard', 'split', 'archive');
  const begun = performance.now();
  await flow.create('--source-shards', from.join(','), '--target-shards', to.join(','));
  await flow.untilItFollows();
  const [copySeconds, copied] = [seconds(begun), performance.now()];
  const rows = await flow.compare();
  const [compareSeconds, same] = [seconds(copied), performance.now()];
  await flow.tell('SwitchTraffic');
  const switchSeconds = seconds(same);
  await flow.tell('complete');
  return { copySeconds, compareSeconds, rows, switchSeconds };
}

/** What stands in the new keyspaces already. */
const OF_SCHEMA = ['schema_migration', 'schema_version'];

function tablesOf(keyspace) {
  const file = fileURLToPath(new URL(`../../deploy/vitess/${keyspace}/vschema.json`, import.meta.url));
  const { tables } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.keys(tables).filter((name) => tables[name].type !== 'sequence' && !OF_SCHEMA.includes(name));
}

/**
 * The archive of one MySQL, which is the keyspace `acervo`, goes to the keyspaces `service` and `archive`.
 * @returns copy: while calls go on; switchOver: while there are none, since the service then connects to `archive`
 */
export function movingOf(control) {
  const flows = ['service', 'archive'].map((keyspace) => ({
    keyspace,
    flow: new Flow(control, 'MoveTables', `move_${keyspace}`, keyspace),
  }));
  const copy = async () => {
    const begun = performance.now();
    for (const { keyspace, flow } of flows) await flow.create('--source-keyspace', 'acervo', '--tables', tablesOf(keyspace).join(','));
    for (const { flow } of flows) await flow.untilItFollows();
    const [copySeconds, copied] = [seconds(begun), performance.now()];
    let rows = 0;
    for (const { flow } of flows) rows += await flow.compare();
    return { copySeconds, compareSeconds: seconds(copied), rows };
  };
  const switchOver = async () => {
    const begun = performance.now();
    // The codes go on behind the highest.
    for (const { flow } of flows) await flow.tell('SwitchTraffic', '--initialize-target-sequences');
    return { switchSeconds: seconds(begun) };
  };
  return { copy, switchOver };
}
