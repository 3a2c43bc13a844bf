import type { Command } from 'commander';
import { NoteRestoration } from '#application/portable-archive/note-restoration.use-case';
import { newId } from '#application/support/ids';
import { operator } from '#domain/access/actor';
import { readLogEnds } from './log-ends';
import { t } from '#src/terminal/language';
import type { Run, Work } from './command-run';
import { UsageError } from '#src/terminal/usage-error';

const RAISE_BY = 1_000_000;
/** Codes stay below 2^53, however often they are raised. */
const MOST = 1_000_000_000_000;

interface Options {
  raiseBy?: string;
  ends?: string;
}

/** `restored`: after a database restore, before the service starts. */
const restored =
  ({ raiseBy = String(RAISE_BY), ends }: Options): Work =>
  async (app, output) => {
    const by = Number(raiseBy);
    if (!Number.isSafeInteger(by) || by < 1 || by > MOST)
      throw new UsageError(
        t(`--raise-by must be a whole number from 1 to ${MOST}`, `--raise-by deve ser um número inteiro de 1 a ${MOST}`),
      );
    const former = ends === undefined ? [] : await readLogEnds(ends);
    if (former === null) throw new UsageError(t(`${ends} is not there`, `${ends} não existe`));
    const progress = output.progress('restored', t('codes', 'códigos'));
    const noted = await app.get(NoteRestoration).execute(operator('restored', newId()), by, former, (code) => progress.show(code, null));
    const { raised, newestEvent, lostFiles, lostEvents, name } = noted;
    const newest = newestEvent?.toISOString() ?? t('none', 'nenhum');
    const text = [
      t(`the newest event that the database knows: ${newest}`, `o evento mais recente que o banco conhece: ${newest}`),
      lostFiles ? lost(lostFiles) : t('there are no unreferenced files', 'não há arquivos sem referência'),
      ...lostEvents.map(({ clientId, has, had }) =>
        t(
          `lost: ${had - has} events of client ${clientId}, ${has + 1} to ${had}`,
          `perdidos: ${had - has} eventos do cliente ${clientId}, de ${has + 1} a ${had}`,
        ),
      ),
      t(`the audit trail goes on under the name ${name}`, `a trilha de auditoria continua com o nome ${name}`),
      ...raised.map(({ name, next }) => t(`${name}: codes go on from ${next}`, `${name}: os códigos continuam a partir de ${next}`)),
    ];
    return { text: text.join('\n'), exitCode: 0, data: { newestEvent, lostFiles, lostEvents, raised, name } };
  };

function lost({ files, first, last }: { files: number; first: Date; last: Date }): string {
  const [from, to] = [first.toISOString(), last.toISOString()];
  return t(
    `lost: what came with ${files} files that no row refers to, made from ${from} to ${to}`,
    `perdido: o que veio com ${files} arquivos a que nenhuma linha se refere, de ${from} a ${to}`,
  );
}

export function addRestoredCommand(acervo: Command, run: Run): void {
  acervo
    .command('restored')
    .description(
      t(
        'after a database restore: skips the codes assigned after the backup, and reports what was acknowledged after it (docs/backup.md)',
        'depois de restaurar um banco: pula os códigos atribuídos depois do backup e informa o que foi confirmado depois dele (docs/backup.md)',
      ),
    )
    .option('--raise-by <number>', t(`codes to skip of each kind (${RAISE_BY})`, `códigos a pular de cada tipo (${RAISE_BY})`))
    .option('--ends <file>', t('the last saved ends of the audit trail', 'os últimos fins guardados da trilha de auditoria'))
    .action((options: Options) => run(restored(options)));
}
