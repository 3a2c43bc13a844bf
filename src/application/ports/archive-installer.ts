import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';

/** Installs a described archive. Ids derive from the path of names, so they are the same everywhere. */
export abstract class ArchiveInstaller {
  /** Whether the archive has no unit, client or user. */
  abstract isEmpty(): Promise<boolean>;
  /** All or nothing, into an empty archive. */
  abstract install(definition: ArchiveDefinition): Promise<void>;
}
