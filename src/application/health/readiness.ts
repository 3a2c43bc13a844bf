/**
 * `silent`: no answer in time; `crowded`: it answers others; `unusable`: it answers, but refuses us or lacks what we need; `outdated`: it was
 * brought to a version that does not serve this program any more.
 */
export type TroubleKind = 'silent' | 'crowded' | 'unusable' | 'outdated';

export interface Trouble {
  kind: TroubleKind;
  since: Date;
}

/** Whether what the service depends on answers in time; null: all is well. */
export abstract class Readiness {
  abstract check(): Promise<{ database: Trouble | null; files: Trouble | null }>;
}
