/** Nothing was written; the same call may succeed in a moment. */
export class WriteConflict extends Error {}

/** The database or the file store cannot be reached now. */
export class DependencyDown extends Error {}

/** It answers, and does not let us in: nothing that a caller could mend. */
export class DependencyRefuses extends DependencyDown {}
