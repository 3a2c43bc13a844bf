// First of all: loading the rest takes a while.
import { askFirst } from '../early-signals';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { UserRefused } from '#application/archive/manage-users.use-case';
import { ClosingRefused } from '#application/billing/close-billing.use-case';
import { Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/housekeeping';
import { ArchiveStore } from '#application/ports/archive-store';
import { safeError } from '#infrastructure/logging/pino-logger';
import { MigrationFailed } from '#infrastructure/typeorm/migrate';
import { SchemaRefused } from '#infrastructure/typeorm/schema-version';
import { AppModule } from '#src/app.module';
import { ConfigError, readConfig, silenceRuntimeNotices, type Config } from '#src/config';
import { audit, keys } from './access-commands';
import { apply, exportArchive, user, verify, type ArchiveCommand } from './archive-file/commands';
import { ArchiveFileError } from './archive-file/read-archive-file';
import { bag } from './bag/bag-command';
import { BagRefused } from './bag/bag-refused';
import { closeBilling } from './billing-command';
import { importDocuments, INTERRUPTED, type StoppableCommand } from './import/import-command';
import { ImportFault } from './import/line-import';
import { migrate } from './migrate-command';
import { Output, type Outcome } from './output';
import { restored } from './restored-command';
import { Unfinished } from './unfinished';
import { UsageError } from './usage-error';

const USAGE = `acervo migrate [--stopped]
                 brings the database to the version of this program; --stopped: no replica runs, so that also what the ones
                 before would not survive may be changed (docs/operating.md)
acervo sweep     removes the objects that the journal gives up, answers to repeatable calls after 7 days, and sessions that are over
acervo import <folder> --csv <file> --login <login> [--client <name>] [--unit <name>] [--level <path>] [--dry-run] [--strict]
              [--if-exists refuse|return] [--result <file>] [--at-once <number>]
                 files a document for each line of a CSV file, with the rights of that user; run again, it goes on where it
                 ended (docs/import-export.md). Exit code 1: some lines were refused, 3: not finished,
                 4: a fault of the program
acervo bag export --client <name> --to <folder> [--with-password-hashes]
                 writes a client's whole archive as a BagIt bag (RFC 8493)
acervo bag import <folder> [--continue] [--new-codes] [--shared-users]
                 brings such a client into this archive, as it was; --continue: after an import that was broken off;
                 --shared-users: logins of the bag that are here already are the same people, and get its grants
acervo bag verify <folder>
                 compares every byte of a bag with its manifests
acervo apply <file> [--dry-run] [--allow-remove]
                 makes the archive what the file says (docs/archive-file.md); shows what changes
acervo export [file] [--rows-to <folder>] [--with-password-hashes] [--ids]
                 writes the archive as such a file
acervo verify [--discard-extra]
                 reads every stored file and compares it with its row; exit code 1 when something is wrong. --discard-extra: what no
                 row names is removed, later and only if nothing else is wrong: after a restore, never on another archive's bucket
acervo restored [--raise-by <number>] [--ends <file>]
                 after a database was restored (docs/backup.md): leaves out the codes that were given since the backup (a million of
                 each), and says what was acknowledged since, as far as the store tells, and the ends of the audit trail kept last
acervo user create <login> [--name <name>] [--client <name> --profile <name> [--unit <name>] [--level <name>]...] [--password-stdin]
acervo user password <login> [--password-stdin]
                 sets a password, ends the user's sessions
acervo user unlock <login>
                 lets a login in again that failed too often
acervo close-billing --period <yyyy-MM> [--unit <name>] [--dry-run]
                 bills what every contract owes for a month that is over (docs/billing.md); once, however often it is run
acervo audit verify [--ends <file>]
                 follows the audit trail of every client; exit code 1 and the first bad event when something is wrong;
                 with a file, compares also with what it has kept from the last time, so that no chain vanishes as a whole
acervo keys rotate --client <name> --unit <name> --slot 1|2
                 makes a new SubscriptionKey in the place of one of the two, and shows it this once
acervo help      shows this

With --json a command prints one JSON object a line on standard output, the last one with "exitCode", and nothing else there.`;

type Command = (config: Config, words: readonly string[], output: Output) => Promise<Outcome>;

const told = (text: string, data: Outcome['data']): Outcome => ({ text, exitCode: 0, ...(data && { data }) });

/** Runs a command on the service's own parts, without its front door. */
const onArchive =
  (command: ArchiveCommand): Command =>
  async (config, words, output) => {
    const app = await NestFactory.createApplicationContext(AppModule.with(config), { logger: false, abortOnError: false });
    try {
      await app.get(ArchiveStore).ready();
      return await command(app, words, output);
    } finally {
      await app.close();
    }
  };

/** Whatever else is interrupted is one transaction, and is undone; these are many, and each may be the last. */
const stoppable = (command: StoppableCommand): Command =>
  onArchive(async (app, words, output = new Output()) => {
    const stopping = new AbortController();
    askFirst(() => stopping.abort());
    return command(app, words, output, stopping.signal).finally(() => askFirst(null));
  });

const sweep: StoppableCommand = async (app, _, output, stopped) => {
  const progress = output.progress('sweep', 'objects removed');
  const { condemned, removed } = await app.get(Sweeper).sweep(stopped, (swept) => progress.show(swept.removed, null));
  const { answers, sessions, windows } = await app.get(Housekeeping).tidy(stopped);
  return told(
    `abandoned uploads: ${condemned}, objects removed: ${removed}, old answers removed: ${answers}, old sessions removed: ${sessions}, old rate windows removed: ${windows}`,
    { abandoned: condemned, removed, answers, sessions, windows },
  );
};

const COMMANDS: Readonly<Record<string, Command>> = {
  migrate,
  sweep: stoppable(sweep),
  bag: onArchive(bag),
  import: stoppable(importDocuments),
  apply: onArchive(apply),
  export: onArchive(exportArchive),
  verify: onArchive(verify),
  restored: onArchive(restored),
  user: onArchive(user),
  audit: onArchive(audit),
  'close-billing': onArchive(closeBilling),
  keys: onArchive(keys),
};

async function main([name = '', ...words]: readonly string[]): Promise<void> {
  if (name === 'help') return console.log(USAGE);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  silenceRuntimeNotices();
  const output = new Output(words.includes('--json'));
  try {
    const rest = words.filter((word) => word !== '--json');
    const outcome = await command(readConfig(), rest, output);
    output.end(outcome);
    process.exitCode = outcome.exitCode;
  } catch (error) {
    process.exitCode = EXIT_CODES.find(([kind]) => error instanceof kind)?.[1] ?? 1;
    output.failed(SPEAKING.some((kind) => error instanceof kind) ? (error as Error).message : safeError(error), process.exitCode);
  }
}

/** Of an import: lines that were refused end it with 1. */
const EXIT_CODES = [[UsageError, 2], [SchemaRefused, 2], [Unfinished, INTERRUPTED], [ImportFault, 4]] as const; // prettier-ignore

/** Errors that say all there is to say. */
const SPEAKING = [
  BagRefused,
  ConfigError,
  ClosingRefused,
  ArchiveFileError,
  MigrationFailed,
  SchemaRefused,
  Unfinished,
  UserRefused,
  UsageError,
];

void main(process.argv.slice(2));
