import { withSecretFiles } from '../secret-files';
import { Secret } from './secret';

export type Environment = Readonly<Record<string, string | undefined>>;

/** One name of the environment, as the reference shows it. */
export interface Setting {
  section: string;
  name: string;
  /** Type, unit and bounds, in words. */
  type: string;
  /** What is taken when it is not given; empty: nothing. */
  fallback: string;
  /** The same in words, where it depends on something. */
  unset: string | undefined;
  is: string;
  secret: boolean;
  required: string | undefined;
}

interface About {
  /** What it is for. */
  is: string;
  /** Its default in words, where it depends on something. */
  unset?: string;
  /** When it must be given, in words. */
  required?: string;
}

interface Whole extends About {
  min: number;
  max?: number;
  unit?: string;
}

const SHORTEST_SECRET = 32;
const FEWEST_CHARACTERS = 8;

function isHeader(pair: string): boolean {
  if (pair.trim() === '') return true;
  const [name = '', ...value] = pair.split('=');
  try {
    return /^[\w!#$%&'*+.^`|~-]+$/.test(name.trim()) && /^[\t\x20-\x7e]*$/.test(decodeURIComponent(value.join('=')));
  } catch {
    return false;
  }
}

/** Reads names of an environment, collects what is wrong with them, and keeps what the names mean. */
export class ConfigReader {
  readonly problems: string[] = [];
  readonly settings: Setting[] = [];
  private title = '';
  /** Keys that were given, with their names. */
  private readonly secrets = new Map<string, string>();

  private readonly env: Environment;

  constructor(env: Environment) {
    this.env = withSecretFiles(env, this.problems);
  }

  isUnset(name: string): boolean {
    return !this.env[name]?.trim();
  }

  section(title: string): void {
    this.title = title;
  }

  text(name: string, about: About & { default: string }): string;
  text(name: string, about: About): string | null;
  text(name: string, about: About & { default?: string }): string | null {
    return this.read(name, 'text', about.default ?? '', about) ?? about.default ?? null;
  }

  /** Demanded where `when` says so. */
  needed(name: string, when: boolean, about: About & { secret?: true }): string {
    const text = this.read(name, 'text', '', about);
    if (text === null && when) this.problems.push(`${name} is missing`);
    return text ?? '';
  }

  integer(name: string, about: Whole & { default: number }): number {
    return this.optionalInteger(name, about) ?? about.default;
  }

  optionalInteger(name: string, about: Whole & { default?: number }): number | null {
    const { default: fallback, min, max = Number.MAX_SAFE_INTEGER, unit = 'number' } = about;
    const bounds = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `${min} to ${max}`;
    const text = this.read(name, `${unit}, ${bounds}`, String(fallback ?? ''), about);
    if (text === null) return null;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return null;
  }

  flag(name: string, about: About & { default: boolean }): boolean {
    const text = this.read(name, 'true or false', String(about.default), about);
    if (text === null) return about.default;
    if (/^(true|1)$/i.test(text)) return true;
    if (/^(false|0)$/i.test(text)) return false;
    this.problems.push(`${name} must be true or false`);
    return about.default;
  }

  choice<Value extends string>(name: string, about: About & { of: readonly Value[]; default: Value }): Value {
    const text = this.read(name, about.of.join(', '), about.default, about) ?? about.default;
    const value = about.of.find((each) => each === text);
    if (value === undefined) this.problems.push(`${name} must be one of ${about.of.join(', ')}`);
    return value ?? about.default;
  }

  url(name: string, about: About & { default: string }): string {
    const text = this.read(name, 'URL', about.default, about);
    return text === null ? about.default : this.address(name, text);
  }

  optionalUrl(name: string, about: About & { protocols?: readonly string[]; secret?: true }): string | null {
    const text = this.read(name, 'URL', '', about);
    return text === null ? null : this.address(name, text, about.protocols);
  }

  /** A key: `required` in words when it must be there, `when` says whether it must now. */
  secret(name: string, when: boolean, about: About): Secret | null {
    const text = this.read(name, `text, ${SHORTEST_SECRET} characters or more`, '', { ...about, secret: true });
    if (text === null) {
      if (when) this.problems.push(`${name} is missing: without the embedded store, keys must be given`);
      return null;
    }
    const different = new Set(text).size;
    if (text.length < SHORTEST_SECRET) this.problems.push(`${name} is too weak: at least ${SHORTEST_SECRET} characters`);
    else if (different < FEWEST_CHARACTERS) this.problems.push(`${name} is too weak: at least ${FEWEST_CHARACTERS} different characters`);
    const same = this.secrets.get(text);
    if (same !== undefined) this.problems.push(`${name} must differ from ${same}`);
    this.secrets.set(text, name);
    return new Secret(text);
  }

  hidden(name: string, about: About): Secret {
    return new Secret(this.read(name, 'text', '', { ...about, secret: true }) ?? '');
  }

  /** `name=value,name=value` with percent signs in the values, as OpenTelemetry has headers. */
  headers(name: string, about: About): Secret {
    const headers = this.hidden(name, about);
    if (!headers.reveal().split(',').every(isHeader)) {
      this.problems.push(`${name} must be name=value pairs between commas, their values percent-encoded (%25 for a percent sign)`);
    }
    return headers;
  }

  list(name: string, about: About): string[] {
    return (this.read(name, 'list', '', about) ?? '').split(/[\s,]+/).filter(Boolean);
  }

  /** Where web pages come from: scheme, host and port alone. */
  origins(name: string, about: About): string[] {
    const origins = this.list(name, about);
    const isOrigin = (text: string) => /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
    const wrong = origins.filter((origin) => !isOrigin(origin));
    if (wrong.length > 0) this.problems.push(`${name} must name origins such as https://erp.example.com, without a path and without *`);
    return origins;
  }

  timeZone(name: string, about: About & { default: string }): string {
    const text = this.read(name, 'time zone', about.default, about) ?? about.default;
    try {
      return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    } catch {
      this.problems.push(`${name} must name a time zone, such as ${about.default}`);
      return about.default;
    }
  }

  /** `4/1 240/60`: at most 4 calls in 1 second and 240 in 60. */
  rateLimits(name: string, about: About & { default: string; example: string }): { seconds: number; limit: number }[] {
    const text = this.read(name, 'off, or calls per seconds', about.default, about) ?? about.default;
    if (/^off$/i.test(text)) return [];
    const windows = text.split(/[\s,]+/).map((window) => /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(window));
    const seconds = windows.map((window) => window?.[2]);
    if (windows.every((window) => window !== null) && new Set(seconds).size === seconds.length) {
      return windows.map((window) => ({ limit: Number(window[1]), seconds: Number(window[2]) }));
    }
    this.problems.push(`${name} must be off, or calls per seconds, such as ${about.example}`);
    return [];
  }

  private read(name: string, type: string, fallback: string, about: About & { secret?: true }): string | null {
    const { is, unset, required, secret = false } = about;
    this.settings.push({ section: this.title, name, type, fallback: unset === undefined ? fallback : '', unset, is, secret, required });
    return this.env[name]?.trim() || null;
  }

  /** Without a slash at the end. */
  private address(name: string, text: string, protocols: readonly string[] = ['http:', 'https:']): string {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      this.problems.push(`${name} must be an address that begins with ${protocols.join(' or ')}`);
    }
    return text.replace(/\/+$/, '');
  }
}
