import { DataSource } from 'typeorm';
import { ReadingPump } from '#application/text-extraction/reading-pump';
import type { Service } from './service';

const MOST_ROUNDS = 5;

/** Reads all files that are due; the service of a test does not do so by itself. */
export async function readAll({ app }: Pick<Service, 'app'>): Promise<void> {
  const pump = app.get(ReadingPump);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { stopped } = pump.totals;
    for (let wait = 0; wait < 1000;) {
      await pump.settled();
      wait = await pump.look();
    }
    if (pump.totals.stopped === stopped) return;
    // A reader of low priority may get no time for minutes on a busy machine: its file is tried again, here at once.
    await app.get(DataSource).query("UPDATE file_work SET next_at = 0 WHERE state = 'pending'");
  }
}
