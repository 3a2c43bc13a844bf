import type { Scope } from '#domain/access/scope';

/** Excludes structure changes by operators while writers validated by the current structure are active (ADR 0020). */
export abstract class StructureHold {
  /**
   * First step of a writer's transaction: until it ends, the structure of the scope's clients cannot change. Throws `WriteConflict` when
   * the structure has changed since the caller was validated.
   */
  abstract hold(scope: Scope): Promise<void>;
}
