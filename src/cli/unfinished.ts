/** What was begun was stopped by something that passes: the same command goes on where it ended. */
export class Unfinished extends Error {}
