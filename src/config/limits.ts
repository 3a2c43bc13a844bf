import type { ConfigReader } from './config-reader';
import type { Mode } from './mode';

/** Per client: 4 per second, 240 per minute, 2400 per hour. */
const CLASSIC_LIMITS = '4/1 240/60 2400/3600';
/** Per user: a quarter of the longer windows is left to the others of the client. */
const CLASSIC_USER_LIMITS = '4/1 180/60 1800/3600';
const MEGABYTE = 1024 * 1024;

export function sessions(read: ConfigReader) {
  read.section('Sessions');
  const minutes = { min: 1, unit: 'minutes' };
  return {
    sessionMinutes: read.integer('SESSION_MINUTES', { ...minutes, default: 7200, is: 'How long a token is good.' }),
    maxSessionMinutes: read.integer('MAX_SESSION_MINUTES', { ...minutes, default: 43_200, is: 'The longest that a login may ask for.' }),
    refreshMinutes: read.integer('REFRESH_MINUTES', { ...minutes, default: 20_160, is: 'How long a token may be renewed.' }),
    sessionDays: read.integer('SESSION_DAYS', {
      default: 30,
      min: 1,
      max: 3650,
      unit: 'days',
      is: 'How long after the login a session ends, however often its token is renewed.',
    }),
    refreshRetrySeconds: read.integer('REFRESH_RETRY_SECONDS', {
      default: 30,
      min: 0,
      max: 600,
      unit: 'seconds',
      is: 'In which a renewal whose answer was lost may be sent again.',
    }),
    loginFailures: read.integer('LOGIN_FAILURES', {
      default: 6,
      min: 1,
      is: 'The failure in a row at which a login is refused for a while.',
    }),
    loginBlockMinutes: read.integer('LOGIN_BLOCK_MINUTES', { ...minutes, default: 5, is: 'How long that is.' }),
  };
}

function connections(read: ConfigReader, trustedProxies: number) {
  const bounds = { min: 1, max: 1_000_000 };
  const maxConnections = read.integer('MAX_CONNECTIONS', { ...bounds, default: 2000, is: 'Beyond that new connections are closed.' });
  const ofAddress = read.optionalInteger('MAX_CONNECTIONS_PER_ADDRESS', {
    ...bounds,
    min: 0,
    unset: 'a quarter of MAX_CONNECTIONS; 0 with TRUSTED_PROXIES, from whose addresses all of them come',
    is: 'The same for those from one IPv4 address, or from one IPv6 network of 64 bits. 0: no such limit.',
  });
  return { maxConnections, maxConnectionsPerAddress: ofAddress ?? (trustedProxies > 0 ? 0 : Math.ceil(maxConnections / 4)) };
}

export function limits(read: ConfigReader, { production }: Mode, trustedProxies: number) {
  read.section('Limits');
  const megabytes = (name: string, fallback: number, is: string) =>
    read.integer(name, { default: fallback, min: 1, unit: 'MiB', is }) * MEGABYTE;
  const count = (name: string, fallback: number, max: number, is: string, min = 1) =>
    read.integer(name, { default: fallback, min, max, is });
  const rateLimits = read.rateLimits('RATE_LIMITS', {
    default: production ? CLASSIC_LIMITS : 'off',
    unset: `${CLASSIC_LIMITS} in production, else off`,
    example: CLASSIC_LIMITS,
    is:
      'Calls per client in windows of seconds (4/1: at most 4 in 1 second), counted for all replicas together. Logins, and apart ' +
      'from them wrong tokens, are counted by address likewise; share links ten times as generously.',
  });
  return {
    rateLimits,
    userRateLimits: read.rateLimits('USER_RATE_LIMITS', {
      default: production && read.isUnset('RATE_LIMITS') ? CLASSIC_USER_LIMITS : 'off',
      unset: `${CLASSIC_USER_LIMITS} in production where RATE_LIMITS is not set, else off`,
      example: CLASSIC_USER_LIMITS,
      is: 'Calls per user within those of the client: what one user is refused does not count against the others.',
    }),
    maxBodyBytes: megabytes('MAX_BODY_MB', 2048, 'The largest body of a request.'),
    maxFileBytes: megabytes('MAX_FILE_MB', 1536, 'The largest file.'),
    maxFiles: count('MAX_FILES', 100, 1000, 'Files of one request.'),
    concurrentUploads: count('CONCURRENT_UPLOADS', 8, 1000, 'Large bodies that are read at a time; the others wait unread.'),
    uploadSeconds: read.integer('UPLOAD_SECONDS', {
      default: 7200,
      min: 1,
      max: 86_400,
      unit: 'seconds',
      is: 'The longest that the reading of a large body may take; slower lines send less at a time.',
    }),
    maxInflightBytes: megabytes(
      'MAX_INFLIGHT_MB',
      16_384,
      'Bodies that are being read or wait to be, all together; a client may have half of it. Beyond that 503, before the body is read.',
    ),
    concurrentReports: count('CONCURRENT_REPORTS', 20, 10_000, 'Reports being sent, all together; beyond that 503.'),
    reportsPerClient: count('REPORTS_PER_CLIENT', 5, 10_000, 'The same for one client.'),
    concurrentLinks: count(
      'CONCURRENT_LINKS',
      16,
      10_000,
      'Links being downloaded, half of them at most of one client; the others wait within their LINK_TIMEOUT_SECONDS.',
    ),
    loginQueue: count('LOGIN_QUEUE', 200, 100_000, 'Logins that wait for their password to be checked.', 0),
    ...connections(read, trustedProxies),
    maxLoopDelayMs: read.integer('MAX_LOOP_DELAY_MS', {
      default: 400,
      min: 0,
      max: 60_000,
      unit: 'milliseconds',
      is: 'While everything waits this long for its turn, large bodies and reports get 503. 0: never.',
    }),
    subscriptionKeys: read.flag('SUBSCRIPTION_KEYS', {
      default: false,
      is: 'Demand a SubscriptionKey header on every call (keys are made with `npm run acervo -- keys rotate`).',
    }),
  };
}
