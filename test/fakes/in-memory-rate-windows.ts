import { RateWindows, type RateWindow } from '#application/ports/rate-windows';
import type { InMemoryDatabase } from './in-memory-database';

export class InMemoryRateWindows extends RateWindows {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  count(clientId: string, seconds: readonly number[]): Promise<RateWindow[]> {
    return this.database.write(({ windows }) => {
      const now = this.database.now();
      return seconds.map((length) => {
        const [place, ms] = [`${clientId} ${length}`, length * 1000];
        const startedAt = now - (now % ms);
        const known = windows.get(place);
        const calls = known?.startedAt === startedAt ? known.calls + 1 : 1;
        windows.set(place, { startedAt, calls });
        return { seconds: length, calls, endsInMs: startedAt + ms - now };
      });
    });
  }

  forgetOld(before: Date, limit: number): Promise<number> {
    return this.database.write(({ windows }) => {
      const over = [...windows].filter(
        ([place, { startedAt }]) => startedAt + Number(place.split(' ').at(-1)) * 1000 < before.getTime() - 86_400_000,
      );
      for (const [place] of over.slice(0, limit)) windows.delete(place);
      return Math.min(over.length, limit);
    });
  }
}
