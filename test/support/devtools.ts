import type { Readable, Writable } from 'node:stream';

export const PATIENCE_MS = 60_000;

export type Params = Record<string, unknown>;
interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
}
type Listener = (method: string, params: Params) => void;

/** The DevTools protocol over a pipe: JSON with a NUL after each message. The browser ends with the pipe, so it never outlives a test. */
export class Connection {
  private last = 0;
  private text = '';
  private readonly waiting = new Map<number, { resolve: (result: Params) => void; reject: (error: Error) => void }>();
  readonly listeners = new Map<string, Listener>();

  constructor(
    private readonly out: Writable,
    incoming: Readable,
  ) {
    incoming.setEncoding('utf8');
    incoming.on('data', (piece: string) => this.receive(piece));
    incoming.on('close', () => this.waiting.forEach(({ reject }) => reject(new Error('the browser is gone'))));
    out.on('error', () => undefined);
  }

  send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), PATIENCE_MS);
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          this.waiting.delete(id);
          end(value);
        };
      this.waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  private receive(piece: string): void {
    const messages = (this.text + piece).split('\0');
    this.text = messages.pop()!;
    for (const text of messages) {
      const { id, sessionId, method, params = {}, result = {}, error } = JSON.parse(text) as Message;
      if (id === undefined) this.listeners.get(sessionId ?? '')?.(method!, params);
      else if (error) this.waiting.get(id)?.reject(new Error(error.message));
      else this.waiting.get(id)?.resolve(result);
    }
  }
}
