import { availableParallelism } from 'node:os';
import { IsArray, IsBoolean, IsIn, IsInt, IsTimeZone, Max, Min, ValidateBy } from 'class-validator';
import { Secret } from './secret';
import { setting, type About, type Known } from './setting';

type Optional<Value> = About<Value | null>;
type Needed = Omit<Optional<string>, 'default'> & { when?: (known: Known) => boolean };

const SHORTEST_KEY = 32;
const FEWEST_CHARACTERS = 8;

/** A rule of a setting. `problem` returns the error or null. */
export const rule = <Value>(name: string, problem: (value: Value, known: Known) => string | null): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: (value: Value, told) => problem(value, told?.object as Known) === null,
      defaultMessage: (told) => problem(told?.value as Value, told?.object as Known) ?? '',
    },
  });

export const Text = (name: string, about: Optional<string> = {}, finish?: (text: string | null) => unknown) =>
  setting(name, about, { type: 'text', ...(finish && { finish }) });

/** Text, required if `when`. */
export const NeededText = (name: string, { when, ...about }: Needed) => {
  const isGiven = rule('isGiven', (text?: string) => (text === undefined ? `${name} is missing` : null));
  return setting(name, { ...about, default: '' }, { type: 'text', ...(when && { when }), rules: [isGiven] });
};

interface Bounds {
  min?: number;
  max?: number;
  unit?: string;
  /** Factor from this unit to that of the program. */
  times?: number;
}

export function Integer(
  name: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER, unit = 'number', times = 1, ...about }: Optional<number> & Bounds,
) {
  const message = `${name} must be a whole number from ${min} to ${max}`;
  return setting(name, about, {
    type: `${unit}, ${max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `${min} to ${max}`}`,
    parse: Number,
    rules: [IsInt({ message }), Min(min, { message }), Max(max, { message })],
    finish: (value: number | null) => (value === null ? null : value * times),
  });
}

const MOST_PROCESSES = 128;

/** Several only beside a database that several may write to. */
export const Processes = (name: string) =>
  setting<number | 'auto'>(
    name,
    { default: 1 },
    {
      type: `auto, or number, 1 to ${MOST_PROCESSES}`,
      parse: (text) => (/^auto$/i.test(text) ? 'auto' : Number(text)),
      rules: [
        rule('isCount', (count: number | 'auto') =>
          count === 'auto' || (Number.isInteger(count) && count >= 1 && count <= MOST_PROCESSES)
            ? null
            : `${name} must be auto, or a whole number from 1 to ${MOST_PROCESSES}`,
        ),
        rule('isPossible', (count: number | 'auto', { databaseUrl }) =>
          databaseUrl === null && Number(count) > 1
            ? `${name} must be 1 without DATABASE_URL: embedded SQLite has one writer, for which further processes would wait`
            : null,
        ),
      ],
      finish: (count: number | 'auto', { databaseUrl }) => {
        if (count !== 'auto') return count;
        return databaseUrl === null ? 1 : availableParallelism();
      },
    },
  );

/** `never`: an error where it must stay off. */
export function Flag(name: string, { never, ...about }: About<boolean> & { never?: (known: Known) => string | null }) {
  return setting(name, about, {
    type: 'true or false',
    parse: (text) => (/^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : text),
    rules: [
      IsBoolean({ message: `${name} must be true or false` }),
      ...(never ? [rule<unknown>('isAllowed', (isOn, known) => (isOn === true ? never(known) : null))] : []),
    ],
  });
}

export const Choice = (name: string, of: readonly string[], about: About<string>) =>
  setting(name, about, { type: of.join(', '), rules: [IsIn(of, { message: `${name} must be one of ${of.join(', ')}` })] });

/** A name that OpenSearch takes, with room for what the service adds. */
export const IndexName = (name: string, about: About<string>) =>
  setting(name, about, {
    type: 'text',
    rules: [
      rule('isIndexName', (text: string) =>
        /^[a-z0-9][a-z0-9_-]{0,199}$/.test(text)
          ? null
          : `${name} must have small letters, digits, - and _ only, and begin with a letter or digit`,
      ),
    ],
  });

/** Without trailing slash. */
export function Address(
  name: string,
  { protocols = ['http:', 'https:'], ...about }: Optional<string> & { protocols?: readonly string[] } = {},
) {
  const message = `${name} must be an address that begins with ${protocols.join(' or ')}`;
  const isAddress = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
  return setting(name, about, {
    type: 'URL',
    rules: [rule('isAddress', (text: string) => (isAddress(text) ? null : message))],
    finish: (text: string | null) => text?.replace(/\/+$/, '') ?? null,
  });
}

/** All must differ; the error names the later one. */
const KEYS = { JWT_SECRET: 'jwtSecret', LINK_SECRET: 'linkSecret', AUDIT_SECRET: 'auditSecret', METRICS_TOKEN: 'metricsToken' } as const;
const revealed = (value: unknown) => (value instanceof Secret ? value.reveal() : value);

/** Null: it is strong enough. */
export function weakness(name: string, text: string): string | null {
  if (text.length < SHORTEST_KEY) return `${name} is too weak: at least ${SHORTEST_KEY} characters`;
  return new Set(text).size < FEWEST_CHARACTERS ? `${name} is too weak: at least ${FEWEST_CHARACTERS} different characters` : null;
}

/** A key, required if `when`. */
export function Key(name: keyof typeof KEYS, { when, ...about }: Needed = {}) {
  const names = Object.keys(KEYS) as (keyof typeof KEYS)[];
  const earlier = names.slice(0, names.indexOf(name));
  const missing = `${name} is missing: without the embedded store, keys must be given`;
  return setting<string | null>(
    name,
    { ...about, secret: true },
    {
      type: `text, ${SHORTEST_KEY} characters or more`,
      ...(when && { when }),
      rules: [
        rule('isStrong', (text?: string) => (text === undefined ? missing : weakness(name, text))),
        rule('isDifferent', (text: string | undefined, known: object) => {
          const same = earlier.findLast((other) => text !== undefined && revealed(known[KEYS[other] as never]) === text);
          return same === undefined ? null : `${name} must differ from ${same}`;
        }),
      ],
    },
  );
}

const entries = (text: string) => text.split(/[\s,]+/).filter(Boolean);

export const List = (name: string, rules: readonly PropertyDecorator[] = []) =>
  setting(name, { default: [] }, { type: 'list', parse: entries, rules });

/** Web origins: only scheme, host and port. */
export function Origins(name: string) {
  const message = `${name} must name origins such as https://erp.example.com, without a path and without *`;
  const isOrigin = (text: string) => /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  return List(name, [rule('areOrigins', (origins: string[]) => (origins.every(isOrigin) ? null : message))]);
}

export function TimeZone(name: string, about: About<string> & { default: string }) {
  const message = `${name} must name a time zone, such as ${about.default}`;
  const finish = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  return setting(name, about, { type: 'time zone', rules: [IsTimeZone({ message })], finish });
}

export interface RateWindow {
  seconds: number;
  limit: number;
}

/** Null: invalid. */
function windowsOf(text: string): RateWindow[] | null {
  if (/^off$/i.test(text)) return [];
  const windows = entries(text).map((window) => /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(window));
  if (!windows.every((window) => window !== null)) return null;
  const limits = windows.map(([, limit, seconds]) => ({ limit: Number(limit), seconds: Number(seconds) }));
  return new Set(limits.map(({ seconds }) => seconds)).size === limits.length ? limits : null;
}

/** `4/1 240/60`: at most 4 calls in 1 second and 240 in 60. */
export function RateWindows(name: string, { example, ...about }: About<string> & { example: string }) {
  return setting(name, about, {
    type: 'off, or calls per seconds',
    parse: windowsOf,
    rules: [IsArray({ message: `${name} must be off, or calls per seconds, such as ${example}` })],
    finish: (value: string | RateWindow[]) => (typeof value === 'string' ? windowsOf(value) : value),
  });
}

function isHeader(pair: string): boolean {
  if (pair.trim() === '') return true;
  const [name = '', ...value] = pair.split('=');
  try {
    return /^[\w!#$%&'*+.^`|~-]+$/.test(name.trim()) && /^[\t\x20-\x7e]*$/.test(decodeURIComponent(value.join('=')));
  } catch {
    return false;
  }
}

/** `name=value,name=value` with percent-encoded values, as in OpenTelemetry. */
export function Headers(name: string) {
  const message = `${name} must be name=value pairs between commas, their values percent-encoded (%25 for a percent sign)`;
  const areHeaders = rule('areHeaders', (text: string) => (text.split(',').every(isHeader) ? null : message));
  return setting(name, { default: '', secret: true }, { type: 'text', rules: [areHeaders] });
}
