/** Servers out of docker/compose.e2e.yml, where a container engine answers. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freshFolder, keepServer, onPath, run, untilReady } from './processes.mjs';

const FILE = fileURLToPath(new URL('../../docker/compose.e2e.yml', import.meta.url));
const PULL_AND_START_MS = 10 * 60_000;

let answer;
/** Why there are no containers here, or undefined; asked once. A client without an engine is common, so the engine is what is asked. */
export function whyNoContainers() {
  answer ??= (async () => {
    if (!onPath('docker')) return 'no docker on the PATH';
    try {
      await run('docker', ['info', '--format', '{{.ServerVersion}}'], { timeoutMs: 5000 });
      await run('docker', ['compose', 'version'], { timeoutMs: 5000 });
      return undefined;
    } catch (error) {
      return error.message;
    }
  })();
  return answer;
}

/**
 * Runs one service in a compose project of its own. `env` fills the file's variables; `ask(address)` must succeed before it is ready.
 * Containers are no child processes: the keeper takes the project down, volumes included, also when this program is killed.
 */
export async function startContainer(service, port, env, ask) {
  const project = `acervo-${service}-${randomBytes(4).toString('hex')}`;
  const base = ['compose', '--project-name', project, '--file', FILE];
  const environment = { ...process.env, ...env };
  const compose = (...args) => run('docker', [...base, ...args], { timeoutMs: 30_000, env: environment });
  const server = keepServer('docker', [...base, 'up', '--no-color', service], {
    folder: freshFolder(service),
    env: environment,
    after: `docker compose --project-name ${project} --file '${FILE}' down --volumes --timeout 0`,
  });
  const ready = async () => {
    const address = (await compose('port', service, String(port))).trim();
    if (!/:[1-9]\d*$/.test(address)) throw new Error('no port yet');
    return { address, ...(await ask(address)) };
  };
  return {
    ...(await untilReady(server, ready, { timeoutMs: PULL_AND_START_MS, everyMs: 500 })),
    exec: (...args) => compose('exec', '-T', service, ...args),
    stop: server.stop,
  };
}
