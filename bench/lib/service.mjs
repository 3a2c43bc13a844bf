/** The service as its own process, as production starts it, and what a client needs to talk to it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startNode } from './process.mjs';

const LOOP_DELAY = new URL('loop-delay.mjs', import.meta.url).href;
const START_WITHIN_MS = 60_000;
const SEALED_WITHIN_MS = 120_000;
export const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** Whatever the bench's own environment says: what a service is told, unless the store tells it otherwise. */
export const environment = (store) => ({
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO_ARCHIVE: 'true',
  LOG_LEVEL: 'warn',
  SWEEP_MINUTES: '0',
  ...store.env,
});

export async function migrate(root, store) {
  await promisify(execFile)(process.execPath, ['dist/src/cli/acervo.js', 'migrate'], { cwd: root, env: environment(store) });
}

async function json(url, options = {}) {
  const response = await fetch(url, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function addressOf(service) {
  const deadline = Date.now() + START_WITHIN_MS;
  for (;;) {
    const port = / http:\/\/[^\s:]+:(\d+)/.exec(service.output())?.[1];
    if (port) return `http://127.0.0.1:${port}`;
    const how = await Promise.race([service.gone, new Promise((resolve) => setTimeout(resolve, 20))]);
    if (how !== undefined || Date.now() > deadline) throw new Error(`the service did not start:\n${service.output()}`);
  }
}

/** @param username of the demo archive */
async function login(address, username) {
  const session = await json(`${address}/api/Autenticacao/Login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'Acervo@2026' }),
  });
  return { headers: { Authorization: `Bearer ${session.Token}` } };
}

/** Logged in as the demo user, at a level that takes documents. */
async function clientOf(address) {
  const { headers } = await login(address, 'demo');
  const [unit] = await json(`${address}/api/Estrutura`, { headers });
  const [client] = unit.clientes;
  const level = client.arvores.find(({ nome }) => nome === 'Notas Fiscais');
  const place = new URLSearchParams({
    idUnidade: unit.idUnidade,
    idCliente: client.idCliente,
    idArvoreOrganizacional: level.idArvoreOrganizacional,
  });
  return {
    address,
    headers,
    login: (username) => login(address, username),
    idCliente: client.idCliente,
    createUrl: `${address}/api/v3/Documento?${place}`,
    /** @param answer of a create, as text */
    fileUrl: (answer) => `${address}/api/Arquivo/${JSON.parse(answer).arquivos[0].idArquivo}/Cliente/${client.idCliente}`,
  };
}

/** Until the service has sealed the events of what it has answered. @param isPending asks the database whether there are some left */
export async function eventsSealed(isPending) {
  for (const deadline = Date.now() + SEALED_WITHIN_MS; await isPending(); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (Date.now() > deadline) throw new Error('events are not sealed');
}
export const PENDING = 'SELECT 1 FROM event_outbox LIMIT 1';

/**
 * @param root of a repository that has been built
 * @param measuresLoop false when another preload answers the bench
 */
export async function startService(root, store, nodeOptions, measuresLoop = true) {
  const preload = measuresLoop ? ['--import', LOOP_DELAY] : [];
  const service = startNode([...nodeOptions, ...preload, join(root, 'dist/src/main.js')], {
    cwd: root,
    env: { ...environment(store), ...(measuresLoop && { ACERVO_BENCH_PRELOAD: 'true' }) },
  });
  try {
    return { ...service, ...(await clientOf(await addressOf(service))) };
  } catch (error) {
    await service.stop();
    throw error;
  }
}
