import { NestFactory } from '@nestjs/core';
import { UserRefused } from '#application/provisioning/manage-users.use-case';
import { ExchangeRefused } from '#application/audit/key-exchange';
import { BillOpen } from '#application/audit/open-bills';
import { ClosingRefused } from '#application/billing/close-billing.use-case';
import { ArchiveStore } from '#application/ports/provisioning';
import { SealKeys } from '#application/ports/audit-trail';
import { safeError } from '#infrastructure/logging/pino-logger';
import { isBegun } from '#infrastructure/typeorm/data-source';
import { MigrationFailed } from '#infrastructure/typeorm/migrate';
import { SchemaRefused } from '#infrastructure/typeorm/schema-version';
import { AppModule } from '#src/app.module';
import { ConfigError, readConfig, readConfigWithoutKeys, type Config } from '#src/config';
import { ArchiveFileError } from './provisioning/read-archive-file';
import { BagRefused } from './portable-archive/bag-refused';
import { unlessDiskBreaks } from './disk-breaks';
import { INTERRUPTED } from './import/import-command';
import { ImportFault } from './import/line-import';
import { Output, type Outcome } from './output';
import { askFirst } from '#src/terminal/early-signals';
import { sentence } from '#src/terminal/portuguese';
import { placeOf } from '#src/terminal/archive-place';
import { t } from '#src/terminal/language';
import type { RunOptions, Work } from './command-run';
import { execute } from './program';
import { startFailure } from '#src/terminal/start-failure';
import { Unfinished } from './unfinished';
import { UsageError } from '#src/terminal/usage-error';

/** Runs a command on the service's own parts, without its front door. */
async function onArchive(work: Work, output: Output, { stoppable, withoutKeys, begins }: RunOptions): Promise<Outcome> {
  const config = withoutKeys ? readConfigWithoutKeys() : readConfig();
  if (!begins && !isBegun(config)) throw new UsageError(noArchive(config));
  const stopping = new AbortController();
  const app = await NestFactory.createApplicationContext(AppModule.with(config), { logger: false, abortOnError: false });
  try {
    await app.get(ArchiveStore).ready();
    output.opened(placeOf(config));
    if (!withoutKeys) await app.get(SealKeys).adopt();
    // Not before: a command that still waits for the database has nothing to stop.
    if (stoppable) askFirst(() => stopping.abort());
    return await unlessDiskBreaks(app, stopping, () => work(app, output, stopping.signal));
  } finally {
    await app.close();
    askFirst(null);
  }
}

const noArchive = ({ dataDir }: Config) =>
  t(
    `there is no archive in ${dataDir}: is DATA_DIR or DATABASE_URL missing? \`migrate\`, \`apply\` and a start of the service begin one`,
    `não há acervo em ${dataDir}: falta DATA_DIR ou DATABASE_URL? \`migrate\`, \`apply\` e um início do serviço criam um`,
  );

/** Does what was typed, says what came of it, and answers with the code to end with. */
export async function perform(words: readonly string[]): Promise<number> {
  const output = new Output(words.includes('--json'));
  try {
    const outcome = await execute(words, {
      archive: (work, options) => onArchive(work, output, options),
      outside: (work) => work(output),
    });
    if (outcome === null) return 0;
    output.end(outcome);
    return outcome.exitCode;
  } catch (error) {
    const exitCode = EXIT_CODES.find(([kind]) => error instanceof kind)?.[1] ?? 1;
    output.failed(told(error), exitCode);
    return exitCode;
  }
}

/** Of an import: lines that were refused end it with 1. */
const EXIT_CODES = [[UsageError, 2], [SchemaRefused, 2], [Unfinished, INTERRUPTED], [ImportFault, 4]] as const; // prettier-ignore

/** Errors that say all there is to say. */
const SPEAKING = [
  BagRefused,
  ConfigError,
  ClosingRefused,
  BillOpen,
  ExchangeRefused,
  ArchiveFileError,
  MigrationFailed,
  SchemaRefused,
  Unfinished,
  UserRefused,
  UsageError,
];

function told(error: unknown): string | object {
  if (SPEAKING.some((kind) => error instanceof kind)) return sentence((error as Error).message);
  return startFailure(error) ?? safeError(error);
}
