import { constants } from 'node:os';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** What was begun is as after a crash: a transaction is undone, and the next start does the rest. */
function end(signal: NodeJS.Signals): never {
  console.error(`${signal} before the service listens: nothing was taken yet, so it ends at once`);
  process.exit(128 + constants.signals[signal]);
}

/** Until the service has its own way of ending. The first process of a container ends at no signal that it does not listen to. */
for (const signal of SIGNALS) process.on(signal, end);

export function noLongerEarly(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}
