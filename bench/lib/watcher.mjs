/** Watches the memory of another process, and its own event loop: how late an idle loop is tells how busy the machine was. */
import { readFileSync } from 'node:fs';
import { answerParent } from './answer-parent.mjs';
import { loopDelay } from './loop-delay.mjs';

const EVERY_MS = 20;
let timer;
let peak = 0;

/** Resident memory in bytes; NaN where there is no /proc. */
function resident(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024;
  } catch {
    return NaN;
  }
}

answerParent({
  resident: ({ pid }) => resident(pid),
  start({ pid }) {
    clearInterval(timer);
    peak = resident(pid);
    timer = setInterval(() => (peak = Math.max(peak, resident(pid))), EVERY_MS);
    loopDelay.resetLoop();
  },
  stop() {
    clearInterval(timer);
    return { peak, idleLoop: loopDelay.loop() };
  },
});
