const EVERY_MS = 100;
const LOOKS = 3;

/** Event-loop delay: the minimum of the last samples, because a single pause is no overload. */
export class LoopDelay {
  private readonly late: number[] = [];
  private due = performance.now() + EVERY_MS;
  private readonly timer = setInterval(() => this.look(), EVERY_MS).unref();

  get ms(): number {
    return this.late.length < LOOKS ? 0 : Math.min(...this.late);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = performance.now();
    this.late.push(now - this.due);
    if (this.late.length > LOOKS) this.late.shift();
    this.due = now + EVERY_MS;
  }
}
