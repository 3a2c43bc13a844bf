import { t } from '#src/terminal/language';

const MOST = 50;

/** A refused bag with the reasons; nothing was applied, unless it has changed after the check. */
export class BagRefused extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'BagRefused';
  }
}

/** Collects the problems of a bag, up to a readable number. */
export class Complaints {
  private readonly reasons: string[] = [];
  private unsaid = 0;

  add(reason: string): void {
    if (this.reasons.length < MOST) this.reasons.push(reason);
    else this.unsaid++;
  }

  refuseIfAny(): void {
    if (this.reasons.length === 0) return;
    throw new BagRefused([
      ...this.reasons,
      ...(this.unsaid > 0 ? [t(`… and ${this.unsaid} more problems`, `… e mais ${this.unsaid} problemas`)] : []),
    ]);
  }
}
