/** Nothing was written; a retry may succeed. */
export class WriteConflict extends Error {}

/** The database or the file store cannot be reached now. */
export class DependencyDown extends Error {}

/** A row of the audit trail is not as it was written: somebody has written to the database. */
export class TrailDamaged extends DependencyDown {}

/** The dependency refuses access: a configuration error. */
export class DependencyRefuses extends DependencyDown {}
