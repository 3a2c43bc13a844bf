/**
 * `silent`: no answer in time; `crowded`: it answers other calls; `unusable`: it answers, but refuses access or lacks something required;
 * `outdated`: its schema no longer supports this program.
 */
export type TroubleKind = 'silent' | 'crowded' | 'unusable' | 'outdated';

export interface Trouble {
  kind: TroubleKind;
  since: Date;
}

/** Checks that the dependencies answer in time; null: all is well. */
export abstract class Readiness {
  abstract check(): Promise<{ database: Trouble | null; files: Trouble | null }>;
}
