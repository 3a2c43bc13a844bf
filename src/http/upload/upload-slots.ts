import { Injectable } from '@nestjs/common';
import { busyWith, DomainError } from '#domain/errors';
import type { PacedBody } from './body-pace';
import { ServerLimits } from '../server/server-limits';
import { Quota } from '../server/quota';

const MOST_WAITING = 1000;
const LONGEST_WAIT_MS = 30_000;
/** While others wait, uploads are measured so often, */
const SPAN_MS = 5000;
/** and must send so much within the first span of somebody's waiting, */
const LEAST_BYTES = 64 * 1024;
/** and twice as much in each that follows, so often. */
const DOUBLINGS = 3;

interface Upload {
  tenant: string;
  body: PacedBody;
  /** It has had its place for less than a span. */
  isNew: boolean;
}

interface Waiting {
  tenant: string;
  spans: number;
  go: (leave: () => void) => void;
}

/**
 * Some large bodies are read at a time, the others wait unread in their clients' sockets: that bounds memory, and measured,
 * it makes all of them together faster. No tenant gets all the places while others wait, and nobody keeps one by sending little
 * by little: the longer somebody waits, the more is demanded, and for each that waits the slowest of those that send less is refused.
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

  /** Looks at the pace of all from now on, until nobody waits any more. */
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
    // Also those that were not measured.
    for (const upload of this.uploads) this.begin(upload);
    for (const waiting of this.waiting) {
      const demanded = LEAST_BYTES << Math.min(waiting.spans++, DOUBLINGS);
      const found = slowest.findIndex(({ upload, bytes }) => bytes < demanded && this.yields(upload, waiting));
      for (const { upload } of found < 0 ? [] : slowest.splice(found, 1)) upload.body.refuse(busyWith('uploads'));
    }
  }

  /** To the same tenant, or to one that has fewer places: who has many that wait must not drive out who has one. */
  private yields({ tenant }: Upload, waiting: Waiting): boolean {
    return tenant === waiting.tenant || this.places.heldBy(tenant) > this.places.heldBy(waiting.tenant);
  }
}
