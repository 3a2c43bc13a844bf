import { dirname, join } from 'node:path';
import { Logger, type INestApplication } from '@nestjs/common';
import { serveConsole } from './serve-console';
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

/**
 * Only scripts, styles and fonts of the console itself; pictures also from blobs that it creates of stored files. The hash is the one style
 * element of React Aria, which says what may be pressed by touch.
 */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  ENDING,
].join('; ');

/** `/console`: a user interface that only uses the public API. */
export function serveOwnConsole(app: INestApplication, settings: PageSettings): void {
  const folder = builtConsole();
  if (folder) serveConsole(app, { folder, policy: CONSOLE_POLICY, settings });
  else new Logger('Console').warn('/console is not built: npm run build');
}

/** Also for a service that runs from its sources. */
function builtConsole(): string | null {
  try {
    return dirname(require.resolve('#console/index.html'));
  } catch {
    return null;
  }
}
