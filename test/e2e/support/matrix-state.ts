import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { Sent } from './matrix-calls';
import type { Service } from './service';

/** Tables that refused calls may change: released uploads, counts of calls and failures. */
const PASSING = ['object_journal', 'rate_window', 'retention_mark', 'login_failure', 'schema_migration'];
/** Tables changed by logins. */
const OF_LOGINS = ['session', 'event_outbox'];

/** A digest of every row of every table, ignoring the `turns` columns used as locks. */
export async function contentOf({ database }: Service, afterLogins: boolean): Promise<Record<string, string>> {
  const isSqlite = database.options.type === 'better-sqlite3';
  const tables = (await database.query(
    isSqlite
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  )) as { name: string }[];
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    if (PASSING.includes(name) || (afterLogins && OF_LOGINS.includes(name))) continue;
    const rows = (await database.query(`SELECT * FROM ${name}`)) as object[];
    const texts = rows.map((row) => JSON.stringify({ ...row, turns: undefined })).sort();
    content[name] = `${rows.length} rows ${createHash('sha256').update(texts.join('\n')).digest('hex')}`;
  }
  return content;
}

interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> };
  handle?: { stack?: Layer[] };
}

/** `method path` of all Express routes. */
export function routerPaths(app: INestApplication): string[] {
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  const within = (layers: readonly Layer[]): string[] =>
    layers.flatMap(({ route, handle }) => {
      if (!route) return within(handle?.stack ?? []);
      const methods = Object.keys(route.methods);
      return [route.path].flat().flatMap((path) => methods.map((method) => `${method} ${path}`.toLowerCase()));
    });
  return within(router.stack);
}

/** The status for a request whose body never arrives; its head announces a gigabyte. */
export function answerToHead(url: string, token: string | null, { method, path, query }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}?${new URLSearchParams(query)}`, {
      method,
      agent: false,
      timeout: 60_000,
      headers: { 'content-type': 'application/json', 'content-length': 1024 ** 3, ...(token && { authorization: `Bearer ${token}` }) },
    });
    sent.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer before the body')));
    sent.on('error', reject);
    sent.flushHeaders();
  });
}
