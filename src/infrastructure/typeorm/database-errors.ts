import { isBeyondRepair, isSqliteFailure } from './sqlite-disk';

/** Conflicts of MySQL, MariaDB, Galera, Group Replication and TiDB after which the whole transaction may be retried. */
const CONFLICTS = new Set([1020, 1180, 1205, 1213, 1792, 3100, 3101, 8002, 8022, 8028, 9007]);
const LOST = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'PROTOCOL_UNEXPECTED_PACKET',
]);
/** The server is unavailable: shutting down, read-only, without quorum, out of connections, out of disk; of Vitess also one behind it (2002 …). */
const DOWN = new Set([1021, 1026, 1040, 1041, 1047, 1053, 1114, 1203, 1290, 1317, 1836, 1927, 2002, 2003, 2006, 2013, 3032, 3169, 4031]);
/** The server aborted a slow query. */
const TOO_SLOW = new Set([1969, 3024]);
/** Of Vitess, whose other failures are of this number too: the machine of the rows is gone, is being replaced, or its rows are moving. */
const UNKNOWN = 1105;
const NOT_SERVING =
  /no healthy tablet|code = Unavailable|is either down|VT15001|primary is not serving|not allowed in state|being resharded|disallowed due to rule|after a resharding|primary buffer|buffer full|failover finished/;
const DUPLICATES = new Set(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

interface DriverError {
  code?: string;
  /** SQLite's extended code. */
  errcode?: number;
  /** The driver's connection is unusable. */
  fatal?: boolean;
  errno?: number;
  message?: string;
  driverError?: DriverError;
}

export function driverErrorOf(error: unknown): DriverError {
  const outer = (error ?? {}) as DriverError;
  return outer.driverError ?? outer;
}

export function isDuplicate(error: unknown): boolean {
  return DUPLICATES.has(driverErrorOf(error).code ?? '');
}

export function isConflict(error: unknown): boolean {
  const { code, errno } = driverErrorOf(error);
  return CONFLICTS.has(errno ?? 0) || code === 'SQLITE_BUSY';
}

/** Of SQLite: a transaction's reads are older than what another process has written; it can only begin anew. */
const OUTDATED_SNAPSHOT = 517;

/** Another process holds the file of SQLite: the statement has done nothing, and may be repeated. */
export function isLocked(error: unknown): boolean {
  const { code, errcode } = driverErrorOf(error);
  return code === 'SQLITE_BUSY' && errcode !== OUTDATED_SNAPSHOT;
}

export function connectionLost(error: unknown): boolean {
  const { code, errno, fatal } = driverErrorOf(error);
  // The driver sets no code when a connection was lost between two commands.
  return LOST.has(code ?? '') || (fatal === true && code === undefined && errno === undefined);
}

/** Of a COMMIT that failed so, nobody knows whether it took place: of SQLite, the next start may find it in the log. */
export const isCommitUnknown = (error: unknown): boolean => connectionLost(error) || isBeyondRepair(driverErrorOf(error) as Error);

/** The database is unavailable: the caller may retry later (503). */
export function isUnavailable(error: unknown): boolean {
  const { code, errno = 0, message = '' } = driverErrorOf(error);
  if (errno === UNKNOWN) return NOT_SERVING.test(message);
  return connectionLost(error) || DOWN.has(errno) || TOO_SLOW.has(errno) || isSqliteFailure(code);
}

/** InnoDB gives up a search of words that has found more documents than fit into its memory (`innodb_ft_result_cache_limit`): of MySQL, of MariaDB. */
const TOO_MANY_WORDS = new Set([188, 128]);
export const hasTooManyWords = (error: unknown): boolean => TOO_MANY_WORDS.has(driverErrorOf(error).errno ?? 0);
