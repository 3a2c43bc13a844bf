import type { ClientDefinition, PartialArchive } from '#domain/provisioning/archive-definition';
import type { ArchiveProblem } from '#domain/provisioning/archive-problem';

/** As the schema allows it: a client may be without levels. */
export interface SentArchive extends Omit<PartialArchive, 'clients'> {
  clients?: readonly (Omit<ClientDefinition, 'levels'> & Partial<Pick<ClientDefinition, 'levels'>>)[];
}

export interface ReadDefinition {
  /** Null: nothing can be made of the value. */
  definition: SentArchive | null;
  problems: readonly ArchiveProblem[];
}

/** The form of archive files (docs/archive.schema.json), whatever they were read from. */
export abstract class ArchiveFormat {
  abstract read(value: unknown): ReadDefinition;
}
