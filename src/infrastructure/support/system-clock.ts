import { Clock } from '#application/ports/unit-of-work';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
