import { randomBytes } from 'node:crypto';
import { getConfigToken } from '@nestjs/config';
import { LimitSettings, SessionSettings } from './config/limits';
import {
  AddressSettings,
  CrashTestSettings,
  ModeSettings,
  OperationSettings,
  PageSettings,
  SigningSettings,
  TraceSettings,
} from './config/operation';
import { read, settingsOf, type Environment } from './config/setting';
import { DatabaseSettings, FileSettings, KeySettings, OpenSearchSettings, S3Settings } from './config/storage';
import type { Secret } from './config/secret';
import { withSecretFiles } from './config/secret-files';

export { Secret } from './config/secret';

export type S3Config = S3Settings & { endpoint: string };
export type OpenSearchConfig = OpenSearchSettings & { endpoint: Secret };
export type TracesConfig = TraceSettings & { endpoint: string };

export interface Config
  extends
    ModeSettings,
    DatabaseSettings,
    AddressSettings,
    KeySettings,
    SessionSettings,
    LimitSettings,
    FileSettings,
    SigningSettings,
    OperationSettings,
    CrashTestSettings,
    PageSettings {
  /** Null: files in the data directory. */
  s3: S3Config | null;
  /** Null: the words of files are in the database. */
  openSearch: OpenSearchConfig | null;
  /** Null: nobody is told. */
  traces: TracesConfig | null;
}

/** Providers get it by `@Inject(CONFIG)`. */
export const CONFIG_NAME = 'acervo';
export const CONFIG = getConfigToken(CONFIG_NAME);

/** In the order in which they are read: defaults and rules look at what was read before. What has a name is null without its endpoint. */
const SECTIONS: readonly { section: new () => object; as?: 's3' | 'openSearch' | 'traces' }[] = [
  { section: ModeSettings },
  { section: DatabaseSettings },
  { section: S3Settings, as: 's3' },
  { section: OpenSearchSettings, as: 'openSearch' },
  { section: AddressSettings },
  { section: KeySettings },
  { section: SessionSettings },
  { section: LimitSettings },
  { section: FileSettings },
  { section: SigningSettings },
  { section: OperationSettings },
  { section: TraceSettings, as: 'traces' },
  { section: CrashTestSettings },
  { section: PageSettings },
];

export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`the configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** The only reader of the environment; docs/configuration.md explains each name. Throws one error that names every problem. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const given = withSecretFiles(env, problems);
  let config: object = {};
  for (const { section, as } of SECTIONS) {
    if (as === undefined) config = read(section, given, config, problems);
    else {
      const part = read(section, given, {}, problems) as { endpoint: unknown };
      config = { ...config, [as]: part.endpoint === null ? null : part };
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config } as Config;
}

/** Of a command that needs no key: in their place what is good for nothing, whatever stands in the environment. */
export function readConfigWithoutKeys(env: Environment = process.env): Config {
  const names = ['JWT_SECRET', 'LINK_SECRET', 'AUDIT_SECRET'];
  const made = names.flatMap((name) => [[name, randomBytes(48).toString('base64url')], [`${name}_FILE`, undefined]]); // prettier-ignore
  return readConfig({ ...env, ...(Object.fromEntries(made) as Environment) });
}

/** How a command presents itself to a service that runs elsewhere. */
export interface Credentials {
  token: string | undefined;
  username: string | undefined;
  password: string | undefined;
  subscriptionKey: string | undefined;
}

export function readCredentials(env: Environment = process.env): Credentials {
  const problems: string[] = [];
  const given = withSecretFiles(env, problems, ['ACERVO_TOKEN', 'ACERVO_PASSWORD']);
  const { ACERVO_TOKEN: token, ACERVO_USERNAME: username, ACERVO_PASSWORD: password, ACERVO_SUBSCRIPTION_KEY: subscriptionKey } = given;
  if (!token && !(username && password)) problems.push('ACERVO_USERNAME and ACERVO_PASSWORD are needed, or ACERVO_TOKEN');
  if (problems.length > 0) throw new ConfigError(problems);
  return { token, username, password, subscriptionKey };
}

/** Every name that is read, with what it means, by section. */
export const settings = () => SECTIONS.map(({ section }) => settingsOf(section));

/** The locale of the process, as other programs find it: of these names the first that says something. */
export function localeOf({ LC_ALL, LC_MESSAGES, LANG }: Environment = process.env): string {
  return LC_ALL || LC_MESSAGES || LANG || '';
}

/** The AWS SDK prints a notice at every start on Node 20, which it supports until January 2027. */
export function silenceRuntimeNotices(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
}
