import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { Reindex, type Reindexed } from '#application/provisioning/reindex.use-case';
import type { Run, Work } from './command-run';
import { t } from '#src/terminal/language';
import type { Output } from './output';
import { sentence } from '#src/terminal/portuguese';

/** Tells each document whose index is not what its data says, and each level that counts its documents wrongly. */
export async function compareIndex(app: INestApplicationContext, output: Output, renews: boolean): Promise<Reindexed> {
  const progress = output.progress('index', t('documents', 'documentos'));
  const done = await app.get(Reindex).execute({
    renews,
    stale: ({ kind, id, reason }) => {
      const what = kind === 'document' ? t('document', 'documento') : t('level', 'nível');
      output.line(`${t('stale', 'desatualizado')} ${what} ${id}: ${sentence(reason)}`, { kind: 'stale', [`${kind}Id`]: id, reason });
    },
    progress: (documents) => progress.show(documents, null),
  });
  if (done.leftOut !== null) output.line(sentence(done.leftOut), { kind: 'words', reason: done.leftOut });
  return done;
}

const reindex: Work = async (app, output) => {
  const { documents, stale, miscounted } = await compareIndex(app, output, true);
  const text = t(
    `${documents} documents compared, ${stale} indexed anew; ${miscounted} levels counted anew`,
    `${documents} documentos comparados, ${stale} indexados de novo; ${miscounted} níveis contados de novo`,
  );
  return { text, exitCode: 0, data: { documents, renewed: stale, recounted: miscounted } };
};

const reword: Work = async (app, output) => {
  const progress = output.progress('words', t('documents', 'documentos'));
  const documents = await app.get(Reindex).rewriteWords((count) => progress.show(count, null));
  const text = t(`words of ${documents} documents written anew`, `palavras de ${documents} documentos gravadas de novo`);
  return { text, exitCode: 0, data: { documents } };
};

export function addReindexCommand(acervo: Command, run: Run): void {
  acervo
    .command('reindex')
    .description(
      t(
        'compares what searches read, counts too, with the data of each document, and rebuilds it where it differs',
        'compara o que as pesquisas leem, também as contagens, com os dados de cada documento, e o reconstrói onde difere',
      ),
    )
    .option(
      '--text',
      t(
        'writes the words of all documents anew, and with them the full-text index of the database',
        'grava de novo as palavras de todos os documentos e, com elas, o índice de texto do banco',
      ),
    )
    .action(({ text = false }: { text?: boolean }) => run(text ? reword : reindex));
}
