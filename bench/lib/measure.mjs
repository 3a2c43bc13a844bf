/** One case: the contestants take turns, A B A B, so that what else the machine does meets them alike. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileHash } from './payload.mjs';
import { processorTimeOf } from './processor-time.mjs';
import { median, spread } from './statistics.mjs';

const WARM_UP = { size: 64 * 1024, count: 300 };
const QUIET_MS = 1500;
/** Makes one contestant able to run the case: the call to time, and what to look at meanwhile. */
async function prepareService(service, entry, { load, watcher }) {
  const { headers, createUrl, fileUrl } = service;
  await load.ask('upload', { url: createUrl, headers, ...WARM_UP });
  let call = { kind: 'upload', url: createUrl, headers };
  if (entry.kind === 'download') {
    const { answer } = await load.ask('upload', { url: createUrl, headers, size: entry.size });
    call = { kind: 'download', url: fileUrl(answer), headers };
  }
  await sleep(QUIET_MS);
  const idle = await watcher.ask('resident', { pid: service.pid });
  return { pid: service.pid, call, idle, service, peak: 0, loopMs: 0, idleLoopMs: 0 };
}

async function prepareFloor(floor, entry, { load }) {
  const call = { kind: 'upload', url: `${floor.address}/` };
  if (entry.kind === 'upload') return { pid: floor.pid, call };
  // It pipes as many bytes as the answer's Base64 has.
  const { answer } = await load.ask('upload', { ...call, size: Math.ceil(entry.size / 3) * 4 });
  return { pid: floor.pid, call: { kind: 'download', url: `${floor.address}/${JSON.parse(answer).key}` } };
}

/** One measurement: file bytes per second, processor time per byte, of the store, too; and, of a service, memory and event loop. */
async function measure(contestant, entry, { load, watcher, servers }) {
  const { pid, service } = contestant;
  const { kind, ...message } = contestant.call;
  if (service) {
    await watcher.ask('start', { pid });
    await service.ask('resetLoop');
  }
  const calls = { ...message, size: entry.size, count: entry.count, parallel: entry.parallel };
  const { result, each, busyShare } = await processorTimeOf({ own: [pid], store: servers.store ?? [] }, () => load.ask(kind, calls));
  const { ms, answer } = result;
  if (service) {
    const [{ peak, idleLoop }, loop] = [await watcher.ask('stop'), await service.ask('loop')];
    contestant.peak = Math.max(contestant.peak, peak);
    contestant.loopMs = Math.max(contestant.loopMs, loop.maxMs);
    contestant.idleLoopMs = Math.max(contestant.idleLoopMs, idleLoop.maxMs);
  }
  const bytes = entry.size * entry.count * entry.parallel;
  const [cpuPerGB, storeCpuPerGB] = [each.own, each.store].map(([seconds = NaN]) => (seconds / bytes) * 1e9);
  return { speed: bytes / 1000 / ms, cpuPerGB, storeCpuPerGB, busyShare, answer };
}

/** What the service stored is what was sent; what it sends is of the right length. */
async function verify({ service, call }, entry, answer, { load }) {
  const url = entry.kind === 'upload' ? service.fileUrl(answer) : call.url;
  const headers = { ...service.headers, Accept: 'application/octet-stream' };
  const { answer: got } = await load.ask('download', { url, headers, hashed: true });
  if (got.sha256 !== fileHash(entry.size)) throw new Error(`${entry.title}: the file that came back is another one (${got.bytes} bytes)`);
}

/** @param services running ones, by name; the first is compared, more are for experiments */
export async function runCase(entry, services, tools) {
  const contestants = { floor: await prepareFloor(tools.floor, entry, tools) };
  for (const [name, service] of Object.entries(services)) contestants[name] = await prepareService(service, entry, tools);
  const order = [...Object.keys(services), 'floor'];
  const rounds = [];
  // The first round warms up: it counts for memory and event loop, not for speed.
  for (let round = 0; round <= entry.rounds; round++) {
    const results = {};
    for (const name of order) results[name] = await measure(contestants[name], entry, tools);
    if (round === 0 || round === entry.rounds) {
      for (const name of Object.keys(services)) await verify(contestants[name], entry, results[name].answer, tools);
    }
    if (round > 0) rounds.push(results);
    if (entry.kind === 'upload') await tools.store.clear();
  }
  return Object.keys(services).map((name) => summary(name, contestants[name], rounds));
}

function summary(name, { idle, peak, loopMs, idleLoopMs }, rounds) {
  const of = (contestant, figure) => median(rounds.map((results) => results[contestant][figure]));
  const ratio = spread(rounds.map((results) => results[name].speed / results.floor.speed));
  return {
    name,
    speed: of(name, 'speed'),
    floorSpeed: of('floor', 'speed'),
    ratio: ratio.median,
    ratioMin: ratio.min,
    ratioMax: ratio.max,
    pairs: rounds.length,
    rssMiB: (peak - idle) / 1024 / 1024,
    idleMiB: idle / 1024 / 1024,
    loopMs,
    idleLoopMs,
    cpuPerGB: of(name, 'cpuPerGB'),
    floorCpuPerGB: of('floor', 'cpuPerGB'),
    storeCpuPerGB: of(name, 'storeCpuPerGB'),
    floorStoreCpuPerGB: of('floor', 'storeCpuPerGB'),
    busyShare: of(name, 'busyShare'),
    floorBusyShare: of('floor', 'busyShare'),
  };
}
