/** A proxy on loopback between a client and the service, which fails as networks and busy services do, and remembers what it saw. */
import { createServer, request as ask } from 'node:http';

const WAIT_SECONDS = 1;
const REFUSAL = JSON.stringify({ codigo: 'SERVICO_OCUPADO', mensagem: 'Ocupado.', idRequisicao: 'r-1' });
/** Bytes of a download after which its connection breaks, once for each file. */
const CUT_AFTER = 1_000_000;

const refuse = (response, status) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'retry-after': String(WAIT_SECONDS), 'content-length': REFUSAL.length })
    .end(REFUSAL);

function cut(from, response) {
  let passed = 0;
  response.writeHead(from.statusCode, from.headers);
  from.on('data', (piece) => {
    passed += piece.length;
    response.write(piece);
    if (passed >= CUT_AFTER) from.destroy();
  });
  from.on('close', () => response.destroy());
}

/** @returns its address, and what ends it with all of its connections */
export async function onLoopback(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}

/**
 * Creates under one `Idempotency-Key`: the first is done, but answered with 503; the second is refused with 429; later ones pass.
 * Downloads: the first of each file breaks.
 */
export async function startFaults(target) {
  const creates = [];
  const downloads = new Map();
  const { hostname, port } = new URL(target);
  const forward = (call, then) => {
    const sent = ask({ hostname, port, path: call.url, method: call.method, headers: call.headers }, then);
    call.pipe(sent);
    return sent;
  };
  const server = createServer((call, response) => {
    const passing = (from) => from.pipe(response.writeHead(from.statusCode, from.headers));
    const failed = () => response.destroy();
    if (call.method === 'POST' && call.url.startsWith('/api/v3/Documento?')) {
      const key = call.headers['idempotency-key'];
      creates.push({ key, at: Date.now() });
      const nth = creates.filter((each) => each.key === key).length;
      if (nth === 2) {
        call.resume().on('end', () => refuse(response, 429));
        return;
      }
      forward(call, nth === 1 ? (from) => from.resume().on('end', () => refuse(response, 503)) : passing).on('error', failed);
      return;
    }
    const isDownload = call.headers.accept === 'application/octet-stream';
    const asked = downloads.get(call.url) ?? [];
    if (isDownload) downloads.set(call.url, [...asked, call.headers.range]);
    forward(call, isDownload && asked.length === 0 ? (from) => cut(from, response) : passing).on('error', failed);
  });
  return {
    ...(await onLoopback(server)),
    /** What contradicts a client that retries as it should, in sentences. */
    contradictions() {
      const keys = new Set(creates.map(({ key }) => key));
      const waits = creates.slice(1).map(({ at }, before) => at - creates[before].at);
      const ranges = [...downloads.values()].flat();
      return [
        [creates.length === 3, `a create was sent ${creates.length} times, not 3`],
        [keys.size === 1 && !keys.has(undefined), `creates had the keys ${[...keys].join(', ')}`],
        [waits.every((ms) => ms >= WAIT_SECONDS * 990), `creates were repeated after ${waits.join(', ')} ms`],
        [ranges.length > 1 && /^bytes=\d+-$/.test(ranges[1] ?? ''), `downloads asked for the ranges ${ranges.join(', ')}`],
      ]
        .filter(([holds]) => !holds)
        .map(([, sentence]) => sentence);
    },
  };
}
