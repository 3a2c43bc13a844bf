import { Injectable } from '@nestjs/common';
import { Diagnostics } from '#application/ports/unit-of-work';

/** Logs internal errors under the request id of the answer. */
@Injectable()
export class FaultLog {
  constructor(private readonly diagnostics: Diagnostics) {}

  report(requestId: string, error: unknown): void {
    this.diagnostics.problem(`request ${requestId}`, error);
  }
}
