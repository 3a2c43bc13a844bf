import type { MigrationInterface } from 'typeorm';

/**
 * A schema migration. MySQL commits each schema change separately, so an interrupted `up` is run again: each of its statements must be
 * skipped if already done (ADR 0033).
 */
export interface Migration extends MigrationInterface {
  /** The oldest program version that can run during and after this migration. */
  readonly oldest: string;
}
