/** What was typed makes no sense. */
export class UsageError extends Error {}
