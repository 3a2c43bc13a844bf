import { setImmediate } from 'node:timers/promises';

/** Lets the event loop turn now and then: awaiting what is ready already never does, so one busy stream would starve all others. */
export class Pace {
  #spent = 0;

  /** @param every units of work between two turns */
  constructor(private readonly every: number) {}

  /** Counts work done. @returns what to await when it is time for others */
  spend(units: number): Promise<void> | undefined {
    this.#spent += units;
    if (this.#spent < this.every) return undefined;
    this.#spent = 0;
    return setImmediate();
  }
}
