/**
 * A mixed load in a process of its own: clients that create, search and fetch, each with one call under way on a connection of its own. What was
 * acknowledged is remembered, and can be read again, byte for byte, at any address.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { answerParent } from './answer-parent.mjs';
import { SEARCHED } from './items.mjs';
import { bytesOf, contract, invoice } from './mixed-bodies.mjs';
import { percentile } from './statistics.mjs';
import { searchUrl } from './wire.mjs';

/** Of ten calls. */
const MIX = ['create-file', 'search', 'fetch', 'create', 'search', 'fetch', 'create-file', 'search', 'fetch', 'create'];

async function call(agent, url, { method = 'GET', headers, body } = {}) {
  const request = httpRequest(url, { agent, method, headers: { ...headers, ...(body && { 'Content-Length': Buffer.byteLength(body) }) } });
  request.end(body);
  const [response] = await once(request, 'response');
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, bytes: Buffer.concat(chunks) };
}

const place = (to, level) => {
  const query = new URLSearchParams({ idUnidade: to.unit, idCliente: to.client, idArvoreOrganizacional: level });
  return `${to.address}/api/v3/Documento?${query}`;
};
const fileUrl = (to, file) => `${to.address}/api/Arquivo/${file}/Cliente/${to.client}`;

/** One client's calls in turn; `made` takes what was acknowledged. */
async function callOf(kind, agent, to, number, made) {
  const headers = { ...to.headers, 'Content-Type': 'application/json' };
  if (kind === 'search')
    return call(agent, searchUrl({ ...to, idCliente: to.client }, SEARCHED[number % SEARCHED.length]), { headers: to.headers });
  if (kind === 'fetch') {
    return call(agent, fileUrl(to, made[number % made.length].file), { headers: { ...to.headers, Accept: 'application/octet-stream' } });
  }
  const withFile = kind === 'create-file';
  const url = place(to, withFile ? to.invoices : to.contracts);
  return call(agent, url, { method: 'POST', headers, body: withFile ? invoice(number) : contract(number) });
}

const counts = () => ({ count: 0, ms: [] });

/** Closed model. `only`: one kind of call instead of the mix. */
async function run({ to, connections, seconds, first, only }) {
  const byKind = {};
  const acknowledged = [];
  const files = [];
  const failed = {};
  let number = first;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const client = async (index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let step = index; performance.now() < end; step++) {
      const wanted = only ?? MIX[step % MIX.length];
      // As long as there is nothing to fetch.
      const kind = wanted === 'fetch' && files.length === 0 ? 'search' : wanted;
      const mine = ++number;
      const sent = performance.now();
      const { status, bytes } = await callOf(kind, agent, to, mine, files);
      const counted = (byKind[kind] ??= counts());
      if (status >= 300) failed[status] = (failed[status] ?? 0) + 1;
      else {
        counted.count++;
        counted.ms.push(performance.now() - sent);
      }
      if (!kind.startsWith('create') || status >= 300) continue;
      const answer = JSON.parse(bytes);
      const file = answer.arquivos[0]?.idArquivo;
      acknowledged.push({ number: mine, id: answer.idDocumento, code: answer.codigoDocumento, file });
      if (file) files.push({ number: mine, file });
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => client(index)));
  const took = (performance.now() - begin) / 1000;
  const kinds = Object.entries(byKind).map(([kind, { count, ms }]) => {
    const sorted = ms.sort((a, b) => a - b);
    return [kind, { count, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }];
  });
  return { seconds: took, kinds: Object.fromEntries(kinds), failed, acknowledged, last: number };
}

/** Each acknowledged document as this replica shows it: found by its code, and its file byte for byte. Answers what differs. */
async function verify({ to, documents, parallel = 8 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const differs = [];
  let bytes = 0;
  const waiting = [...documents];
  const one = async ({ number, id, code, file }) => {
    const query = new URLSearchParams({ IdCliente: to.client, Documento: code });
    const found = await call(agent, `${to.address}/api/Documento/Get?${query}`, { headers: to.headers });
    const shown = found.status === 200 ? JSON.parse(found.bytes).Metadados : [];
    if (shown.length !== 1 || !found.bytes.includes(id)) differs.push(`${number}: ${found.status}, ${shown.length} documents`);
    if (!file) return;
    const got = await call(agent, fileUrl(to, file), { headers: { ...to.headers, Accept: 'application/octet-stream' } });
    const hash = (data) => createHash('sha256').update(data).digest('hex');
    bytes += got.bytes.length;
    if (got.status !== 200 || hash(got.bytes) !== hash(bytesOf(number))) differs.push(`${number}: the file is another one (${got.status})`);
  };
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await one(next);
  };
  await Promise.all(Array.from({ length: parallel }, work));
  agent.destroy();
  return { differs, bytes };
}

answerParent({ run, verify });
