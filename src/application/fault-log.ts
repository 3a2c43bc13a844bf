import { Injectable } from '@nestjs/common';
import { Diagnostics } from '#application/ports/diagnostics';

/** Keeps what went wrong on our side, under the id that the caller was told. */
@Injectable()
export class FaultLog {
  constructor(private readonly diagnostics: Diagnostics) {}

  report(requestId: string, error: unknown): void {
    this.diagnostics.problem(`request ${requestId}`, error);
  }
}
