import type { MigrationInterface } from 'typeorm';

/**
 * A step of the schema. MySQL commits each change of a table by itself, so `up` may be broken off anywhere and is then run again: each of its
 * statements is left out when it was done before (ADR 0033).
 */
export interface Migration extends MigrationInterface {
  /** The oldest version of the program that may run beside it, and after it. */
  readonly oldest: string;
}
