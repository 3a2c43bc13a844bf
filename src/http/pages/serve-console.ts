import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { keepable, sendKeepable, type Keepable } from '../server/keepable';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { loadedOnce, sendSettings, TYPES } from './serve-pages';

export interface Console {
  /** Where the build put it: `index.html`, and files directly beside it that have another name when they change. */
  folder: string;
  policy: string;
  /** Settings for its scripts, as `settings.json`. */
  settings: object;
}

const AT = '/console';
/** Scripts of the screens of documents, by how many parts of the address follow `documentos`. */
const PRELOADS = 'preloads.json';
/** Such as `index-Bq3x_1aZ.js`. */
const HASHED = /-[\w-]{8}\.\w+$/;
/** Addresses of the console are not deeper. */
const DEEPEST = 6;

/**
 * An application of one page: every path below it that names no file is the page, so that links lead anywhere in it. The addresses in the
 * page are relative: behind a proxy the service may be below any path.
 */
export function serveConsole(app: INestApplication, { folder, policy, settings }: Console): void {
  const names = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll(sep, '/'))
      .filter((name) => extname(name) in TYPES && name !== 'index.html'),
  );
  const assetOf = loadedOnce(async (name) => keepable(TYPES[extname(name)]!, await readFile(join(folder, name))));
  // What the build has found out; older ones have not.
  const preloads = names.delete(PRELOADS) ? (JSON.parse(readFileSync(join(folder, PRELOADS), 'utf8')) as Record<string, string[]>) : {};
  const pageAt = loadedOnce(async (key) => {
    const [up, parts] = key.split(' ') as [string, string?];
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    const links = (preloads[parts ?? ''] ?? []).map((name) => `<link rel="modulepreload" crossorigin href="./${name}">`);
    return keepable(TYPES['.html']!, Buffer.from(html.replace('</head>', `${links.join('')}</head>`).replaceAll('="./', `="${up}`)));
  });

  app.use(AT, (request: HttpRequest, response: HttpResponse, next: (error?: unknown) => void) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (request.path === '/settings.json') return sendSettings(response, settings);
    const name = request.path.slice(1);
    const send = (found: Promise<Keepable>, isForever: boolean) =>
      found
        .then((asset) => {
          response.setHeader('Content-Security-Policy', policy);
          sendKeepable(request, response, asset, isForever);
        })
        .catch(next);
    if (names.has(name)) return void send(assetOf(name), HASHED.test(name));
    const depth = depthOf(request);
    if (extname(name) !== '' || depth > DEEPEST) return next();
    const [, screen] = /^documentos((?:\/[^/]+)*)$/.exec(name) ?? [];
    const parts = screen === undefined ? '' : ` ${screen.split('/').length - 1}`;
    return void send(pageAt(upFrom(depth) + parts), false);
  });
}

/** How many slashes follow `/console`, as the browser sees the address. */
const depthOf = ({ originalUrl, baseUrl }: HttpRequest) => originalUrl.slice(baseUrl.length).split('?')[0]!.split('/').length - 1;

/** From an address of this depth to the files of the console. */
const upFrom = (depth: number) => (depth === 0 ? `${AT.slice(1)}/` : depth === 1 ? './' : '../'.repeat(depth - 1));
