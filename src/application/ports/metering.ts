import type { Amount } from '#domain/bills/amount';
import type { ServiceKind } from '#domain/bills/contract';

export interface MeteredPlace {
  clientId: string;
  unitId: string;
}

/** Includes its first instant, excludes its last. */
export interface Span {
  from: Date;
  until: Date;
}

/** Contents and activity of a client. Queries about the past always give the same answer. */
export abstract class Metering {
  /** Contents are measured at the end of the span, activity within it. */
  abstract measure(kind: ServiceKind, place: MeteredPlace, span: Span): Promise<Amount>;
}
