import { Injectable } from '@nestjs/common';
import { Diagnostics } from '../ports/unit-of-work';
import { RetentionMark, type Mark } from '../ports/retention';

const HOUR_MS = 3_600_000;

/** Limits the damage of a clock jump: one step at a time, with a pause before the next. */
export const STEP_MS = 24 * HOUR_MS;
export const PAUSE_MS = 6 * HOUR_MS;

/**
 * Answers the time before which expired things may be removed. A clock that is a year ahead would make everything due, so the mark follows
 * the clock one day at a time; it follows a clock that goes back at once.
 */
@Injectable()
export class Retention {
  constructor(
    private readonly marks: RetentionMark,
    private readonly diagnostics: Diagnostics,
  ) {}

  async dueBefore(): Promise<Date> {
    const { mark, now } = await this.marks.read();
    const next = follow(mark, now);
    if (next === mark || !(await this.marks.move(mark, next))) return earlier(mark.at, now);
    const behindHours = Math.round((now.getTime() - next.at.getTime()) / HOUR_MS);
    if (behindHours > 0) {
      const reason = `a long pause, or a clock that jumped: what is removed for its age lags ${behindHours} hours behind the clock of the database`;
      this.diagnostics.problem('retention', new Error(reason));
    }
    return next.at;
  }
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);

function follow(mark: Mark, now: Date): Mark {
  if (now.getTime() - mark.at.getTime() <= STEP_MS) return { at: now, movedAt: now };
  const sinceMove = now.getTime() - mark.movedAt.getTime();
  if (sinceMove >= 0 && sinceMove < PAUSE_MS) return mark;
  return { at: new Date(mark.at.getTime() + STEP_MS), movedAt: now };
}
