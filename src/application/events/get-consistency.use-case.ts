import { Injectable } from '@nestjs/common';
import { SealedEvents } from '#application/ports/sealed-events';
import type { Scope } from '#domain/access/scope';
import { DomainError, type FieldProblem } from '#domain/errors';

export interface Consistency {
  from: number;
  upTo: number;
  hashes: readonly Buffer[];
  /** Of the newer size, if the log has that now; null: the caller has it. */
  checkpoint: string | null;
}

/** `GET /api/Evento/Consistencia`: proves to anybody who has kept a head that nothing it covers was changed since. */
@Injectable()
export class GetConsistency {
  constructor(private readonly events: SealedEvents) {}

  /** @param to of the newer head; null: of the log now */
  async execute(scope: Scope, { from, to }: { from: number; to: number | null }): Promise<Consistency> {
    const head = await this.events.head(scope.clientId);
    const size = head?.size ?? 0;
    const beyond = (name: string, value: number): FieldProblem[] =>
      value > size ? [{ path: [name], code: 'OUT_OF_RANGE', details: { bound: size, side: 'max' } }] : [];
    const upTo = to ?? size;
    const problems = [...beyond('de', from), ...beyond('ate', upTo)];
    if (problems.length > 0) throw new DomainError('INPUT_INVALID', problems);
    const hashes = await this.events.consistency(scope, from, upTo);
    if (!hashes) throw new DomainError('CURSOR_EXPIRED', [], { first: ((await this.events.head(scope.clientId))?.prunedTo ?? 0) + 1 });
    return { from, upTo, hashes, checkpoint: head && upTo === size ? head.checkpoint : null };
  }
}
