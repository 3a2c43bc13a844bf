/** A worker as the primary sees it, or `process`, by which a worker sees its primary. */
interface Peer {
  on(event: 'message', listener: (message: Message) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
  send(message: object, sent: (error: Error | null) => void): unknown;
}

type Answers = Readonly<Record<string, (about?: string) => unknown>>;

interface Message {
  id: number;
  question?: string;
  about?: string | undefined;
  answer?: unknown;
  error?: string;
}

/** Questions and answers over the channel between the primary of node:cluster and one worker. */
export class Channel {
  private readonly waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  private last = 0;

  constructor(
    private readonly peer: Peer,
    private readonly answers: Answers,
  ) {
    peer.on('message', (message) => {
      if (message.question === undefined) this.settle(message);
      else void this.reply(message);
    });
    peer.on('disconnect', () => {
      for (const id of this.waiting.keys()) this.settle({ id, error: 'the other process has ended' });
    });
  }

  /** Rejects when the other process ends before it answers; one that hangs does not answer. */
  ask<Answer>(question: string, about?: string): Promise<Answer> {
    const id = ++this.last;
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, question, about });
    });
  }

  private settle({ id, answer, error }: Message): void {
    const asker = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) asker?.resolve(answer as never);
    else asker?.reject(new Error(error));
  }

  private async reply({ id, question = '', about }: Message): Promise<void> {
    try {
      this.send({ id, answer: await this.answers[question]?.(about) });
    } catch (error) {
      this.send({ id, error: String(error) });
    }
  }

  private send(message: Message): void {
    // To one that has just ended nothing is sent; a question is answered by its end.
    this.peer.send(message, (error) => {
      if (error && message.question !== undefined) this.settle({ id: message.id, error: error.message });
    });
  }
}
