import { ReadingPump } from '#application/readings/reading-pump';
import type { Service } from './service';

/** Reads all files that are due; the service of a test does not do so by itself. */
export async function readAll({ app }: Pick<Service, 'app'>): Promise<void> {
  const pump = app.get(ReadingPump);
  for (let wait = 0; wait < 1000;) {
    await pump.settled();
    wait = await pump.look();
  }
}
