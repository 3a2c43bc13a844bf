import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { keepable, sendKeepable, type Keepable } from '../server/keepable';

export interface Pages {
  /** Path of the page, such as `/docs`; its files are below it. */
  at: string;
  /** Folders and files that are served; `index.html` is the page. */
  folders: readonly { folder: string; only?: readonly string[] }[];
  policy: string;
  /** Settings for the scripts of the page, as `settings.json`. */
  settings: object;
}

export const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.woff2': 'font/woff2',
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
};

/** Each is loaded on the first request for it, and again after a failure. */
export function loadedOnce(load: (name: string) => Promise<Keepable>): (name: string) => Promise<Keepable> {
  const loaded = new Map<string, Promise<Keepable>>();
  return (name) => {
    const known = loaded.get(name);
    if (known) return known;
    const asset = load(name);
    loaded.set(name, asset);
    asset.catch(() => loaded.delete(name));
    return asset;
  };
}

export function sendSettings(response: HttpResponse, settings: object): void {
  const body = JSON.stringify(settings);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** A page with its scripts and styles. File names are fixed at startup, which prevents path traversal. */
export function servePages(app: INestApplication, { at, folders, policy, settings }: Pages): void {
  const paths = new Map<string, string>();
  for (const { folder, only = readdirSync(folder) } of folders)
    for (const name of only.filter((name) => extname(name) in TYPES)) paths.set(name, join(folder, name));
  const assetOf = loadedOnce(async (path) => keepable(TYPES[extname(path)] as string, await readFile(path)));

  app.use(at, (request: HttpRequest, response: HttpResponse, next: (error?: unknown) => void) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (request.path === '/' && /\/(\?|$)/.test(request.originalUrl)) {
      // Links are relative to the page's URL without trailing slash.
      response.statusCode = 308;
      response.setHeader('Location', `..${at}`);
      return void response.end();
    }
    if (request.path === '/settings.json') return sendSettings(response, settings);
    const path = paths.get(request.path === '/' ? 'index.html' : request.path.slice(1));
    if (path === undefined) return next();
    assetOf(path)
      .then((found) => {
        response.setHeader('Content-Security-Policy', policy);
        sendKeepable(request, response, found);
      })
      .catch(next);
  });
}
