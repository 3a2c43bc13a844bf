/**
 * Loaded into the service with `node --import`: where its main thread spends its time, and how much the other threads use. The service
 * knows nothing of it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { answerParent } from './answer-parent.mjs';
import { threadSeconds } from './processor-time.mjs';

const EVERY_US = 500;
/** V8's own, that takes the samples. */
const SAMPLER = 'v8:ProfEvntProc';
const session = new Session();
session.connect();
let before;

/** Seconds by thread; none where there is no /proc. */
function secondsOfThreads() {
  const folder = `${process.pid}/task`;
  try {
    const ids = readdirSync(`/proc/${folder}`);
    const isOurs = (id) => readFileSync(`/proc/${folder}/${id}/comm`, 'latin1').trim() !== SAMPLER;
    return Object.fromEntries(ids.filter(isOurs).map((id) => [id, threadSeconds(`${folder}/${id}`)]));
  } catch {
    return {};
  }
}

answerParent({
  async startProfile() {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: EVERY_US });
    before = secondsOfThreads();
    await session.post('Profiler.start');
  },
  /** The profile, and which share of the process's time is that of its main thread. */
  async stopProfile() {
    const used = Object.entries(secondsOfThreads()).map(([id, seconds]) => [Number(id), seconds - (before[id] ?? 0)]);
    const all = used.reduce((sum, [, seconds]) => sum + seconds, 0);
    const main = used.find(([id]) => id === process.pid)?.[1];
    const { profile } = await session.post('Profiler.stop');
    return { nodes: profile.nodes, mainShare: all > 0 ? main / all : 1 };
  },
});
process.channel.unref();
