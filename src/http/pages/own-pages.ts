import { dirname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { servePages } from './serve-pages';

/** Settings that the pages need before login. */
export interface PageSettings {
  /** Logins to try; null if it is not the demo archive. */
  demo: { logins: readonly string[]; password: string } | null;
  /** Whether every call, also the login, needs a key of the client. */
  subscriptionKeys: boolean;
}

const COMMON = join(__dirname, 'common');
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const ENDING = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Swagger UI shows images in answers from blobs, and its own icons from `data:`. */
const REFERENCE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; ${ENDING}`;

/** `/docs`: the API reference, Swagger UI below our own header. */
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

/** Stored files are shown from blobs that the page creates, only with the types of images and PDF. */
const CONSOLE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; frame-src blob:; connect-src 'self'; ${ENDING}`;

/** `/console`: a user interface that only uses the public API. */
export function serveConsole(app: INestApplication, settings: PageSettings): void {
  servePages(app, {
    at: '/console',
    folders: [{ folder: COMMON }, { folder: join(__dirname, 'console') }],
    policy: CONSOLE_POLICY,
    settings,
  });
}
