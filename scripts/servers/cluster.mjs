/** What clusters of database servers have in common: nodes of our own on addresses of the loopback range, each under a keeper. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { freePort } from './ports.mjs';
import { freshFolder, inSequence, keepServer, untilReady } from './processes.mjs';

export const NODES = 3;
const READY_WITHIN_MS = 120_000;

/** Of one node, all on one port: SQL is at 127.0.0.1, 127.0.0.2, 127.0.0.3. */
export const addressOf = (number) => `127.0.0.${number}`;

/** One statement as root, by the node's own socket. */
export async function asRoot(node, ...statements) {
  const connection = await createConnection({ socketPath: node.socket, user: 'root', connectTimeout: 5000 });
  try {
    let rows;
    for (const statement of statements) [rows] = await connection.query(statement);
    return rows;
  } finally {
    await connection.end();
  }
}

/**
 * Starts one node on a data folder of its own and waits until `isReady(node)`.
 * @param init,listen the program's arguments to make the data folder, and to serve
 */
export async function startNode({ engine, number, program, options, init, listen, isReady }) {
  const folder = freshFolder(`${engine}-${number}`);
  mkdirSync(join(folder, 'data'));
  const base = [...program, '--no-defaults', '--user=root', `--datadir=${join(folder, 'data')}`, `--tmpdir=${folder}`, ...options];
  const socket = join(folder, 's');
  const { args: initArgs, stdinFile } = init(folder);
  const [command, args] = inSequence(
    [...base, ...initArgs],
    [...base, `--socket=${socket}`, `--pid-file=${join(folder, 'pid')}`, ...listen],
  );
  const server = keepServer(command, args, { folder, stdinFile, env: { PATH: process.env.PATH, TZ: 'UTC' } });
  const node = { number, folder, socket, server };
  await untilReady(server, () => isReady(node), { timeoutMs: READY_WITHIN_MS });
  return node;
}

/** Free ports of one kind, one per node. */
export const portsOf = () => Promise.all(Array.from({ length: NODES }, freePort));

/** All or none. */
export async function startNodes(start) {
  const starts = await Promise.allSettled(Array.from({ length: NODES }, (_, index) => start(index + 1)));
  const nodes = starts.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  if (nodes.length === NODES) return nodes;
  await stopAll(nodes);
  throw starts.find(({ status }) => status === 'rejected').reason;
}

export const stopAll = (nodes) => Promise.allSettled(nodes.map(({ server }) => server.stop()));
