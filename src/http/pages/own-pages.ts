import { dirname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { servePages } from './serve-pages';

/** What the pages have to know before anybody is logged in. */
export interface PageSettings {
  /** Logins that a person may try; null in an archive that is no demo. */
  demo: { logins: readonly string[]; password: string } | null;
  /** Whether every call has to carry a key of the client, logging in as well. */
  subscriptionKeys: boolean;
}

const COMMON = join(__dirname, 'common');
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const ENDING = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Swagger UI shows images that it was answered from blobs, and its own icons from `data:`. */
const REFERENCE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; ${ENDING}`;

/** `/docs`: the API reference, with our own header around Swagger UI. */
export function serveReferencePage(app: INestApplication, settings: PageSettings): void {
  servePages(app, {
    at: '/docs',
    folders: [
      { folder: COMMON },
      { folder: join(__dirname, 'docs') },
      { folder: SWAGGER_UI, only: ['swagger-ui-bundle.js', 'swagger-ui.css'] },
    ],
    policy: REFERENCE_POLICY,
    settings,
  });
}

/** What is stored is shown from blobs that the page has made itself, under the types of pictures and of PDF alone. */
const CONSOLE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; frame-src blob:; connect-src 'self'; ${ENDING}`;

/** `/console`: the archive for people, by nothing but the public API. */
export function serveConsole(app: INestApplication, settings: PageSettings): void {
  servePages(app, {
    at: '/console',
    folders: [{ folder: COMMON }, { folder: join(__dirname, 'console') }],
    policy: CONSOLE_POLICY,
    settings,
  });
}
