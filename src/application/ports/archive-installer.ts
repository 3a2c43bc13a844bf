import type { ArchiveDefinition } from '#domain/archive/archive-definition';

/** Brings a described archive into the database. Ids come from the path of names, so they are the same everywhere. */
export abstract class ArchiveInstaller {
  /** Whether there is neither a unit nor a client nor a user. */
  abstract isEmpty(): Promise<boolean>;
  /** All or nothing, into an empty archive. */
  abstract install(definition: ArchiveDefinition): Promise<void>;
}
