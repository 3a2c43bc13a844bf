import { Chance } from '../../e2e/support/chance';
import type { Ledger } from '../oracle/ledger';
import { Client, HABITS, type Habits } from './client';
import type { Door } from './door';

export interface TrafficOptions {
  ledger: Ledger;
  door: Door;
  token: string;
  seed: number;
  clients?: number;
  habits?: Partial<Habits>;
  /** Tells several traffics on one archive apart. */
  name: string;
}

/** Clients that all work at once, until they are told to stop or have made so many calls. */
export class Traffic {
  readonly clients: readonly Client[];
  private stopping = false;
  private running: Promise<void> | undefined;
  private failure: unknown;
  steps = 0;

  constructor({ ledger, door, token, seed, clients = 8, habits = {}, name }: TrafficOptions) {
    this.clients = Array.from(
      { length: clients },
      (_, index) => new Client(`${name}${index}`, token, new Chance(seed * 1000 + index), ledger, door, { ...HABITS, ...habits }),
    );
  }

  /** `steps`: how many calls all clients together make; without it they go on until they are stopped. */
  start(steps = Infinity): this {
    this.stopping = false;
    const end = this.steps + steps;
    const work = async (client: Client) => {
      while (!this.stopping && this.steps < end) {
        this.steps++;
        await client.step();
      }
    };
    this.running = Promise.all(this.clients.map(work)).then(
      () => undefined,
      (error: unknown) => void (this.failure = error),
    );
    return this;
  }

  /** When the calls under way have been answered, or have failed. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.done();
  }

  async done(): Promise<void> {
    await this.running;
    if (this.failure !== undefined) throw this.failure;
  }

  /** What reads have shown meanwhile that cannot be. */
  get misread(): string[] {
    return this.clients.flatMap(({ misread }) => misread);
  }
}
