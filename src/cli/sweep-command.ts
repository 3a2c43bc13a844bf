import type { Command } from 'commander';
import { Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/housekeeping';
import { t } from './language';
import type { Run, Work } from './command-run';

const sweep: Work = async (app, output, stopped) => {
  const progress = output.progress('sweep', t('objects removed', 'objetos removidos'));
  const { condemned, removed } = await app.get(Sweeper).sweep(stopped, (swept) => progress.show(swept.removed, null));
  const { answers, sessions, windows, origins } = await app.get(Housekeeping).tidy(stopped);
  const text = t(
    `abandoned uploads: ${condemned}, objects removed: ${removed}, old answers removed: ${answers}, old sessions removed: ${sessions}, old rate windows removed: ${windows}, events without their address: ${origins}`,
    `envios abandonados: ${condemned}, objetos removidos: ${removed}, respostas antigas removidas: ${answers}, sessões antigas removidas: ${sessions}, contagens antigas de chamadas removidas: ${windows}, eventos sem o seu endereço: ${origins}`,
  );
  return { text, exitCode: 0, data: { abandoned: condemned, removed, answers, sessions, windows, origins } };
};

export function addSweepCommand(acervo: Command, run: Run): void {
  acervo
    .command('sweep')
    .description(
      t(
        'removes abandoned objects, stored answers of repeated calls after 7 days, and ended sessions',
        'remove objetos abandonados, respostas guardadas de chamadas repetidas depois de 7 dias e sessões encerradas',
      ),
    )
    .action(() => run(sweep, { stoppable: true }));
}
