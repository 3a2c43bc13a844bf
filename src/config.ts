import { ConfigReader, type Environment, type Setting } from './config/config-reader';
import { limits, sessions } from './config/limits';
import type { Mode } from './config/mode';
import { database, files, keys, s3 } from './config/storage';

export { Secret } from './config/secret';
export type { S3Config } from './config/storage';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

function address(read: ConfigReader, { embedded, production }: Mode) {
  read.section('Address');
  const port = read.integer('PORT', { default: 3000, min: 0, max: 65535, is: 'Where the service listens. 0: a free port.' });
  const host = read.text('HOST', { unset: '127.0.0.1 embedded, else 0.0.0.0', is: 'The address that it listens at.' });
  const baseUrl = read.url('BASE_URL', {
    default: `http://localhost:${port}`,
    unset: 'http://localhost:PORT',
    is: 'How clients reach the service.',
  });
  return {
    port,
    host: host ?? (embedded && !production ? '127.0.0.1' : '0.0.0.0'),
    baseUrl,
    shareUrl: read.url('SHARE_URL', {
      default: `${baseUrl}/compartilhado`,
      unset: 'BASE_URL/compartilhado',
      is: 'Where share links point to. The service answers them at the path of this address.',
    }),
    timeZone: read.timeZone('TZ', { default: 'America/Sao_Paulo', is: 'What a day is, in dates without a time.' }),
    corsOrigins: read.origins('CORS_ORIGINS', {
      unset: 'none',
      is: 'Origins whose pages may call the service from a browser, such as https://erp.example.com. Commas or blanks between.',
    }),
    trustedProxies: read.integer('TRUSTED_PROXIES', {
      default: 0,
      min: 0,
      max: 10,
      is: 'Proxies in front of the service that write X-Forwarded-For. 0: the header is not looked at.',
    }),
  };
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

function signing(read: ConfigReader) {
  read.section('Signatures of PDF files');
  return {
    signingP12: read.text('SIGNING_P12', {
      unset: 'embedded: a self-signed one for development is made in DATA_DIR/keys/signing.p12; else 2.6 answers 503',
      is: 'PKCS#12 file with an RSA or EC key and its certificate; read again when it changes.',
    }),
    signingP12Password: read.hidden('SIGNING_P12_PASSWORD', { is: 'The password of that file.' }),
    timestampUrl: read.optionalUrl('TIMESTAMP_URL', {
      unset: "none: signatures carry the service's own time",
      is: 'Timestamp authority (RFC 3161).',
    }),
  };
}

function operation(read: ConfigReader) {
  read.section('Operation');
  return {
    logLevel: read.choice('LOG_LEVEL', { of: LOG_LEVELS, default: 'info', is: 'What is logged: this and what weighs more.' }),
    logFormat: read.choice('LOG_FORMAT', { of: ['json', 'text'], default: 'json', is: 'A JSON object per line, or lines for people.' }),
    metricsPort: read.optionalInteger('METRICS_PORT', {
      min: 0,
      max: 65535,
      unset: 'off',
      is: 'Where `/metrics` and `/metricas` are served for Prometheus, on a listener of its own; whoever reaches it may read. 0: a free port.',
    }),
    metricsHost: read.text('METRICS_HOST', {
      default: '127.0.0.1',
      is: 'The address of that listener; never one that clients reach.',
    }),
    metricsToken: read.secret('METRICS_TOKEN', false, {
      unset: 'off',
      is: 'Who sends it as `Authorization: Bearer` reads the metrics at `/metricas`, where clients are served.',
    }),
    shutdownSeconds: read.integer('SHUTDOWN_SECONDS', {
      default: 30,
      min: 1,
      max: 3600,
      unit: 'seconds',
      is: 'On SIGTERM or SIGINT: how long what is running may take to finish (exit code 0; 1 when something had to be cut off).',
    }),
    shutdownDelaySeconds: read.integer('SHUTDOWN_DELAY_SECONDS', {
      default: 0,
      min: 0,
      max: 600,
      unit: 'seconds',
      is: 'How long the service goes on answering before that, not ready any more, so that a load balancer can notice.',
    }),
  };
}

export type TracesConfig = NonNullable<ReturnType<typeof traces>>;

/** Null: nobody is told, and nothing that could tell is loaded. */
function traces(read: ConfigReader) {
  read.section('Traces');
  const endpoint = read.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', {
    unset: 'no traces',
    is: 'An OpenTelemetry collector that takes OTLP over HTTP, such as http://127.0.0.1:4318.',
  });
  const config = {
    endpoint: endpoint ?? '',
    headers: read.headers('OTEL_EXPORTER_OTLP_HEADERS', { is: 'What it wants to see, as name=value pairs between commas.' }),
    serviceName: read.text('OTEL_SERVICE_NAME', { default: 'acervo', is: 'What this service is called there.' }),
    percent: read.integer('TRACES_PERCENT', {
      default: 100,
      min: 0,
      max: 100,
      unit: 'percent',
      is: 'How many of the requests are traced whose caller has not decided it (`traceparent`).',
    }),
  };
  return endpoint === null ? null : config;
}

/** The process kills itself at the n-th passage of a point. Whoever did not switch the tests on beforehand did not mean it. */
function crashTests(read: ConfigReader, { production }: Mode) {
  read.section('Tests of crashes');
  const testing = read.flag('FAULT_TESTS', { default: false, is: 'Allows FAILPOINT; never in production.' });
  const text = read.text('FAILPOINT', {
    unset: 'none',
    is: 'Where the process kills itself, such as before-commit:3 (docs/adr/0026-failpoints.md).',
  });
  if (testing && production) read.problems.push('FAULT_TESTS cannot be switched on in production');
  if (text === null) return { failpoint: null };
  if (!testing) read.problems.push('FAILPOINT kills the process: it is for tests, with FAULT_TESTS=true');
  const [, name = '', passage = '1'] = /^([a-z-]+)(?::([1-9]\d{0,8}))?$/.exec(text) ?? [];
  if (name === '') read.problems.push('FAILPOINT must be a name, or a name and a passage, such as before-commit:3');
  return { failpoint: { name, passage: Number(passage) } };
}

/** Its passwords are public: beyond this machine it is loaded for those alone who ask for it by name. */
function demo(read: ConfigReader, { embedded, production }: Mode, host: string): boolean {
  read.section('Mode');
  const loadDemo = read.flag('DEMO_ARCHIVE', {
    default: embedded && !production && isLoopback(host),
    unset: 'true embedded, unless in production or with a HOST that other machines reach',
    is: 'Load the demo archive, whose passwords are public, into an empty archive.',
  });
  if (production && loadDemo) read.problems.push('DEMO_ARCHIVE cannot be loaded in production');
  return loadDemo;
}

function pages(read: ConfigReader) {
  read.section('Mode');
  return {
    docs: read.flag('DOCS', { default: true, is: 'The API reference: its page at `/docs`, and the OpenAPI documents at `/openapi*`.' }),
    console: read.flag('CONSOLE', { default: true, is: 'The page to look through the archive.' }),
  };
}

function readAll(read: ConfigReader) {
  read.section('Mode');
  const nodeEnv = read.text('NODE_ENV', { unset: 'no production', is: 'production (or prod): keys must be given, no demo archive.' });
  const production = /^prod(uction)?$/i.test(nodeEnv ?? '');
  const store = database(read);
  const mode = { production, embedded: store.databaseUrl === null };
  const bucket = s3(read);
  const reached = address(read, mode);
  return {
    production,
    ...store,
    s3: bucket,
    ...reached,
    ...keys(read, mode),
    ...sessions(read),
    ...limits(read, mode, reached.trustedProxies),
    ...files(read),
    ...signing(read),
    ...operation(read),
    traces: traces(read),
    ...crashTests(read, mode),
    loadDemo: demo(read, mode, reached.host),
    ...pages(read),
  };
}

export type Config = ReturnType<typeof readAll>;

export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`the configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** The only reader of the environment; docs/configuration.md explains each name. Throws one error that names every problem. */
export function readConfig(env: Environment = process.env): Config {
  const read = new ConfigReader(env);
  const config = readAll(read);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

/** Every name that is read, with what it means. */
export function settings(): readonly Setting[] {
  const read = new ConfigReader({});
  readAll(read);
  return read.settings;
}

/** The locale of the process, as other programs find it: of these names the first that says something. */
export function localeOf({ LC_ALL, LC_MESSAGES, LANG }: Environment = process.env): string {
  return LC_ALL || LC_MESSAGES || LANG || '';
}

/** The AWS SDK prints a notice at every start on Node 20, which it supports until January 2027. */
export function silenceRuntimeNotices(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
}
