/** Contestants take turns, A B A B, so that what else the machine does meets them alike; figures are medians, ratios those of pairs. */
import { median, spread } from './statistics.mjs';
import { processorTimeOf } from './processor-time.mjs';

const WARM_UP_SECONDS = 5;

/**
 * @param contestants each with a name, what `load` calls, the ids of its processes by role, and `settled`, for what it does after it has
 *   answered: that is part of its processor time, and not of the next one's
 * @returns what each reached in each round; the first, which warms up, is left out
 */
export async function contest(contestants, load, { rounds, seconds, connections }) {
  const all = [];
  for (let round = 0; round <= rounds; round++) {
    const figures = {};
    for (const { name, calls, roles, settled } of contestants) {
      const message = { calls, connections, seconds: round === 0 ? Math.min(seconds, WARM_UP_SECONDS) : seconds };
      const work = async () => {
        const done = await load.ask('run', message);
        await settled?.();
        return done;
      };
      const measured = await processorTimeOf(roles, work).catch((error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
      const cpuUs = Object.entries(measured.each).map(([role, used]) => [
        role,
        (used.reduce((sum, each) => sum + each, 0) / measured.result.done) * 1e6,
      ]);
      figures[name] = { ...measured.result, cpuUs: Object.fromEntries(cpuUs) };
    }
    if (round > 0) all.push(figures);
  }
  return all;
}

/** Of one contestant over the rounds: work done per second, latencies in ms, processor time by role in µs per piece of work. */
export function figuresOf(rounds, name) {
  const of = (figure) => rounds.map((figures) => figure(figures[name]));
  const cpuUs = Object.keys(rounds[0][name].cpuUs).map((role) => [role, median(of((figures) => figures.cpuUs[role]))]);
  return {
    perSecond: spread(of(({ perSecond }) => perSecond)),
    p50: median(of(({ p50 }) => p50)),
    p99: median(of(({ p99 }) => p99)),
    cpuUs: Object.fromEntries(cpuUs),
  };
}

/** How many times as much one does per second as the other. */
export const ratioOf = (rounds, one, other) => spread(rounds.map((figures) => figures[one].perSecond / figures[other].perSecond));
