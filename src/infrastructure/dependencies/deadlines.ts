import { AsyncResource } from 'node:async_hooks';

/** Something that is waited for. */
interface Wait {
  readonly dueAt: number;
  readonly overdue: () => void;
}

/** Waits of one length, of which nearly all end in time: they share a timer, for one of its own would cost more than the wait. */
export class Deadlines {
  /** The first one is due first. */
  private readonly waits = new Set<Wait>();
  private timer: NodeJS.Timeout | undefined;
  private readonly nobody = new AsyncResource('Deadlines');

  constructor(private readonly ms: number) {}

  begin(overdue: () => void): Wait {
    const wait = { dueAt: performance.now() + this.ms, overdue };
    this.waits.add(wait);
    this.timer ??= this.lookIn(this.ms);
    return wait;
  }

  end(wait: Wait): void {
    this.waits.delete(wait);
  }

  private look(): void {
    const now = performance.now();
    for (const wait of this.waits) {
      if (wait.dueAt > now) break;
      this.waits.delete(wait);
      wait.overdue();
    }
    const [next] = this.waits;
    this.timer = next && this.lookIn(next.dueAt - now);
  }

  /** What is waited for keeps the process alive if it should. The timer belongs to no call, though one may begin it. */
  private lookIn(ms: number): NodeJS.Timeout {
    return this.nobody.runInAsyncScope(() => setTimeout(() => this.look(), Math.max(1, Math.ceil(ms))).unref());
  }
}
