/** A quota in all and per client. A client that finds it unused is granted any amount. */
export class Quota {
  private used = 0;
  private readonly held = new Map<string, number>();

  constructor(
    private readonly total: number,
    private readonly perClient: number,
  ) {}

  get inUse(): number {
    return this.used;
  }

  heldBy(client: string): number {
    return this.held.get(client) ?? 0;
  }

  /** Returns the release function; null above the quota. */
  take(client: string, amount = 1): (() => void) | null {
    const held = this.heldBy(client);
    const isAlone = this.used === 0;
    if (!isAlone && (this.used + amount > this.total || held + amount > this.perClient)) return null;
    this.used += amount;
    this.held.set(client, held + amount);
    let isHeld = true;
    return () => {
      if (isHeld) this.giveBack(client, amount);
      isHeld = false;
    };
  }

  private giveBack(client: string, amount: number): void {
    this.used -= amount;
    const held = (this.held.get(client) ?? amount) - amount;
    if (held === 0) this.held.delete(client);
    else this.held.set(client, held);
  }
}
