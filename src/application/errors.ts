/** Nothing was written; a retry may succeed. */
export class WriteConflict extends Error {}

/** The database or the file store cannot be reached now. */
export class DependencyDown extends Error {}

/** The dependency refuses access: a configuration error. */
export class DependencyRefuses extends DependencyDown {}
