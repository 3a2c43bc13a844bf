import { resolve } from 'node:path';
import type { ConfigReader } from './config-reader';
import type { Mode } from './mode';
import { Secret } from './secret';

export function database(read: ConfigReader) {
  read.section('Storage');
  const dataDir = read.text('DATA_DIR', { default: './data', is: 'SQLite, files and keys of the embedded mode.' });
  const url = read.optionalUrl('DATABASE_URL', {
    protocols: ['mysql:', 'mariadb:'],
    secret: true,
    unset: 'embedded SQLite',
    is: 'mysql://user:password@host:3306/acervo (MySQL 8 or MariaDB 10.6 and later). Then also JWT_SECRET and LINK_SECRET.',
  });
  return {
    dataDir: resolve(dataDir),
    /** Null: SQLite in the data directory. */
    databaseUrl: url === null ? null : new Secret(url),
    databasePool: read.integer('DATABASE_POOL', { default: 10, min: 1, max: 1000, is: 'Connections to the database.' }),
    databaseQueue: read.integer('DATABASE_QUEUE', {
      default: 200,
      min: 1,
      max: 100_000,
      is: 'How many callers may wait for a connection of the pool; beyond that 503.',
    }),
    databaseWaitSeconds: read.integer('DATABASE_WAIT_SECONDS', {
      default: 5,
      min: 1,
      max: 600,
      unit: 'seconds',
      is: 'How long they may wait; beyond that 503.',
    }),
    databaseStatementSeconds: read.integer('DATABASE_STATEMENT_SECONDS', {
      default: 20,
      min: 1,
      max: 3600,
      unit: 'seconds',
      is: 'The longest question; 5 seconds later an unanswered statement is given up and its connection closed.',
    }),
    databaseSyncReads: read.flag('DATABASE_SYNC_READS', {
      default: false,
      is: 'For replicas that ask different nodes of a Galera or Group Replication cluster: reads wait for what other nodes have acknowledged.',
    }),
  };
}

export type S3Config = NonNullable<ReturnType<typeof s3>>;

/** Null: files in the data directory. */
export function s3(read: ConfigReader) {
  const endpoint = read.optionalUrl('S3_ENDPOINT', { unset: 'files below DATA_DIR', is: 'Where the store is: any S3.' });
  const [isNeeded, required] = [endpoint !== null, 'with S3_ENDPOINT'];
  const config = {
    endpoint: endpoint ?? '',
    publicEndpoint: read.url('S3_PUBLIC_ENDPOINT', {
      default: endpoint ?? '',
      unset: 'S3_ENDPOINT',
      is: 'Under which clients reach the store, for redirects.',
    }),
    region: read.text('S3_REGION', { default: 'us-east-1', is: 'The region that requests are signed for.' }),
    bucket: read.needed('S3_BUCKET', isNeeded, { required, is: 'The bucket; it must be there.' }),
    accessKeyId: read.needed('S3_ACCESS_KEY_ID', isNeeded, { required, is: 'Who the service is to the store.' }),
    secretAccessKey: new Secret(
      read.needed('S3_SECRET_ACCESS_KEY', isNeeded, { required, secret: true, is: 'The key that goes with S3_ACCESS_KEY_ID.' }),
    ),
    requestSeconds: read.integer('S3_REQUEST_SECONDS', {
      default: 30,
      min: 1,
      max: 3600,
      unit: 'seconds',
      is: 'For the answer to one try of a request (there are three at most), and between two pieces of an object that is read.',
    }),
  };
  return isNeeded ? config : null;
}

export function keys(read: ConfigReader, { embedded, production }: Mode) {
  read.section('Keys');
  const isNeeded = !embedded || production;
  const about = { unset: 'made on first start in DATA_DIR/keys', required: 'with DATABASE_URL, or in production' };
  return {
    jwtSecret: read.secret('JWT_SECRET', isNeeded, { ...about, is: 'Signs tokens.' }),
    linkSecret: read.secret('LINK_SECRET', isNeeded, { ...about, is: 'Signs share links.' }),
    auditSecret: read.secret('AUDIT_SECRET', false, {
      unset: 'derived from LINK_SECRET',
      is: 'Seals the audit trail; do not change it.',
    }),
  };
}

export function files(read: ConfigReader) {
  read.section('Files');
  return {
    deletedRetentionDays: read.integer('DELETED_RETENTION_DAYS', {
      default: 30,
      min: 0,
      unit: 'days',
      is: 'How long the bytes of deleted files are kept.',
    }),
    sweepMinutes: read.integer('SWEEP_MINUTES', {
      default: 10,
      min: 0,
      unit: 'minutes',
      is: 'Between two looks for what may be removed. 0: this process never sweeps.',
    }),
    linkTimeoutSeconds: read.integer('LINK_TIMEOUT_SECONDS', {
      default: 60,
      min: 1,
      max: 3600,
      unit: 'seconds',
      is: 'For a file given by link, from the first look-up to the last byte.',
    }),
    linkAllowedNetworks: read.list('LINK_ALLOWED_NETWORKS', {
      unset: 'none',
      is: 'Networks beyond the public ones from which links may be fetched, such as 10.1.0.0/16.',
    }),
    linkNameServers: read.list('LINK_NAME_SERVERS', {
      unset: "the system's",
      is: 'Addresses of the name servers that are asked for the hosts of links; the hosts file goes before them.',
    }),
  };
}
