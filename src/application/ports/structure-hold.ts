import type { Scope } from '#domain/access/scope';

/** Keeps operators who apply another structure, and writers who were judged by the present one, apart (ADR 0020). */
export abstract class StructureHold {
  /**
   * As the first thing in a writer's transaction: until it ends, the structure of the scope's clients is the one by which
   * the caller was judged. Throws `WriteConflict` when it is another one already.
   */
  abstract hold(scope: Scope): Promise<void>;
}
