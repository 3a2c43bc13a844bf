import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { INestApplication } from '@nestjs/common';
import type { EdgeRequest, EdgeResponse } from '../shared/edge-request';
import { ifNoneMatch } from '../shared/if-none-match';

export interface Pages {
  /** Path of the page, such as `/docs`; what it is made of lies below. */
  at: string;
  /** Where its files lie, and which of them; `index.html` is the page itself. */
  folders: readonly { folder: string; only?: readonly string[] }[];
  policy: string;
  /** What the scripts of the page want to know of the service, as `settings.json`. */
  settings: object;
}

interface Asset {
  type: string;
  /** Of what it says; each way of sending it has a tag of its own. */
  etag: string;
  packed: Buffer;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const pack = promisify(gzip);

/** What browsers can keep, as long as they ask whether it is still so; the few who cannot unpack it are served from the disk. */
async function load(path: string): Promise<Asset> {
  const plain = await readFile(path);
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type: TYPES[extname(path)] as string, etag, packed: await pack(plain, { level: 9 }) };
}

/** A page with its scripts and styles: files that are known by name from the start, so that no path leads anywhere else. */
export function servePages(app: INestApplication, { at, folders, policy, settings }: Pages): void {
  const paths = new Map<string, string>();
  for (const { folder, only = readdirSync(folder) } of folders)
    for (const name of only.filter((name) => extname(name) in TYPES)) paths.set(name, join(folder, name));
  const loaded = new Map<string, Promise<Asset>>();
  const assetOf = (name: string) => {
    const path = paths.get(name);
    if (path !== undefined && !loaded.has(name)) {
      const asset = load(path);
      loaded.set(name, asset);
      // The next one looks again.
      asset.catch(() => loaded.delete(name));
    }
    return loaded.get(name);
  };

  const answer = async (request: EdgeRequest, response: EdgeResponse, name: string, asset: Asset): Promise<void> => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Vary', 'Accept-Encoding');
    const isPacked = request.acceptsEncodings(['gzip']) === 'gzip';
    const etag = `"${asset.etag}${isPacked ? '-gzip' : ''}"`;
    response.setHeader('ETag', etag);
    if (ifNoneMatch(request.headers['if-none-match'], etag)) {
      response.statusCode = 304;
      return void response.end();
    }
    const body = isPacked ? asset.packed : await readFile(paths.get(name) as string);
    if (isPacked) response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Type', asset.type);
    response.setHeader('Content-Length', body.length);
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  app.use(at, (request: EdgeRequest, response: EdgeResponse, next: (error?: unknown) => void) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (request.path === '/' && /\/(\?|$)/.test(request.originalUrl)) {
      // Addresses in the page are relative to its own, without a slash at the end.
      response.statusCode = 308;
      response.setHeader('Location', `..${at}`);
      return void response.end();
    }
    if (request.path === '/settings.json') {
      const body = JSON.stringify(settings);
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Content-Length', Buffer.byteLength(body));
      return void response.end(body);
    }
    const name = request.path === '/' ? 'index.html' : request.path.slice(1);
    const asset = assetOf(name);
    if (!asset) return next();
    asset.then((found) => answer(request, response, name, found)).catch(next);
  });
}
