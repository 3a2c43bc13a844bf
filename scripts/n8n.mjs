// The nodes of libs/n8n, packed as they are published, checked by n8n's own scanner, and executed by n8n's own engine on the running service:
//
//   npm run test:n8n        a minute; two the first time, while the engine is fetched
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './ensure-build.mjs';
import { program } from './clients/program.mjs';
import { obtainEngine } from './n8n/engine.mjs';
import { pack } from './n8n/pack.mjs';
import { startEmbedded } from './servers/embedded.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const log = (line) => console.error(`[n8n] ${line}`);

/** The tarball unpacked where n8n has community nodes, which get n8n-workflow from it. */
async function installed(tarball, engine, folder) {
  const modules = join(folder, 'node_modules');
  const place = join(modules, 'n8n-nodes-acervo');
  await mkdir(place, { recursive: true });
  await program('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  await symlink(join(engine.folder, 'node_modules/n8n-workflow'), join(modules, 'n8n-workflow'));
  return place;
}

async function tried(engine) {
  const service = await startEmbedded('n8n', { LINK_ALLOWED_NETWORKS: '127.0.0.0/8', SQLITE_SYNCHRONOUS: 'normal' });
  try {
    const { tarball, made } = await pack(service.folder, service.folder, { modules: join(engine.folder, 'node_modules') });
    const env = {
      ...{ PATH: process.env.PATH, HOME: service.folder, TMPDIR: service.folder, N8N_USER_FOLDER: service.folder },
      ...{ TEST_ENGINE: engine.folder, TEST_SOURCE: made, TEST_PACKAGE: await installed(tarball, engine, service.folder) },
      TEST_SERVICE: service.url,
    };
    const tests = ['scanner', 'nodes', 'trigger'].map((name) => join(root, 'test/n8n', `${name}.mjs`));
    const args = ['--test', '--test-timeout=60000', '--test-reporter=spec', ...tests];
    const [code] = await once(spawn(engine.node, args, { env, stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
    return code;
  } finally {
    await service.server.stop();
    await rm(service.folder, { recursive: true, force: true });
  }
}

const engine = await obtainEngine(log);
if (engine.available) {
  try {
    process.exitCode = await tried(engine);
  } catch (error) {
    log(error.message);
    process.exitCode = 1;
  }
} else {
  console.error(`  NOT RUN: ${engine.reason}`);
  process.exitCode = process.env.CI === 'true' ? 1 : 0;
}
