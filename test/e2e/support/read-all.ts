import { Diagnostics } from '#application/ports/diagnostics';
import { ReadingPump } from '#application/text-extraction/reading-pump';
import type { Service } from './service';

/** Reads all files that are due; the service of a test does not do so by itself. Fails where the reading itself fails, and says why. */
export async function readAll({ app }: Pick<Service, 'app'>): Promise<void> {
  const pump = app.get(ReadingPump);
  const problems = jest.spyOn(app.get(Diagnostics), 'problem');
  const before = { ...pump.totals };
  for (let wait = 0; wait < 1000;) {
    await pump.settled();
    wait = await pump.look();
  }
  const reported = problems.mock.calls.map(([what, error]) => `${what}: ${error instanceof Error ? error.stack : String(error)}`);
  problems.mockRestore();
  expect([reported, pump.totals.failed]).toEqual([[], before.failed]);
}
