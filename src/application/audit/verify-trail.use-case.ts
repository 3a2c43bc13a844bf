import { Injectable } from '@nestjs/common';
import { TrailVerification, type LogBreak, type LogEnd, type Verified } from '#application/ports/sealed-events';
import { Sealer } from './sealer';

/** `audit verify`: all that was committed before. */
@Injectable()
export class VerifyTrail {
  constructor(
    private readonly verification: TrailVerification,
    private readonly sealer: Sealer,
  ) {}

  async execute(former: readonly LogEnd[] = [], progress: (events: number) => void = () => undefined, threads = 1): Promise<Verified> {
    await this.sealer.settle();
    const verified = await this.verification.verify(former, progress, threads);
    const sizes = await this.verification.sizes();
    // Logs that this process has sealed, and that are shorter now.
    const shorter = [...this.sealer.halted.keys()].filter((id) => !verified.broken.some(({ clientId }) => clientId === id));
    const cut = shorter.map((clientId): LogBreak => ({ clientId, position: (sizes.get(clientId) ?? 0) + 1, reason: 'truncated' }));
    return { ...verified, broken: [...verified.broken, ...cut], ends: verified.ends.filter(({ clientId }) => !shorter.includes(clientId)) };
  }

  /** `audit verify --sample`: so many events, drawn at random. */
  async sample(count: number, progress: (events: number) => void): Promise<Verified> {
    await this.sealer.settle();
    return this.verification.sample(count, progress);
  }
}
