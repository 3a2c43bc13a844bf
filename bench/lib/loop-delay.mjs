/**
 * Loaded into the service with `node --import`: measures its event loop, and answers the bench. The service knows nothing of it.
 * A figure is the longest time between two ticks that should be 5 ms apart, less those 5 ms.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answerParent } from './answer-parent.mjs';

const TICK_MS = 5;
const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - TICK_MS);

export const loopDelay = {
  resetLoop: () => void (histogram.reset(), histogram.enable()),
  loop: () => ({ maxMs: late(histogram.max), p99Ms: late(histogram.percentile(99)) }),
};

// Imported by a program of the bench, it is that program's to answer.
if (process.env.ACERVO_BENCH_PRELOAD === 'true') {
  answerParent(loopDelay);
  // The channel alone keeps no program alive that wants to end.
  process.channel.unref();
}
