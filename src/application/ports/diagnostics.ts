/** Receives faults of background work. */
export abstract class Diagnostics {
  abstract problem(where: string, error: unknown): void;
}
