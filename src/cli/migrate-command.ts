import { armFailpoint } from '#infrastructure/failpoints';
import { openDataSource } from '#infrastructure/typeorm/data-source';
import { MigrationFailed, migrate as runMigrations } from '#infrastructure/typeorm/migrate';
import type { Config } from '#src/config';
import { parsed } from './archive-file/commands';
import type { Outcome, Output } from './output';
import { UsageError } from './usage-error';

/** A large table takes its time to change. */
const LONGEST_SECONDS = 24 * 60 * 60;
/** A server that has fallen silent does not take leave of us. */
const LEAVING_MS = 10_000;

/** `migrate`: it ends, however the migrations do. */
export async function migrate(config: Config, words: readonly string[], output: Output): Promise<Outcome> {
  const { values, positionals } = parsed(words, { stopped: { type: 'boolean' } });
  if (positionals.length > 0) throw new UsageError(`too many words: ${positionals.join(' ')}`);
  armFailpoint(config);
  const dataSource = await openDataSource({ ...config, databaseStatementSeconds: LONGEST_SECONDS }).catch((error: unknown) => {
    throw new MigrationFailed('the database cannot be used', error);
  });
  try {
    const migrated = await runMigrations(dataSource, {
      stopped: values.stopped ?? false,
      onWait: () => output.line('another migrate is at work: waiting for its end', { waiting: true }),
    });
    return { text: migrated.map((name) => `migrated: ${name}`).join('\n') || 'nothing to migrate', exitCode: 0, data: { migrated } };
  } finally {
    // Keeps nothing alive itself; by then it is said how it ended.
    setTimeout(() => process.exit(), LEAVING_MS).unref();
    void dataSource.destroy().catch(() => undefined);
  }
}
