/** Reports the result of a concurrency test. */
export function report(implementation: string, outcome: string): void {
  process.stdout.write(`[contracts] ${implementation}: ${outcome}\n`);
}
