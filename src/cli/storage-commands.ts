import type { Command } from 'commander';
import { FileStorage } from '#application/ports/files';
import { S3FileStorage } from '#infrastructure/s3/s3-file-storage';
import { readConfigWithoutKeys } from '#src/config';
import { t } from '#src/terminal/language';
import { UsageError } from '#src/terminal/usage-error';
import type { Run, RunOutside, Work, WorkOutside } from './command-run';

/** No upload takes a day; a store counts in whole ones, and begins at midnight. */
const DAYS = '2';
const MOST_DAYS = 3650;

const noBucket = () =>
  new UsageError(
    t('there is no bucket: files are stored in a folder of this machine', 'não há bucket: os arquivos ficam em uma pasta desta máquina'),
  );

/** `storage init`, before the first start: neither tables nor keys need be there. */
const init: WorkOutside = async () => {
  const { s3 } = readConfigWithoutKeys();
  if (s3 === null) throw noBucket();
  const { bucket, endpoint } = s3;
  const storage = new S3FileStorage(s3);
  try {
    const isNew = await storage.createBucket();
    const text = isNew
      ? t(`bucket ${bucket} made at ${endpoint}`, `bucket ${bucket} criado em ${endpoint}`)
      : t(`the bucket ${bucket} at ${endpoint} exists: nothing to do`, `o bucket ${bucket} em ${endpoint} existe: nada a fazer`);
    return { text, exitCode: 0, data: { bucket, endpoint, made: isNew } };
  } finally {
    storage.close();
  }
};

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
    if (!(storage instanceof S3FileStorage)) throw noBucket();
    const isSet = await storage.expireUploads(days);
    const text = isSet
      ? t(`the store ends uploads that are unfinished after ${days} days`, `o armazenamento encerra envios inacabados após ${days} dias`)
      : t(
          'the store has no rule for unfinished uploads (AbortIncompleteMultipartUpload): nothing has changed',
          'o armazenamento não tem regra para envios inacabados (AbortIncompleteMultipartUpload): nada mudou',
        );
    return { text, exitCode: isSet ? 0 : 1, data: { text, days, isSet } };
  };

export function addStorageCommands(acervo: Command, run: Run, runOutside: RunOutside): void {
  acervo
    .command('storage')
    .description(t('where the files are stored', 'onde os arquivos são guardados'))
    .command('init')
    .description(t('makes the bucket S3_BUCKET where it does not exist', 'cria o bucket S3_BUCKET se ele não existe'))
    .action(() => runOutside(init));
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
