import { appendFileSync } from 'node:fs';
import type { RawAnswer } from './raw-socket';

/** `npm run test:abuse` is the long form: more sockets, more ways to send, and waiting until the service's own patience ends. */
export const IS_LONG = process.env.ACERVO_ABUSE === 'long';
const RECORD = process.env.ACERVO_ABUSE_RECORD;

/** What one group of cases came to, for the record of a long run. */
export class Figures {
  inputs = 0;
  answers = 0;
  answers5xx = 0;
  /** 503 that says when to come again, which is no fault. */
  overloads = 0;

  constructor(
    private readonly id: string,
    private readonly title: string,
  ) {}

  count(answers: readonly RawAnswer[]): void {
    this.inputs++;
    this.answers += answers.length;
    const { length } = answers.filter(isOverload);
    this.overloads += length;
    this.answers5xx += answers.filter(({ status }) => status >= 500).length - length;
  }

  write(note?: string): void {
    const { id, title, inputs, answers5xx } = this;
    if (RECORD)
      appendFileSync(
        RECORD,
        `${JSON.stringify({ id, title, inputs, answers5xx, note: note ?? `${this.answers} answers, ${this.overloads} of them 503 with Retry-After` })}\n`,
      );
  }
}

function isOverload({ status, headers }: RawAnswer): boolean {
  return status === 503 && headers.has('retry-after');
}
