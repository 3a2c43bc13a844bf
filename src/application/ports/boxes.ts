import type { Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';

export interface SignatureOrigin {
  id: string;
  message: string;
}

/** Boxes of a client, held by the client or by a unit that serves it. */
export abstract class Boxes {
  /** The client's box with this code; one numbered by a unit is found only for that unit. */
  abstract find(scope: Scope, unitId: string, code: number): Promise<Box | null>;
  /** The client's boxes with this code, numbered by the client or by any unit, with their sub-boxes. */
  abstract idsOf(scope: Scope, code: number): Promise<string[]>;
  /** The first boxes by code, at most `limit`, of every reachable client. */
  abstract list(scope: Scope, limit: number): Promise<(Box & { clientId: string; typeName: string })[]>;
}

export abstract class SignatureOrigins {
  abstract list(scope: Scope): Promise<(SignatureOrigin & { clientId: string })[]>;
}
