import { readFileSync } from 'node:fs';

/** What may also be given as `NAME_FILE`, the path of a file that holds it, which is how containers are handed secrets. */
export const SECRETS = [
  'DATABASE_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'JWT_SECRET',
  'LINK_SECRET',
  'AUDIT_SECRET',
  'SIGNING_P12_PASSWORD',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with the content of those files. An empty file is no value left out: without its database a service would start embedded. */
export function withSecretFiles(env: Environment, problems: string[], names: readonly string[] = SECRETS): Environment {
  const given = names.filter((name) => env[`${name}_FILE`]?.trim());
  return { ...env, ...Object.fromEntries(given.map((name) => [name, contentOf(name, env, problems)])) };
}

function contentOf(name: string, env: Environment, problems: string[]): string | undefined {
  if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE cannot both be given`);
  try {
    const text = readFileSync(env[`${name}_FILE`]?.trim() ?? '', 'utf8').trim();
    if (text === '') problems.push(`${name}_FILE names an empty file`);
    return text;
  } catch (error) {
    problems.push(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    return undefined;
  }
}
