/**
 * What every SDK is tried with, told once: a program in its language reads `scenario.json` in its folder, does the steps and prints
 * `step NAME` after each. Files, addresses and faults that it needs are made here, and what it must have sent is checked here.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onLoopback, startFaults } from './faults.mjs';

export const STEPS = ['login', 'path', 'stream', 'url', 'search', 'download', 'events', 'webhook', 'retry', 'refusal', 'renewal'];
/** The service fetches files given by address from this machine. */
export const SETTINGS = { LINK_ALLOWED_NETWORKS: '127.0.0.0/8' };
const LARGE = 5_000_000;
const LINKED = 'Fetched by the service.\n';
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Serves a file to the service, and takes notifications of a webhook of the test's own. */
async function startNeighbour() {
  const taken = [];
  const server = createServer((call, response) => {
    const pieces = [];
    call.on('data', (piece) => pieces.push(piece));
    call.on('end', () => {
      if (call.method === 'GET') return response.end(LINKED);
      taken.push({ headers: call.headers, body: Buffer.concat(pieces).toString() });
      return response.writeHead(204).end();
    });
  });
  return { taken, ...(await onLoopback(server)) };
}

/** A notification as the service signs it. */
async function notification(service, [username, password], neighbour) {
  const call = async (path, body, token, method = body ? 'POST' : 'GET') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(service + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { Token } = await call('/api/Autenticacao/Login', { username, password });
  const [{ clientes }] = await call('/api/Estrutura', undefined, Token);
  const client = `idCliente=${clientes[0].idCliente}`;
  const { idWebhook, segredo } = await call(`/api/Webhook?${client}`, { url: `${neighbour.url}/hook`, tipos: ['caixa.*'] }, Token);
  await call(`/api/Webhook/${idWebhook}?${client}`, undefined, Token, 'DELETE');
  const { headers, body: sent } = neighbour.taken[0];
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headers[name]]);
  return { secret: segredo, headers: Object.fromEntries(signed), body: sent };
}

/** @param program runs the SDK's own program in the folder; resolves to what it printed */
export async function played({ url, folder, play: [, ...credentials] }, program) {
  const neighbour = await startNeighbour();
  const faults = await startFaults(url);
  try {
    const large = randomBytes(LARGE);
    await writeFile(join(folder, 'Grande.bin'), large);
    const [username, password] = credentials;
    const scenario = {
      ...{ url, faultyUrl: faults.url, username, password },
      number: String(randomInt(10 ** 9, 10 ** 10)),
      ...{ path: 'Grande.bin', sha256: sha256(large), link: `${neighbour.url}/linked`, linked: LINKED },
      webhook: await notification(url, credentials, neighbour),
    };
    await writeFile(join(folder, 'scenario.json'), JSON.stringify(scenario));
    const said = await program();
    const found = faults.contradictions();
    if (found.length > 0) throw new Error(found.join('; '));
    return said;
  } finally {
    await faults.stop();
    await neighbour.stop();
  }
}
