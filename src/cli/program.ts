import { Command, CommanderError } from 'commander';
import { VERSION } from '#src/config/version';
import { addAccessCommands } from './access-commands';
import { addArchiveCommands } from './provisioning/commands';
import { addUserCommands } from './provisioning/user-commands';
import { addAuditCommands } from './audit-commands';
import { addBagCommands } from './portable-archive/bag-command';
import { addBillingCommand } from './billing-command';
import type { Run, RunOutside, Runner } from './command-run';
import { addFileCommands } from './file-commands';
import { addKeyCommands } from './key-commands';
import { addImportCommand } from './import/import-command';
import { language, t } from '#src/terminal/language';
import { addMcpCommand } from './mcp-command';
import { addMigrateCommand } from './migrate-command';
import type { Outcome } from './output';
import { commanderInPortuguese } from './commander-portuguese';
import { addRestoredCommand } from './restored-command';
import { addReindexCommand } from './reindex-command';
import { addStartCommand } from './start-command';
import { addStorageCommands } from './storage-commands';
import { addSweepCommand } from './sweep-command';
import { UsageError } from '#src/terminal/usage-error';
import { addWebhookCommands } from './webhook-commands';

/** All commands, with their help. */
export function acervo(runner: Runner, done: (outcome: Outcome) => void = () => undefined): Command {
  const run: Run = async (work, options = {}) => done(await runner.archive(work, options));
  const runOutside: RunOutside = async (work) => done(await runner.outside(work));
  const program = new Command('acervo')
    .description(
      t(
        'The document archive Acervo: the service, and the commands of its operators.',
        'O acervo de documentos Acervo: o serviço e os comandos de operação.',
      ),
    )
    .option(
      '--json',
      t(
        'only JSON on standard output, one object per line; the last one has "exitCode"',
        'só JSON na saída padrão, um objeto por linha; o último tem "exitCode"',
      ),
    )
    .version(VERSION, '--version', t('shows the version', 'mostra a versão'))
    .helpOption('-h, --help', t('shows this help', 'mostra esta ajuda'))
    .helpCommand('help [command]', t('shows the help of a command', 'mostra a ajuda de um comando'))
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      // Descriptions of options include their arguments.
      optionDescription: (option) => option.description,
      styleTitle: inLanguage,
      styleUsage: inLanguage,
      styleSubcommandTerm: inLanguage,
    });
  addStartCommand(program);
  addMigrateCommand(program, runOutside);
  addArchiveCommands(program, run);
  addUserCommands(program, run);
  addImportCommand(program, run);
  addBagCommands(program, run, runOutside);
  addBillingCommand(program, run);
  addStorageCommands(program, run, runOutside);
  addAccessCommands(program, run);
  addKeyCommands(program, run);
  addAuditCommands(program, run);
  addWebhookCommands(program, run);
  addFileCommands(program, run);
  addReindexCommand(program, run);
  addSweepCommand(program, run);
  addRestoredCommand(program, run);
  addMcpCommand(program, runOutside);
  return program;
}

const inLanguage = (text: string) => (language() === 'pt' ? commanderInPortuguese(text) : text);

/** Does what was typed. Null: it was asked for help or the version, which have been shown. */
export async function execute(words: readonly string[], runner: Runner): Promise<Outcome | null> {
  let outcome: Outcome | null = null;
  let help = '';
  const program = acervo(runner, (ended) => (outcome = ended));
  for (const command of [program, ...descendants(program)])
    command.configureOutput({ writeErr: (text) => void (help += text), outputError: () => undefined });
  try {
    await program.parseAsync(words, { from: 'user' });
    return outcome;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    // Without a command, or with half of one, it shows the commands that there are.
    throw new UsageError(help === '' ? inLanguage(error.message.replace(/^error: /, '')) : help.trimEnd());
  }
}

const descendants = (command: Command): Command[] => command.commands.flatMap((each) => [each, ...descendants(each)]);
