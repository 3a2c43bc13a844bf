/** The built service on embedded storage with the demo archive, for programs by others that talk to it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFreePort } from './ports.mjs';
import { freshFolder, keepServer, untilReady } from './processes.mjs';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

/**
 * `folder` is removed with the server; `document` is its OpenAPI document.
 * @param settings of the service, beside the usual ones
 */
export function startEmbedded(what, settings = {}) {
  return withFreePort(async (port) => {
    const folder = freshFolder(what);
    const env = {
      // And nothing that this shell has for another service.
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      MAX_LOOP_DELAY_MS: '0',
      ...settings,
    };
    const server = keepServer(process.execPath, [MAIN], { folder, env });
    const url = `http://127.0.0.1:${port}`;
    const document = await untilReady(server, async () => (await fetch(`${url}/openapi.json`)).json(), { timeoutMs: 120_000 });
    return { server, folder, url, document };
  });
}
