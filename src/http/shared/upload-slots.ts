import { Injectable } from '@nestjs/common';
import { DomainError } from '#domain/errors';
import { EdgeLimits } from './edge-limits';
import type { EdgeRequest } from './edge-request';

const MOST_WAITING = 1000;

interface Waiting {
  userId: string;
  go: () => void;
}

/**
 * Some large bodies are read at a time, the others wait unread in their clients' sockets: that bounds memory, and measured,
 * it makes all of them together faster. No user gets all the places while others wait.
 */
@Injectable()
export class UploadSlots {
  private free: number;
  private readonly mostPerUser: number;
  private readonly held = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();

  constructor(limits: EdgeLimits) {
    this.free = limits.concurrentUploads;
    this.mostPerUser = Math.max(1, limits.concurrentUploads - 1);
  }

  async take(request: EdgeRequest, userId: string): Promise<() => void> {
    if (!this.enter(userId)) await this.turn(request, userId);
    let held = true;
    return () => {
      if (held) this.leave(userId);
      held = false;
    };
  }

  private enter(userId: string): boolean {
    const held = this.held.get(userId) ?? 0;
    if (this.free === 0 || held >= this.mostPerUser) return false;
    this.free--;
    this.held.set(userId, held + 1);
    return true;
  }

  private leave(userId: string): void {
    this.free++;
    const held = (this.held.get(userId) ?? 1) - 1;
    if (held === 0) this.held.delete(userId);
    else this.held.set(userId, held);
    for (const next of this.waiting) {
      if (!this.enter(next.userId)) continue;
      this.waiting.delete(next);
      return next.go();
    }
  }

  private turn(request: EdgeRequest, userId: string): Promise<void> {
    if (this.waiting.size >= MOST_WAITING) throw new DomainError('BUSY');
    return new Promise((resolve, reject) => {
      // A line that waits for its turn is not a dead one.
      const { socket } = request;
      const patience = socket.timeout ?? 0;
      socket.setTimeout(0);
      const gone = () => {
        this.waiting.delete(place);
        reject(new DomainError('JSON_INVALID', [], { position: 0 }));
      };
      const go = () => {
        request.off('close', gone);
        socket.setTimeout(patience);
        resolve();
      };
      const place = { userId, go };
      request.once('close', gone);
      this.waiting.add(place);
    });
  }
}
