import type { ClientStructure, Level } from '#domain/trees/client-structure';
import { DomainError, unknownId, type FieldPath } from '#domain/errors';
import type { ValueList } from '#domain/value-lists/value-list';
import type { Actor } from './actor';
import type { Permission } from './permission';

/** What one grant reaches of a client: documents of these units at these levels; the two belong together. */
export interface ReachedPart {
  unitIds: 'all' | readonly string[];
  nodeCodes: 'all' | readonly number[];
}

/** One client within reach. */
export interface Reach {
  structure: ClientStructure;
  parts: readonly ReachedPart[];
}

/**
 * The proof that an actor holds a permission, and over what. Repositories demand one in every method, so a query that
 * forgets its tenant does not compile. Only `AccessPolicy` (and tests) may call `grant`; a lint rule watches over it.
 */
export class Scope {
  readonly #granted = true;

  private constructor(
    readonly actor: Actor,
    readonly permission: Permission,
    readonly reaches: readonly Reach[],
  ) {}

  static grant(actor: Actor, permission: Permission, reaches: readonly Reach[]): Scope {
    return new Scope(actor, permission, reaches);
  }

  static is(value: unknown): value is Scope {
    return typeof value === 'object' && value !== null && #granted in value && value.#granted;
  }

  /** The one client of an operation that names its client. */
  get client(): Reach {
    const [only, ...others] = this.reaches;
    if (!only || others.length > 0) throw new Error('this scope does not hold exactly one client');
    return only;
  }

  get clientId(): string {
    return this.client.structure.clientId;
  }

  /** Whether documents of the level are within reach: those of one unit, or of any. */
  reachesNode(clientId: string, nodeCode: number, unitId?: string): boolean {
    return this.reaches.some(
      ({ structure, parts }) =>
        structure.clientId === clientId &&
        parts.some(
          ({ unitIds, nodeCodes }) =>
            (nodeCodes === 'all' || nodeCodes.includes(nodeCode)) &&
            (unitId === undefined || unitIds === 'all' || unitIds.includes(unitId)),
        ),
    );
  }

  /** Whether every document of the one client is within reach, whatever its level and unit. */
  holdsWholeClient(): boolean {
    return holdsWhole(this.client);
  }

  /** Whether the whole tree of the client is within reach: of the unit, or of each that serves it. */
  holdsTree(clientId: string, unitId: string | null): boolean {
    return this.reaches.some((reach) => reach.structure.clientId === clientId && holdsWhole(reach, unitId));
  }

  /** The lists that belong to a level within reach; whoever reaches the whole client sees all of its lists. */
  listsOf({ structure, parts }: Reach): readonly ValueList[] {
    if (parts.some(({ nodeCodes }) => nodeCodes === 'all')) return structure.lists;
    const codes = new Set(parts.flatMap(({ nodeCodes }) => (nodeCodes === 'all' ? [] : nodeCodes)));
    const attached = [...codes].flatMap((code) => structure.levelByCode(code)?.lists.map(({ list }) => list.id) ?? []);
    return structure.lists.filter((list) => attached.includes(list.id));
  }

  /** A list within reach; null for any other. */
  list(listId: string): ValueList | null {
    return this.listsOf(this.client).find((list) => list.id === listId) ?? null;
  }

  /** Undefined for a client out of reach. */
  structureOf(clientId: string): ClientStructure | undefined {
    return this.reaches.find(({ structure }) => structure.clientId === clientId)?.structure;
  }

  /** Of a document within reach. */
  levelIdOf({ clientId, nodeCode }: { clientId: string; nodeCode: number }): string {
    return this.structureOf(clientId)?.levelByCode(nodeCode)?.node.id ?? '';
  }

  /**
   * A level within reach; anything else is refused like a level that does not exist, but to who sees all levels: then the name is wrong
   * that stands at `path` in the request.
   */
  level(nodeId: string, path?: FieldPath): Level {
    const level = this.client.structure.level(nodeId);
    if (!level && path && this.holdsWholeClient()) throw unknownId(path);
    if (!level || !this.reachesNode(this.clientId, level.node.code)) throw new DomainError('NOT_PERMITTED');
    return level;
  }
}

function holdsWhole({ structure, parts }: Reach, unitId: string | null = null): boolean {
  const wanted = unitId === null ? structure.units.map(({ id }) => id) : [unitId];
  return parts.some(({ unitIds, nodeCodes }) => nodeCodes === 'all' && (unitIds === 'all' || wanted.every((id) => unitIds.includes(id))));
}
