/** Where something stands in a definition: `['clients', 0, 'levels', 2]`. */
export type DefinitionPath = readonly (string | number)[];

/** A line of a file beside the definition. */
export interface SourcePlace {
  file: string;
  line: number;
  column?: number;
}

/** Why a definition cannot be applied, for the operator who wrote it. */
export interface ArchiveProblem {
  path: DefinitionPath;
  message: string;
  source?: SourcePlace;
}
