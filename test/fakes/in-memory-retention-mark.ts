import { RetentionMark, type Mark } from '#application/ports/retention-mark';
import type { InMemoryDatabase } from './in-memory-database';

export class InMemoryRetentionMark extends RetentionMark {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  read(): Promise<{ mark: Mark; now: Date }> {
    return this.database.write(({ marks }) => {
      const now = new Date(this.database.now());
      const mark = marks.get('the only one') ?? { at: now, movedAt: now };
      marks.set('the only one', mark);
      return { mark, now };
    });
  }

  move(from: Mark, to: Mark): Promise<boolean> {
    return this.database.write(({ marks }) => {
      const mark = marks.get('the only one');
      const isTheSame = mark?.at.getTime() === from.at.getTime() && mark.movedAt.getTime() === from.movedAt.getTime();
      if (isTheSame) marks.set('the only one', to);
      return isTheSame;
    });
  }
}
