/**
 * Whose file is read next, by the time that was spent on each client: one whose file took a minute waits until the others, as far as they
 * have files, had a minute, too. Of this process alone: others have readers of their own.
 */
export class ClientTurns {
  /** How much more time each client has had than those that wait. */
  private readonly ahead = new Map<string, number>();

  spent(clientId: string, milliseconds: number): void {
    if (milliseconds > 0) this.ahead.set(clientId, this.of(clientId) + milliseconds);
  }

  /** Those that are not ahead have the first turns. */
  isAhead(clientId: string): boolean {
    return this.ahead.has(clientId);
  }

  /** The one that is least ahead first. */
  inOrder(clientIds: readonly string[]): string[] {
    return [...clientIds].sort((one, other) => this.of(one) - this.of(other));
  }

  /** It was its turn, and nobody's who is less far ahead: all the others are as much nearer. */
  took(clientId: string): void {
    const passed = this.of(clientId);
    if (passed === 0) return;
    for (const [each, ahead] of this.ahead)
      if (ahead <= passed) this.ahead.delete(each);
      else this.ahead.set(each, ahead - passed);
  }

  private of(clientId: string): number {
    return this.ahead.get(clientId) ?? 0;
  }
}
