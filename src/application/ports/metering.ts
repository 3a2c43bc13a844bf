import type { Amount } from '#domain/bills/amount';
import type { ServiceKind } from '#domain/bills/contract';

export interface MeteredPlace {
  clientId: string;
  unitId: string;
}

/** From the first instant to the one at which it is over. */
export interface Span {
  from: Date;
  until: Date;
}

/** What a client has had in the archive, and done there. Asked about the past it answers the same however late it is asked. */
export abstract class Metering {
  /** What is held counts at the end of the span, what is done within it. */
  abstract measure(kind: ServiceKind, place: MeteredPlace, span: Span): Promise<Amount>;
}
