import { connect, type Socket } from 'node:net';
import type { Service } from '../service';

export interface RawAnswer {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: string;
}

/** The first answer, from its status line; undefined while incomplete. */
function takeAnswer(text: string, isHead: boolean): { answer: RawAnswer; length: number } | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? NaN);
  if (Number.isNaN(status)) throw new Error(`no answer of HTTP: ${JSON.stringify(text.slice(0, 200))}`);
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  const start = headEnd + 4;
  const length = isHead ? 0 : Number(headers.get('content-length') ?? 0);
  if (headers.has('transfer-encoding')) throw new Error('an answer in chunks is not expected here');
  if (text.length < start + length) return undefined;
  return { answer: { status, headers, body: text.slice(start, start + length) }, length: start + length };
}

/** A connection for sending arbitrary bytes and reading the answers. Bytes are latin1. */
export class RawSocket {
  received = '';
  closed = false;
  /** Answers have no body, whatever their headers say (HEAD). */
  heads = false;
  readonly socket: Socket;
  private readonly waiting = new Set<() => void>();

  constructor(service: Service, options: { allowHalfOpen?: boolean } = {}) {
    const { hostname, port } = new URL(service.url);
    this.socket = connect({ host: hostname, port: Number(port), ...options });
    this.socket.on('data', (chunk: Buffer) => {
      this.received += chunk.toString('latin1');
      this.wake();
    });
    // A connection reset by the service is a valid outcome.
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.closed = true;
      this.wake();
    });
  }

  send(bytes: string): this {
    this.socket.write(bytes, 'latin1');
    return this;
  }

  /** Ends the sending side. */
  finish(): this {
    this.socket.end();
    return this;
  }

  destroy(): void {
    this.socket.destroy();
  }

  get answers(): RawAnswer[] {
    const answers: RawAnswer[] = [];
    for (let rest = this.received; ;) {
      const taken = takeAnswer(rest, this.heads);
      if (!taken) return answers;
      if (taken.answer.status >= 200) answers.push(taken.answer);
      rest = rest.slice(taken.length);
    }
  }

  /** Bytes after the last complete answer. */
  get torso(): string {
    let rest = this.received;
    for (let taken = takeAnswer(rest, this.heads); taken; taken = takeAnswer(rest, this.heads)) rest = rest.slice(taken.length);
    return rest;
  }

  async until(isThere: () => boolean, what: string, patienceMs = 20_000): Promise<void> {
    const end = Date.now() + patienceMs;
    while (!isThere()) {
      const left = end - Date.now();
      if (left <= 0) throw new Error(`still waiting for ${what}; received ${JSON.stringify(this.received.slice(0, 500))}`);
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer);
          this.waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, Math.min(left, 1000));
        this.waiting.add(go);
      });
    }
  }

  async answered(count = 1): Promise<RawAnswer[]> {
    await this.until(() => this.answers.length >= count || this.closed, `${count} answers`);
    return this.answers;
  }

  async close(): Promise<void> {
    await this.until(() => this.closed, 'the end of the connection');
  }

  private wake(): void {
    for (const go of [...this.waiting]) go();
  }
}
