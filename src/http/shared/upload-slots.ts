import { Injectable } from '@nestjs/common';
import { DomainError } from '#domain/errors';
import { EdgeLimits } from './edge-limits';
import type { EdgeRequest } from './edge-request';

const MOST_WAITING = 1000;
const LONGEST_WAIT_MS = 30_000;

interface Waiting {
  tenant: string;
  go: () => void;
}

/**
 * Some large bodies are read at a time, the others wait unread in their clients' sockets: that bounds memory, and measured,
 * it makes all of them together faster. No tenant gets all the places while others wait.
 */
@Injectable()
export class UploadSlots {
  private free: number;
  private readonly mostPerTenant: number;
  private readonly held = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();

  constructor(limits: EdgeLimits) {
    this.free = limits.concurrentUploads;
    this.mostPerTenant = Math.max(1, limits.concurrentUploads - 1);
  }

  async take(request: EdgeRequest, tenant: string): Promise<() => void> {
    if (!this.enter(tenant)) await this.turn(request, tenant);
    let held = true;
    return () => {
      if (held) this.leave(tenant);
      held = false;
    };
  }

  private enter(tenant: string): boolean {
    const held = this.held.get(tenant) ?? 0;
    if (this.free === 0 || held >= this.mostPerTenant) return false;
    this.free--;
    this.held.set(tenant, held + 1);
    return true;
  }

  private leave(tenant: string): void {
    this.free++;
    const held = (this.held.get(tenant) ?? 1) - 1;
    if (held === 0) this.held.delete(tenant);
    else this.held.set(tenant, held);
    for (const next of this.waiting) {
      if (!this.enter(next.tenant)) continue;
      this.waiting.delete(next);
      return next.go();
    }
  }

  private turn(request: EdgeRequest, tenant: string): Promise<void> {
    if (this.waiting.size >= MOST_WAITING) throw new DomainError('BUSY');
    return new Promise((resolve, reject) => {
      // A line that waits for its turn is not a dead one.
      const { socket } = request;
      const patience = socket.timeout ?? 0;
      socket.setTimeout(0);
      const leave = (error: DomainError) => {
        clearTimeout(timer);
        request.off('close', gone);
        socket.setTimeout(patience);
        this.waiting.delete(place);
        reject(error);
      };
      const gone = () => leave(new DomainError('JSON_INVALID', [], { position: 0 }));
      const timer = setTimeout(() => leave(new DomainError('BUSY')), LONGEST_WAIT_MS).unref();
      const go = () => {
        clearTimeout(timer);
        request.off('close', gone);
        socket.setTimeout(patience);
        resolve();
      };
      const place = { tenant, go };
      request.once('close', gone);
      this.waiting.add(place);
    });
  }
}
