import { join } from 'node:path';
import { withFreePort } from './ports.mjs';
import { freshFolder, keepServer, run, untilReady } from './processes.mjs';
import { answers, freshKeys } from './s3-client.mjs';

const READY_WITHIN_MS = 60_000;

export async function minioVersion(program) {
  const words = await run(program, ['--version'], { timeoutMs: 30_000 });
  return /version (\S+)/.exec(words)?.[1] ?? 'unknown';
}

export function startMinio(program, { version, origin }) {
  return withFreePort(async (port) => {
    const folder = freshFolder('minio');
    const keys = freshKeys();
    const address = `127.0.0.1:${port}`;
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      MINIO_ROOT_USER: keys.accessKeyId,
      MINIO_ROOT_PASSWORD: keys.secretAccessKey,
      MINIO_BROWSER: 'off',
    };
    const args = ['server', '--address', address, '--certs-dir', join(folder, 'certs'), join(folder, 'data')];
    const server = keepServer(program, args, { folder, env });
    const endpoint = `http://${address}`;
    await untilReady(server, () => answers({ endpoint, ...keys }), { timeoutMs: READY_WITHIN_MS });
    return { name: 'minio', endpoint, ...keys, version, origin, address, stop: server.stop };
  });
}
