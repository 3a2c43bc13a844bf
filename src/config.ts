import { resolve } from 'node:path';

/** A secret that nobody may see: printed or logged, it shows nothing. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toJSON(): string {
    return '[secret]';
  }
  toString(): string {
    return '[secret]';
  }
}

export interface S3Config {
  endpoint: string;
  /** Where clients reach the store, for presigned URLs. */
  publicEndpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: Secret;
  requestSeconds: number;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Without a slash at the end. */
  baseUrl: string;
  shareUrl: string;
  timeZone: string;
  production: boolean;
  /** Null: SQLite in the data directory. */
  databaseUrl: Secret | null;
  databasePool: number;
  databaseQueue: number;
  databaseWaitSeconds: number;
  databaseStatementSeconds: number;
  /** Of a cluster whose nodes all serve: a question waits until its node has what was acknowledged before on any other. */
  databaseSyncReads: boolean;
  /** Null: files in the data directory. */
  s3: S3Config | null;
  /** Null: made on first start and kept in the data directory. */
  jwtSecret: Secret | null;
  linkSecret: Secret | null;
  loadDemo: boolean;
  /** Whether `/docs` and `/console` are served. */
  docs: boolean;
  console: boolean;
  logLevel: string;
  sessionMinutes: number;
  maxSessionMinutes: number;
  refreshMinutes: number;
  loginFailures: number;
  loginBlockMinutes: number;
  maxBodyBytes: number;
  maxFileBytes: number;
  maxFiles: number;
  concurrentUploads: number;
  maxInflightBytes: number;
  concurrentReports: number;
  reportsPerClient: number;
  concurrentLinks: number;
  loginQueue: number;
  maxConnections: number;
  /** 0: whatever the delay, nothing is refused for it. */
  maxLoopDelayMs: number;
  shutdownSeconds: number;
  shutdownDelaySeconds: number;
  deletedRetentionDays: number;
  sweepMinutes: number;
  linkTimeoutSeconds: number;
  linkAllowedNetworks: readonly string[];
  rateLimits: readonly { seconds: number; limit: number }[];
  subscriptionKeys: boolean;
  refreshRetrySeconds: number;
  /** Proxies in front of the service that write `X-Forwarded-For`; 0: its value is not looked at. */
  trustedProxies: number;
  /** Null: derived from the link secret. */
  auditSecret: Secret | null;
  /** PKCS#12 with the key that signs PDF files. Null: made by the embedded mode, else nothing is signed. */
  signingP12: string | null;
  signingP12Password: Secret;
  /** RFC 3161; null: signatures carry the service's own time. */
  timestampUrl: string | null;
  /** Tests of crashes alone: the process kills itself at the n-th passage. */
  failpoint: { name: string; passage: number } | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const SHORTEST_SECRET = 32;
/** Per client: 4 per second, 240 per minute, 2400 per hour. */
const CLASSIC_LIMITS = '4/1 240/60 2400/3600';
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

class ConfigReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Environment) {}

  text(name: string): string | null {
    return this.env[name]?.trim() || null;
  }

  integer(name: string, fallback: number, min: number, max = Number.MAX_SAFE_INTEGER): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    if (text === null) return fallback;
    if (/^(true|1)$/i.test(text)) return true;
    if (/^(false|0)$/i.test(text)) return false;
    this.problems.push(`${name} must be true or false`);
    return fallback;
  }

  url(name: string, fallback: string, protocols: readonly string[] = ['http:', 'https:']): string {
    const text = this.text(name) ?? fallback;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/+$/, '');
    this.problems.push(`${name} must be an address that begins with ${protocols.join(' or ')}`);
    return fallback;
  }

  secret(name: string, required: boolean): Secret | null {
    const text = this.text(name);
    if (text === null) {
      if (required) this.problems.push(`${name} is missing: without the embedded store, keys must be given`);
      return null;
    }
    if (text.length < SHORTEST_SECRET) this.problems.push(`${name} is too weak: at least ${SHORTEST_SECRET} characters`);
    return new Secret(text);
  }

  needed(name: string): string {
    const text = this.text(name);
    if (text === null) this.problems.push(`${name} is missing`);
    return text ?? '';
  }

  s3(): S3Config | null {
    if (this.text('S3_ENDPOINT') === null) return null;
    const endpoint = this.url('S3_ENDPOINT', 'http://localhost:9000');
    return {
      endpoint,
      publicEndpoint: this.url('S3_PUBLIC_ENDPOINT', endpoint),
      region: this.text('S3_REGION') ?? 'us-east-1',
      bucket: this.needed('S3_BUCKET'),
      accessKeyId: this.needed('S3_ACCESS_KEY_ID'),
      secretAccessKey: new Secret(this.needed('S3_SECRET_ACCESS_KEY')),
      requestSeconds: this.integer('S3_REQUEST_SECONDS', 30, 1, 3600),
    };
  }

  timeZone(): string {
    const name = this.text('TZ') ?? 'America/Sao_Paulo';
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      this.problems.push('TZ must name a time zone, such as America/Sao_Paulo');
      return 'America/Sao_Paulo';
    }
  }

  /** `4/1 240/60`: at most 4 calls in 1 second and 240 in 60. */
  rateLimits(name: string, fallback: string): { seconds: number; limit: number }[] {
    const text = this.text(name) ?? fallback;
    if (/^off$/i.test(text)) return [];
    const windows = text.split(/[\s,]+/).map((window) => /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(window));
    const seconds = windows.map((window) => window?.[2]);
    if (windows.every((window) => window !== null) && new Set(seconds).size === seconds.length) {
      return windows.map((window) => ({ limit: Number(window[1]), seconds: Number(window[2]) }));
    }
    this.problems.push(`${name} must be off, or calls per seconds, such as ${CLASSIC_LIMITS}`);
    return [];
  }

  /** `before-commit` or `before-commit:3`. Whoever did not switch the tests on beforehand did not mean it. */
  failpoint(): Config['failpoint'] {
    const testing = this.flag('FAULT_TESTS', false);
    const text = this.text('FAILPOINT');
    if (testing && this.text('NODE_ENV') === 'production') this.problems.push('FAULT_TESTS cannot be switched on in production');
    if (text === null) return null;
    if (!testing) this.problems.push('FAILPOINT kills the process: it is for tests, with FAULT_TESTS=true');
    const [, name = '', passage = '1'] = /^([a-z-]+)(?::([1-9]\d{0,8}))?$/.exec(text) ?? [];
    if (name === '') this.problems.push('FAILPOINT must be a name, or a name and a passage, such as before-commit:3');
    return { name, passage: Number(passage) };
  }

  logLevel(): string {
    const level = this.text('LOG_LEVEL') ?? 'info';
    if (!LOG_LEVELS.includes(level)) this.problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
    return level;
  }
}

export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`the configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** The only reader of the environment; `.env.example` explains each name. Throws one error that names every problem. */
export function readConfig(env: Environment = process.env): Config {
  const read = new ConfigReader(env);
  const databaseUrl = read.text('DATABASE_URL');
  if (databaseUrl !== null) read.url('DATABASE_URL', databaseUrl, ['mysql:', 'mariadb:']);
  const embedded = databaseUrl === null;
  const production = read.text('NODE_ENV') === 'production';
  const port = read.integer('PORT', 3000, 0, 65535);
  const baseUrl = read.url('BASE_URL', `http://localhost:${port}`);
  const megabytes = 1024 * 1024;
  const config: Config = {
    port,
    host: read.text('HOST') ?? (embedded && !production ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(read.text('DATA_DIR') ?? './data'),
    baseUrl,
    shareUrl: read.url('SHARE_URL', `${baseUrl}/compartilhado`),
    timeZone: read.timeZone(),
    production,
    databaseUrl: databaseUrl === null ? null : new Secret(databaseUrl),
    databasePool: read.integer('DATABASE_POOL', 10, 1, 1000),
    databaseQueue: read.integer('DATABASE_QUEUE', 200, 1, 100_000),
    databaseWaitSeconds: read.integer('DATABASE_WAIT_SECONDS', 5, 1, 600),
    databaseStatementSeconds: read.integer('DATABASE_STATEMENT_SECONDS', 20, 1, 3600),
    databaseSyncReads: read.flag('DATABASE_SYNC_READS', false),
    s3: read.s3(),
    jwtSecret: read.secret('JWT_SECRET', !embedded || production),
    linkSecret: read.secret('LINK_SECRET', !embedded || production),
    loadDemo: read.flag('DEMO_ARCHIVE', embedded && !production),
    docs: read.flag('DOCS', true),
    console: read.flag('CONSOLE', true),
    logLevel: read.logLevel(),
    sessionMinutes: read.integer('SESSION_MINUTES', 7200, 1),
    maxSessionMinutes: read.integer('MAX_SESSION_MINUTES', 43_200, 1),
    refreshMinutes: read.integer('REFRESH_MINUTES', 20_160, 1),
    loginFailures: read.integer('LOGIN_FAILURES', 6, 1),
    loginBlockMinutes: read.integer('LOGIN_BLOCK_MINUTES', 5, 1),
    maxBodyBytes: read.integer('MAX_BODY_MB', 2048, 1) * megabytes,
    maxFileBytes: read.integer('MAX_FILE_MB', 1536, 1) * megabytes,
    maxFiles: read.integer('MAX_FILES', 100, 1, 1000),
    concurrentUploads: read.integer('CONCURRENT_UPLOADS', 8, 1, 1000),
    maxInflightBytes: read.integer('MAX_INFLIGHT_MB', 16_384, 1) * megabytes,
    concurrentReports: read.integer('CONCURRENT_REPORTS', 20, 1, 10_000),
    reportsPerClient: read.integer('REPORTS_PER_CLIENT', 5, 1, 10_000),
    concurrentLinks: read.integer('CONCURRENT_LINKS', 16, 1, 10_000),
    loginQueue: read.integer('LOGIN_QUEUE', 200, 0, 100_000),
    maxConnections: read.integer('MAX_CONNECTIONS', 2000, 1, 1_000_000),
    maxLoopDelayMs: read.integer('MAX_LOOP_DELAY_MS', 400, 0, 60_000),
    shutdownSeconds: read.integer('SHUTDOWN_SECONDS', 30, 1, 3600),
    shutdownDelaySeconds: read.integer('SHUTDOWN_DELAY_SECONDS', 0, 0, 600),
    deletedRetentionDays: read.integer('DELETED_RETENTION_DAYS', 30, 0),
    sweepMinutes: read.integer('SWEEP_MINUTES', 10, 0),
    linkTimeoutSeconds: read.integer('LINK_TIMEOUT_SECONDS', 60, 1, 3600),
    rateLimits: read.rateLimits('RATE_LIMITS', production ? CLASSIC_LIMITS : 'off'),
    subscriptionKeys: read.flag('SUBSCRIPTION_KEYS', false),
    refreshRetrySeconds: read.integer('REFRESH_RETRY_SECONDS', 30, 0, 600),
    trustedProxies: read.integer('TRUSTED_PROXIES', 0, 0, 10),
    auditSecret: read.secret('AUDIT_SECRET', false),
    signingP12: read.text('SIGNING_P12'),
    signingP12Password: new Secret(read.text('SIGNING_P12_PASSWORD') ?? ''),
    timestampUrl: read.text('TIMESTAMP_URL') === null ? null : read.url('TIMESTAMP_URL', ''),
    failpoint: read.failpoint(),
    linkAllowedNetworks: (read.text('LINK_ALLOWED_NETWORKS') ?? '').split(/[\s,]+/).filter(Boolean),
  };
  if (production && config.loadDemo) read.problems.push('DEMO_ARCHIVE cannot be loaded in production');
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

/** The AWS SDK prints a notice at every start on Node 20, which it supports until January 2027. */
export function silenceRuntimeNotices(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
}
