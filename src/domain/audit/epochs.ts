/** A span of a log that begins where a restore of the database has thrown it back. The first one has no name. */
export interface Epoch {
  /** The time of the restore, so that a later epoch has a greater name. */
  name: string;
  /** Its first position. */
  from: number;
}

/** Null: the first. */
export const epochAt = (epochs: readonly Epoch[], position: number): string | null =>
  epochs.findLast(({ from }) => from <= position)?.name ?? null;

export const knowsEpoch = (epochs: readonly Epoch[], name: string | null): boolean =>
  name === null || epochs.some((epoch) => epoch.name === name);

/** The epoch that has followed; undefined: none has. */
export const epochAfter = (epochs: readonly Epoch[], name: string | null): Epoch | undefined =>
  epochs.find((epoch) => epoch.name > (name ?? ''));
