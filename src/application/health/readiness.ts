/** Whether what the service depends on answers in time. */
export abstract class Readiness {
  abstract check(): Promise<{ database: boolean; files: boolean }>;
}
