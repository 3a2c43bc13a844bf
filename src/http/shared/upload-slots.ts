import { Injectable } from '@nestjs/common';
import { busyWith, DomainError } from '#domain/errors';
import { EdgeLimits } from './edge-limits';
import type { EdgeRequest } from './edge-request';
import { Shares } from './shares';

const MOST_WAITING = 1000;
const LONGEST_WAIT_MS = 30_000;

interface Waiting {
  tenant: string;
  go: (leave: () => void) => void;
}

/**
 * Some large bodies are read at a time, the others wait unread in their clients' sockets: that bounds memory, and measured,
 * it makes all of them together faster. No tenant gets all the places while others wait.
 */
@Injectable()
export class UploadSlots {
  private readonly places: Shares;
  private readonly waiting = new Set<Waiting>();

  constructor(limits: EdgeLimits) {
    this.places = new Shares(limits.concurrentUploads, Math.max(1, limits.concurrentUploads - 1));
  }

  async take(request: EdgeRequest, tenant: string): Promise<() => void> {
    const leave = this.places.take(tenant) ?? (await this.turn(request, tenant));
    return () => {
      leave();
      this.letIn();
    };
  }

  private letIn(): void {
    for (const next of this.waiting) {
      const leave = this.places.take(next.tenant);
      if (!leave) continue;
      this.waiting.delete(next);
      return next.go(leave);
    }
  }

  private turn(request: EdgeRequest, tenant: string): Promise<() => void> {
    if (this.waiting.size >= MOST_WAITING) throw busyWith('uploads');
    return new Promise((resolve, reject) => {
      // A line that waits for its turn is not a dead one.
      const { socket } = request;
      const patience = socket.timeout ?? 0;
      socket.setTimeout(0);
      const giveUp = (error: DomainError) => {
        clearTimeout(timer);
        request.off('close', gone);
        socket.setTimeout(patience);
        this.waiting.delete(place);
        reject(error);
      };
      const gone = () => giveUp(new DomainError('JSON_INVALID', [], { position: 0 }));
      const timer = setTimeout(() => giveUp(busyWith('uploads')), LONGEST_WAIT_MS).unref();
      const go = (leave: () => void) => {
        clearTimeout(timer);
        request.off('close', gone);
        socket.setTimeout(patience);
        resolve(leave);
      };
      const place = { tenant, go };
      request.once('close', gone);
      this.waiting.add(place);
    });
  }
}
