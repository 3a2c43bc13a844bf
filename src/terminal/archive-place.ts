import type { Config } from '#src/config';
import { t } from './language';

/** Where an archive is, without its passwords: of its database and, where its files are elsewhere, of its bucket. */
export function placeOf({ databaseUrl, dataDir, s3 }: Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>): string {
  const database = databaseUrl === null ? t(`embedded, in ${dataDir}`, `embutido, em ${dataDir}`) : serverOf(databaseUrl.reveal());
  return s3 === null ? database : `${database}, bucket ${s3.bucket} ${t('at', 'em')} ${s3.endpoint}`;
}

function serverOf(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
