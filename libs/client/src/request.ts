/** An operation as the service's OpenAPI document describes it. */
export interface Operation {
  readonly method: string;
  /** With `{name}` where a value of the input stands. */
  readonly path: string;
  /** Names of the input that stand in the query. */
  readonly query: readonly string[];
  /** Takes an `Idempotency-Key`. */
  readonly repeatable: boolean;
  /** Needs a session. */
  readonly secured: boolean;
  readonly accept: string;
}

export type Input = Readonly<Record<string, unknown>>;

const isMissing = (value: unknown) => value === undefined || value === null;

/** Lists repeat their name; lists of objects are indexed pairs: `ValoresCampos[0].Label`. */
function pairsOf(name: string, value: unknown): [string, string][] {
  if (isMissing(value)) return [];
  if (!Array.isArray(value)) return [[name, String(value)]];
  return value.flatMap((item: unknown, index) =>
    typeof item === 'object' && item !== null
      ? Object.entries(item).flatMap(([part, inner]) => pairsOf(`${name}[${index}].${part}`, inner))
      : pairsOf(name, item),
  );
}

export function urlOf(base: string, { path, query }: Operation, input: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (isMissing(input[name])) throw new TypeError(`${name} is needed`);
    return encodeURIComponent(String(input[name]));
  });
  const pairs = query.flatMap((name) => pairsOf(name, input[name]));
  return `${base}${filled}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`;
}
