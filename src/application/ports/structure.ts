import type { ClientStructure } from '#domain/trees/client-structure';
import type { Scope } from '#domain/access/scope';
import type { Box, BoxType } from '#domain/boxes/box';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';

/**
 * The structures of clients. Read before a scope exists, only by `AccessPolicy`.
 *
 * @example const structure = await structures.load(clientId, version);
 */
export abstract class Structures {
  /** `version` as read with the grants: a cached copy of that version or newer is answered without a query. Null: unknown client. */
  abstract load(clientId: string, version: number): Promise<ClientStructure | null>;
}

/**
 * Excludes structure changes by operators while writers validated by the current structure are active (ADR 0020).
 *
 * @example await structure.hold(scope);
 */
export abstract class StructureHold {
  /**
   * First step of a writer's transaction: until it ends, the structure of the scope's clients cannot change. Throws `WriteConflict` when
   * the structure has changed since the caller was validated.
   */
  abstract hold(scope: Scope): Promise<void>;
}

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

/**
 * Boxes of a client, held by the client or by a unit that serves it.
 *
 * @example const box = await boxes.find(scope, unitId, code);
 */
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

/** @example const all = await origins.list(scope); */
export abstract class SignatureOrigins {
  abstract list(scope: Scope): Promise<(SignatureOrigin & { clientId: string })[]>;
}

/**
 * Installs a described archive. Ids derive from the path of names, so they are the same everywhere.
 *
 * @example await installer.install(DEMO_ARCHIVE);
 */
export abstract class ArchiveInstaller {
  /** Whether the archive has no unit, client or user. */
  abstract isEmpty(): Promise<boolean>;
  /** All or nothing, into an empty archive. */
  abstract install(definition: ArchiveDefinition): Promise<void>;
}
