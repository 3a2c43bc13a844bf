/** Where faults go that no caller waits for. */
export abstract class Diagnostics {
  abstract problem(where: string, error: unknown): void;
}
