/** So much of something in all, and of that so much for one client. What nobody else uses is not kept from whoever comes alone. */
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

  /** Gives back with the answer; null when there is not so much left. */
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
