import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { Reindex, type Reindexed } from '#application/archive/reindex.use-case';
import type { Run, Work } from './command-run';
import { t } from './language';
import type { Output } from './output';
import { sentence } from './portuguese';

/** Tells each document whose index is not what its data says. */
export function compareIndex(app: INestApplicationContext, output: Output, renews: boolean): Promise<Reindexed> {
  const progress = output.progress('index', t('documents', 'documentos'));
  return app.get(Reindex).execute({
    renews,
    stale: ({ id, reason }) =>
      output.line(`${t('stale', 'desatualizado')} ${t('document', 'documento')} ${id}: ${sentence(reason)}`, {
        kind: 'stale',
        documentId: id,
        reason,
      }),
    progress: (documents) => progress.show(documents, null),
  });
}

const reindex: Work = async (app, output) => {
  const { documents, stale } = await compareIndex(app, output, true);
  const text = t(
    `${documents} documents compared, ${stale} indexed anew`,
    `${documents} documentos comparados, ${stale} indexados de novo`,
  );
  return { text, exitCode: 0, data: { documents, renewed: stale } };
};

export function addReindexCommand(acervo: Command, run: Run): void {
  acervo
    .command('reindex')
    .description(
      t(
        'compares what searches read with the data of each document, and rebuilds it where it differs',
        'compara o que as pesquisas leem com os dados de cada documento, e o reconstrói onde difere',
      ),
    )
    .action(() => run(reindex));
}
