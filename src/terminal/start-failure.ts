import { DependencyDown } from '#application/support/errors';
import { connectionLost, driverErrorOf } from '#infrastructure/typeorm/database-errors';
import { isDamaged, isSqliteFailure, type SqliteError } from '#infrastructure/typeorm/sqlite-disk';
import { AlreadyServed } from '#infrastructure/typeorm/serving-lock';
import { SchemaRefused } from '#infrastructure/typeorm/schema-version';
import { BucketMissing } from '#infrastructure/s3/store-errors';
import { ConfigError } from '#src/config';
import { t } from './language';
import { sentence } from './portuguese';
import { UsageError } from './usage-error';

interface SystemError {
  code?: string;
  syscall?: string;
  address?: string;
  port?: number;
  path?: string;
  cause?: unknown;
}

const refusals: Readonly<Record<string, () => string>> = {
  ER_ACCESS_DENIED_ERROR: () =>
    t(
      'the database refuses access: check user and password in DATABASE_URL',
      'o banco de dados recusa o acesso: confira usuário e senha de DATABASE_URL',
    ),
  ER_DBACCESS_DENIED_ERROR: () =>
    t('the user of DATABASE_URL may not use its database', 'o usuário de DATABASE_URL não pode usar o banco de dados indicado'),
  ER_BAD_DB_ERROR: () => t('the database of DATABASE_URL does not exist', 'o banco de dados de DATABASE_URL não existe'),
};

/** A worker's port is opened by its primary. */
const LISTENING = new Set(['listen', 'bind']);
const UNUSABLE = new Set(['EACCES', 'EROFS', 'ENOTDIR', 'ENOENT', 'EISDIR']);

/** Of the embedded database: what failed, and what to do. */
function diskFailure(error: unknown): string | null {
  const { cause } = (error ?? {}) as SystemError;
  const failed = driverErrorOf(error instanceof DependencyDown ? cause : error) as SqliteError;
  if (!isSqliteFailure(failed.code)) return null;
  const { code, errcode, systemErrno } = failed;
  const what = `${code} ${errcode}${systemErrno ? `, errno ${systemErrno}` : ''}`;
  if (isDamaged(failed))
    return t(
      `the database in DATA_DIR is damaged (${what}): check the disk, and restore a backup (docs/backup.md)`,
      `o banco de dados em DATA_DIR está danificado (${what}): verifique o disco e restaure um backup (docs/pt/backup.md)`,
    );
  return t(
    `the disk of DATA_DIR refuses the database (${what}): check its space, its permissions and its health, then start again: a start recovers what was stored`,
    `o disco de DATA_DIR recusa o banco de dados (${what}): verifique espaço, permissões e estado do disco e inicie de novo: o início recupera o que foi gravado`,
  );
}

/** One sentence for start failures that an operator can fix; null: an internal error, shown with its stack. */
export function startFailure(error: unknown): string | null {
  const { code = '', syscall, address, port, path, cause } = (error ?? {}) as SystemError;
  const where = port === undefined ? '' : ` ${[address, port].filter(Boolean).join(':')}`;
  const isListening = LISTENING.has(syscall ?? '');
  if (isListening && code === 'EADDRINUSE')
    return t(
      `the port${where} is in use by another program; PORT chooses another one`,
      `a porta${where} está em uso por outro programa; PORT escolhe outra`,
    );
  if (isListening) return t(`cannot listen at${where}: ${code} (HOST, PORT)`, `não é possível escutar em${where}: ${code} (HOST, PORT)`);
  const refusal = refusals[code];
  if (refusal) return refusal();
  if (error instanceof AlreadyServed) {
    const { dataDir, holder } = error;
    const who = holder ? ` (process ${holder.pid}, ${holder.host})` : '';
    return t(
      `${dataDir} is already served by another process${who}: one at a time; DATA_DIR chooses another folder, DATABASE_URL a database for several`,
      `${dataDir} já é atendido por outro processo${who.replace('process', 'processo')}: um de cada vez; DATA_DIR escolhe outra pasta, DATABASE_URL um banco para vários`,
    );
  }
  const disk = diskFailure(error);
  if (disk !== null) return disk;
  if (connectionLost(error)) {
    const reason = code === '' ? '' : ` (${code}${where})`;
    return t(
      `the database cannot be reached${reason}: is DATABASE_URL right, and does it run?`,
      `o banco de dados não responde${reason}: DATABASE_URL está certo, e ele está no ar?`,
    );
  }
  if (path !== undefined && UNUSABLE.has(code)) return t(`${path} cannot be used: ${code}`, `${path} não pode ser usado: ${code}`);
  if (error instanceof BucketMissing)
    return t(
      `the bucket ${error.bucket} does not exist (S3_BUCKET): \`acervo storage init\` makes it`,
      `o bucket ${error.bucket} não existe (S3_BUCKET): \`acervo storage init\` o cria`,
    );
  if (error instanceof DependencyDown) {
    const reason = (cause as SystemError | undefined)?.code ?? (error as Error).message;
    return t(
      `database or file store cannot be reached: ${reason}`,
      `o banco de dados ou o armazenamento de arquivos não responde: ${reason}`,
    );
  }
  return null;
}

/** What a start that failed says: a sentence, or the error itself. */
export function told(error: unknown): unknown {
  const isTold = error instanceof ConfigError || error instanceof UsageError || error instanceof SchemaRefused;
  return isTold ? sentence(error.message) : (startFailure(error) ?? error);
}
