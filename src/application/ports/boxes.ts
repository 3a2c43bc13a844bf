import type { Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';

export interface SignatureOrigin {
  id: string;
  message: string;
}

/** Boxes of a client, kept by itself or by a unit that serves it. */
export abstract class Boxes {
  /** The client's box of this code; numbered by a unit, only when it is this unit. */
  abstract find(scope: Scope, unitId: string, code: number): Promise<Box | null>;
  /** The client's boxes of this code, whoever numbers them, with the boxes within them. */
  abstract idsOf(scope: Scope, code: number): Promise<string[]>;
  /** The first boxes by code, at most `limit`, of every client in reach. */
  abstract list(scope: Scope, limit: number): Promise<(Box & { clientId: string; typeName: string })[]>;
}

export abstract class SignatureOrigins {
  abstract list(scope: Scope): Promise<(SignatureOrigin & { clientId: string })[]>;
}
