import { appendFileSync } from 'node:fs';
import type { RawAnswer } from './raw-socket';

/** `npm run test:abuse` runs the long form: more sockets, more ways to send, and waits for the service's own timeouts. */
export const IS_LONG = process.env.ACERVO_ABUSE === 'long';
const RECORD = process.env.ACERVO_ABUSE_RECORD;

/** Results of a group of cases, for the record of a long run. */
export class Figures {
  inputs = 0;
  answers = 0;
  answers5xx = 0;
  /** 503 with `Retry-After`, which is not a failure. */
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
