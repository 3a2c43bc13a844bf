/** What a test of many at once came to, for whoever reads the run. */
export function report(implementation: string, outcome: string): void {
  process.stdout.write(`[contracts] ${implementation}: ${outcome}\n`);
}
