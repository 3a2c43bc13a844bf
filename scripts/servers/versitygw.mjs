/** versitygw: S3 over a folder; maintained, and built within a minute. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withFreePort } from './ports.mjs';
import { freshFolder, keepServer, untilReady } from './processes.mjs';
import { answers, freshKeys } from './s3-client.mjs';

const READY_WITHIN_MS = 60_000;

export function startVersitygw(program, { version, origin }) {
  return withFreePort(async (port) => {
    const folder = freshFolder('versitygw');
    const keys = freshKeys();
    const address = `127.0.0.1:${port}`;
    const [data, versions] = ['data', 'versions'].map((name) => join(folder, name));
    for (const path of [data, versions]) mkdirSync(path);
    const env = { PATH: process.env.PATH, HOME: folder, ROOT_ACCESS_KEY: keys.accessKeyId, ROOT_SECRET_KEY: keys.secretAccessKey };
    const server = keepServer(program, ['--port', address, 'posix', '--versioning-dir', versions, data], { folder, env });
    const endpoint = `http://${address}`;
    await untilReady(server, () => answers({ endpoint, ...keys }), { timeoutMs: READY_WITHIN_MS });
    return { name: 'versitygw', endpoint, ...keys, version, origin, address, stop: server.stop };
  });
}
