import type { Command } from 'commander';
import { FileStorage } from '#application/ports/files';
import { S3FileStorage } from '#infrastructure/s3/s3-file-storage';
import { t } from '#src/terminal/language';
import type { Run, Work } from './command-run';
import { UsageError } from '#src/terminal/usage-error';

/** No upload takes a day; a store counts in whole ones, and begins at midnight. */
const DAYS = '2';
const MOST_DAYS = 3650;

/** Exit code 1 when the store has no such rule. */
const expireUploads =
  (typed: string): Work =>
  async (app) => {
    const days = Number(typed);
    if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
      throw new UsageError(
        t(`--days must be a whole number from 1 to ${MOST_DAYS}`, `--days deve ser um número inteiro de 1 a ${MOST_DAYS}`),
      );
    const storage = app.get(FileStorage);
    if (!(storage instanceof S3FileStorage))
      throw new UsageError(
        t(
          'there is no bucket: files are stored in a folder of this machine',
          'não há bucket: os arquivos ficam em uma pasta desta máquina',
        ),
      );
    const isSet = await storage.expireUploads(days);
    const text = isSet
      ? t(`the store ends uploads that are unfinished after ${days} days`, `o armazenamento encerra envios inacabados após ${days} dias`)
      : t(
          'the store has no rule for unfinished uploads (AbortIncompleteMultipartUpload): nothing has changed',
          'o armazenamento não tem regra para envios inacabados (AbortIncompleteMultipartUpload): nada mudou',
        );
    return { text, exitCode: isSet ? 0 : 1, data: { text, days, isSet } };
  };

export function addBucketCommand(acervo: Command, run: Run): void {
  acervo
    .command('bucket')
    .description(t('the bucket of the files', 'o bucket dos arquivos'))
    .command('expire-uploads')
    .description(
      t(
        "lets the store itself end uploads that nobody finishes, also those that no journal knows; the bucket's other rules stay",
        'faz o próprio armazenamento encerrar envios que ninguém termina, também os que nenhum diário conhece; as outras regras do bucket ficam',
      ),
    )
    .option('--days <number>', t('after this number of days (2)', 'após este número de dias (2)'), DAYS)
    .action(({ days }: { days: string }) => run(expireUploads(days)));
}
