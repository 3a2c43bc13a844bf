import type { Command } from 'commander';
import { armFailpoint } from '#infrastructure/support/failpoints';
import { openDataSource } from '#infrastructure/typeorm/data-source';
import { migrate as runMigrations } from '#infrastructure/typeorm/migrate';
import { readConfig } from '#src/config';
import { placeOf } from '#src/terminal/archive-place';
import { t } from '#src/terminal/language';
import type { RunOutside } from './command-run';
import type { Outcome, Output } from './output';

/** A large table takes its time to change. */
const LONGEST_SECONDS = 24 * 60 * 60;
/** A server that has fallen silent does not take leave of us. */
const LEAVING_MS = 10_000;

interface MigrateOptions {
  stopped?: boolean;
}

/** `migrate`: it ends, however the migrations do. */
async function migrate({ stopped = false }: MigrateOptions, output: Output): Promise<Outcome> {
  const config = readConfig();
  armFailpoint(config);
  const dataSource = await openDataSource({ ...config, databaseStatementSeconds: LONGEST_SECONDS });
  output.opened(placeOf(config));
  try {
    const waiting = t('another migrate is running: waiting for it to finish', 'outro migrate está em andamento: esperando que termine');
    const migrated = await runMigrations(dataSource, { stopped, onWait: () => output.line(waiting, { waiting: true }) });
    const lines = migrated.map((name) => t(`migrated: ${name}`, `migrado: ${name}`));
    return { text: lines.join('\n') || t('nothing to migrate', 'nada a migrar'), exitCode: 0, data: { migrated } };
  } finally {
    // Keeps nothing alive itself; by then it is said how it ended.
    setTimeout(() => process.exit(), LEAVING_MS).unref();
    void dataSource.destroy().catch(() => undefined);
  }
}

export function addMigrateCommand(acervo: Command, runOutside: RunOutside): void {
  acervo
    .command('migrate')
    .description(t('migrates the database to this version of the program', 'migra o banco de dados para a versão deste programa'))
    .option(
      '--stopped',
      t(
        'all replicas are stopped: also allow migrations that older replicas cannot work with',
        'todas as réplicas estão paradas: permite também migrações com que as anteriores não funcionam',
      ),
    )
    .action((options: MigrateOptions) => runOutside((output) => migrate(options, output)));
}
