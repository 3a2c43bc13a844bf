/** Watches the memory of another process, and its own event loop: how late an idle loop is tells how busy the machine was. */
import { answerParent } from './answer-parent.mjs';
import { loopDelay } from './loop-delay.mjs';
import { residentBytes } from './processor-time.mjs';

const EVERY_MS = 20;
let timer;
let peak = 0;

answerParent({
  resident: ({ pid }) => residentBytes(pid),
  start({ pid }) {
    clearInterval(timer);
    peak = residentBytes(pid);
    timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid))), EVERY_MS);
    loopDelay.resetLoop();
  },
  stop() {
    clearInterval(timer);
    return { peak, idleLoop: loopDelay.loop() };
  },
});
