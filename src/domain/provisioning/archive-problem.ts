import { fold } from '#domain/text';

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
  /** It is about the name of the last step, not about its value. */
  ofName?: boolean;
  source?: SourcePlace;
}

export class Problems {
  readonly found: ArchiveProblem[] = [];

  add(path: DefinitionPath, message: string): void {
    this.found.push({ path, message });
  }

  /** Names are alike when users could not tell them apart. */
  unique(what: string, names: readonly string[], pathOf: (index: number) => DefinitionPath): void {
    const seen = new Set<string>();
    for (const [index, name] of names.entries()) {
      if (seen.has(fold(name))) this.add(pathOf(index), `${what} "${name}" is there twice`);
      seen.add(fold(name));
    }
  }
}
