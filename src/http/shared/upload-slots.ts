import { Injectable } from '@nestjs/common';
import type { EdgeRequest } from './edge-request';
import { DomainError } from '#domain/errors';
import { EdgeLimits } from './edge-limits';

const MOST_WAITING = 1000;

/**
 * Some large bodies are read at a time, the others wait unread in their clients' sockets: that bounds memory, and measured,
 * it makes all of them together faster.
 */
@Injectable()
export class UploadSlots {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(limits: EdgeLimits) {
    this.free = limits.concurrentUploads;
  }

  async take(request: EdgeRequest): Promise<() => void> {
    if (this.free > 0) this.free--;
    else await this.turn(request);
    let held = true;
    return () => {
      if (held) this.passOn();
      held = false;
    };
  }

  private turn(request: EdgeRequest): Promise<void> {
    if (this.waiting.size >= MOST_WAITING) throw new DomainError('BUSY');
    return new Promise((resolve, reject) => {
      const gone = () => {
        this.waiting.delete(go);
        reject(new DomainError('JSON_INVALID', [], { position: 0 }));
      };
      // A line that waits for its turn is not a dead one.
      const { socket } = request;
      const patience = socket.timeout ?? 0;
      socket.setTimeout(0);
      const go = () => {
        request.off('close', gone);
        socket.setTimeout(patience);
        resolve();
      };
      request.once('close', gone);
      this.waiting.add(go);
    });
  }

  private passOn(): void {
    const [next] = this.waiting;
    if (!next) {
      this.free++;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
