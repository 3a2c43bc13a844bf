import { constants } from 'node:os';
import { t } from './language';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

let stop: (() => void) | null = null;

/** What was begun is as after a crash: a transaction is undone, and the next start does the rest. */
function end(signal: NodeJS.Signals): void {
  const asked = stop;
  stop = null;
  if (asked) return asked();
  console.error(`${signal}: ${t('there is nothing to wait for, so it ends at once', 'não há o que esperar, e ele termina já')}`);
  process.exit(128 + constants.signals[signal]);
}

/** The first process of a container ends at no signal that it does not listen to. */
for (const signal of SIGNALS) process.on(signal, end);

/** Who knows how to end in its own time is asked by the first signal; the next one ends it at once. Null: nobody does any more. */
export function askFirst(ask: (() => void) | null): void {
  stop = ask;
}

/** The service has its own way of ending. */
export function noLongerEarly(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}
