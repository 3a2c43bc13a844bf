import { Injectable } from '@nestjs/common';
import { busyWith, DomainError } from '#domain/errors';
import type { PacedBody } from './body-pace';
import { ServerLimits } from '../server/server-limits';
import { Quota } from '../server/quota';

const MOST_WAITING = 1000;
const LONGEST_WAIT_MS = 30_000;
/** Interval of measuring uploads while others wait. */
const SPAN_MS = 5000;
/** Minimum per upload in the first interval of a wait. */
const LEAST_BYTES = 64 * 1024;
/** How often later intervals double it. */
const DOUBLINGS = 3;

interface Upload {
  tenant: string;
  body: PacedBody;
  /** Has its slot for less than an interval. */
  isNew: boolean;
}

interface Waiting {
  tenant: string;
  spans: number;
  go: (leave: () => void) => void;
}

/**
 * A semaphore for large bodies; the others wait unread in their sockets. That bounds memory and, as measured, raises total
 * throughput. No tenant gets all slots, and a slow upload does not keep its slot while others wait: the demanded rate
 * grows with the wait, and for each waiting upload the slowest one below that rate is refused.
 */
@Injectable()
export class UploadSlots {
  private readonly places: Quota;
  private readonly uploads = new Set<Upload>();
  private readonly waiting = new Set<Waiting>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limits: ServerLimits) {
    this.places = new Quota(limits.concurrentUploads, Math.max(1, limits.concurrentUploads - 1));
  }

  async take(body: PacedBody, tenant: string): Promise<() => void> {
    const giveBack = this.places.take(tenant) ?? (await this.turn(body, tenant));
    const upload = { tenant, body, isNew: true };
    this.uploads.add(upload);
    const seconds = this.limits.uploadSeconds;
    const end = setTimeout(() => body.refuse(new DomainError('UPLOAD_TOO_LONG', [], { seconds })), seconds * 1000).unref();
    return () => {
      clearTimeout(end);
      this.uploads.delete(upload);
      giveBack();
      this.letIn();
    };
  }

  private letIn(): void {
    for (const next of this.waiting) {
      const giveBack = this.places.take(next.tenant);
      if (!giveBack) continue;
      this.waiting.delete(next);
      return next.go(giveBack);
    }
  }

  private turn({ request }: PacedBody, tenant: string): Promise<() => void> {
    if (this.waiting.size >= MOST_WAITING) throw busyWith('uploads');
    return new Promise((resolve, reject) => {
      // No idle timeout while waiting for a slot.
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
      const go = (giveBack: () => void) => {
        clearTimeout(timer);
        request.off('close', gone);
        socket.setTimeout(patience);
        resolve(giveBack);
      };
      const place = { tenant, spans: 0, go };
      request.once('close', gone);
      this.waiting.add(place);
      this.watch();
    });
  }

  /** Measures all uploads until none is waiting. */
  private watch(): void {
    if (this.timer) return;
    for (const upload of this.uploads) this.begin(upload);
    this.timer = setInterval(() => {
      if (this.waiting.size > 0) return this.press();
      clearInterval(this.timer);
      this.timer = undefined;
    }, SPAN_MS).unref();
  }

  private begin(upload: Upload): number {
    upload.isNew = false;
    return upload.body.takeRecent();
  }

  private press(): void {
    const slowest = [...this.uploads]
      .filter(({ isNew, body }) => !isNew && body.isAwaited)
      .map((upload) => ({ upload, bytes: this.begin(upload) }))
      .sort((a, b) => a.bytes - b.bytes);
    // Resets the unmeasured ones too.
    for (const upload of this.uploads) this.begin(upload);
    for (const waiting of this.waiting) {
      const demanded = LEAST_BYTES << Math.min(waiting.spans++, DOUBLINGS);
      const found = slowest.findIndex(({ upload, bytes }) => bytes < demanded && this.yields(upload, waiting));
      for (const { upload } of found < 0 ? [] : slowest.splice(found, 1)) upload.body.refuse(busyWith('uploads'));
    }
  }

  /** Only to the same tenant or one with fewer slots, so that a large tenant cannot displace a small one. */
  private yields({ tenant }: Upload, waiting: Waiting): boolean {
    return tenant === waiting.tenant || this.places.heldBy(tenant) > this.places.heldBy(waiting.tenant);
  }
}
