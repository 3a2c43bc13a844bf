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
    this.timer = undefined;
    const now = performance.now();
    for (const wait of this.waits) {
      if (wait.dueAt > now) {
        this.timer ??= this.lookIn(wait.dueAt - now);
        return;
      }
      this.waits.delete(wait);
      wait.overdue();
    }
  }

  /** What is waited for keeps the process alive if it should. */
  private lookIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.look(), Math.ceil(ms)).unref();
  }
}
