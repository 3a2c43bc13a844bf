import type { Command } from 'commander';
import { Purger } from '#application/files/purger';
import { Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/retention/housekeeping';
import { t } from '#src/terminal/language';
import type { Run, Work } from './command-run';

const sweep: Work = async (app, output, stopped) => {
  const progress = output.progress('sweep', t('objects removed', 'objetos removidos'));
  const sweepObjects = () => app.get(Sweeper).sweep(stopped, (swept) => progress.show(swept.removed, null));
  const purgeAndTidy = async () => [await app.get(Purger).purge(stopped), await app.get(Housekeeping).tidy(stopped)] as const;
  const [{ condemned, removed }, [purged, { answers, sessions, windows, origins }]] = await both(sweepObjects, purgeAndTidy);
  const text = t(
    `abandoned uploads: ${condemned}, objects removed: ${removed}, purged: ${purged.documents} documents, ${purged.files} files, ${purged.flows} flows, ${purged.rows} list rows; old answers removed: ${answers}, old sessions removed: ${sessions}, old rate windows removed: ${windows}, events without their address: ${origins}`,
    `envios abandonados: ${condemned}, objetos removidos: ${removed}, expurgados: ${purged.documents} documentos, ${purged.files} arquivos, ${purged.flows} fluxos, ${purged.rows} linhas de listas; respostas antigas removidas: ${answers}, sessões antigas removidas: ${sessions}, contagens antigas de chamadas removidas: ${windows}, eventos sem o seu endereço: ${origins}`,
  );
  return { text, exitCode: 0, data: { abandoned: condemned, removed, purged, answers, sessions, windows, origins } };
};

/** Also the second where the first fails, as it does where it waits for a human. */
async function both<First, Second>(first: () => Promise<First>, second: () => Promise<Second>): Promise<[First, Second]> {
  const done = await first().catch(async (error: unknown) => {
    await second();
    throw error;
  });
  return [done, await second()];
}

export function addSweepCommand(acervo: Command, run: Run): void {
  acervo
    .command('sweep')
    .description(
      t(
        'removes abandoned objects, what was deleted longer ago than it is kept, stored answers of repeated calls after 7 days, and ended sessions',
        'remove objetos abandonados, o que foi excluído há mais tempo do que se guarda, respostas guardadas de chamadas repetidas depois de 7 dias e sessões encerradas',
      ),
    )
    .action(() => run(sweep, { stoppable: true }));
}
