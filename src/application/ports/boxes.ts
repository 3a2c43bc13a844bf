import type { Scope } from '#domain/access/scope';
import type { Box, BoxType } from '#domain/boxes/box';

export interface SignatureOrigin {
  id: string;
  message: string;
}

export interface BoxFilter {
  code?: number;
  typeId?: string;
}

export interface ListedBox extends Box {
  typeName: string;
  /** A number from before the box was numbered by its keeper. */
  provisional: string | null;
  /** Of a sub-box: the code of the outer box. */
  outerCode: number | null;
}

export interface NewBox extends Omit<Box, 'code' | 'numberedBy'> {
  /** Null: the next one. */
  code: number | null;
  provisional: string | null;
}

/** Boxes of a client, held by the client or by a unit that serves it. */
export abstract class Boxes {
  /** The client's box with this code; one numbered by a unit is found only for that unit. */
  abstract find(scope: Scope, unitId: string, code: number): Promise<Box | null>;
  /** The client's boxes with this code, numbered by the client or by any unit, with their sub-boxes. */
  abstract idsOf(scope: Scope, code: number): Promise<string[]>;
  /** One page of the boxes of the one client of the scope that the client or a unit within reach numbers, by code; `page` counts from 1. */
  abstract page(scope: Scope, filter: BoxFilter, page: number, pageSize: number): Promise<ListedBox[]>;
  abstract count(scope: Scope, filter: BoxFilter): Promise<number>;
  /** That the client, or this unit, numbers. */
  abstract numbered(scope: Scope, unitId: string | null, code: number): Promise<Box | null>;
  /**
   * Answers its code, which no other box of the client has, whoever numbers it; by default the one after the highest, or at the end the
   * lowest free one. Null: it is taken. In a transaction that holds `ArchiveStore.lock` of the client.
   */
  abstract add(scope: Scope, box: NewBox, now: Date): Promise<number | null>;
  /** Those that boxes of the client may have, by name: of the service, of the client, and those that it uses already. */
  abstract types(scope: Scope, limit: number, id?: string): Promise<BoxType[]>;
  /** The first boxes by code, at most `limit`, of every reachable client. */
  abstract list(scope: Scope, limit: number): Promise<(Box & { clientId: string; typeName: string })[]>;
}

export abstract class SignatureOrigins {
  abstract list(scope: Scope): Promise<(SignatureOrigin & { clientId: string })[]>;
}
