import { open, readFile, type FileHandle } from 'node:fs/promises';

export type Change = 'create' | 'add' | 'delete-file' | 'delete-document' | 'change' | 'share' | 'unshare';

/** A file as it was sent; its bytes follow from seed and size. */
export interface SentFile {
  name: string;
  seed: string;
  size: number;
  sha256: string;
  share: boolean;
}

export interface FileRef {
  name: string;
  id: string;
}

/** What is about to be asked. */
export interface Intent {
  operation: Change;
  /** `Idempotency-Key`. */
  key: string | null;
  /** How to make the call again: of a create its version and level. */
  how: string;
  /** Of a create: the client's own key of the document. */
  external: string | null;
  /** Id of the document; null of a create. */
  document: string | null;
  files: readonly SentFile[];
  /** Files of the document that the call names. */
  named: readonly FileRef[];
  /** By label: as they are to be shown afterwards. */
  values: Readonly<Record<string, string>>;
  /** Nothing may ever come of it: the service has to refuse it. */
  hopeless: boolean;
  /** The number of the call that this one repeats. */
  repeats: number | null;
}

export interface AnsweredFile {
  name: string;
  id: string;
  link: string | null;
}

/** What came of it; `status` null: no answer, or not all of it. */
export interface Answered {
  status: number | null;
  id?: string;
  code?: number;
  files?: readonly AnsweredFile[];
  /** What a refusal says. */
  said?: string;
}

export interface Call extends Intent {
  number: number;
  answered: Answered;
  /** When the answer was there, in milliseconds; null: never. */
  answeredAt: number | null;
}

export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** A refusal says that nothing was done; a failure of the service says nothing. */
export function outcomeOf({ status }: Answered): Outcome {
  if (status === null || status >= 500) return 'unknown';
  return status < 300 ? 'acknowledged' : 'refused';
}

type Line = { at: number; call: number } & ({ intent: Intent } | { answered: Answered });

/**
 * What clients have asked and been answered, kept outside the service: each line is on disk before the call is made, or
 * before anybody relies on the answer.
 */
export class Ledger {
  private calls = 0;
  private waiting: string[] = [];
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: string,
    private readonly handle: FileHandle,
  ) {}

  static async open(file: string): Promise<Ledger> {
    return new Ledger(file, await open(file, 'a'));
  }

  async intend(intent: Intent): Promise<number> {
    const call = ++this.calls;
    await this.append({ at: Date.now(), call, intent });
    return call;
  }

  answer(call: number, answered: Answered): Promise<void> {
    // Rounded up: it is not to count as told before it was.
    return this.append({ at: Date.now() + 1, call, answered });
  }

  /** In the order in which they were made; what has no answer is unknown. `until`: as clients knew it at that time. */
  async read(until = Infinity): Promise<Call[]> {
    const calls = new Map<number, Call>();
    for (const text of (await readFile(this.file, 'utf8')).split('\n').filter(Boolean)) {
      const line = JSON.parse(text) as Line;
      if (line.at > until) continue;
      if ('intent' in line) calls.set(line.call, { ...line.intent, number: line.call, answered: { status: null }, answeredAt: null });
      else Object.assign(calls.get(line.call) as Call, { answered: line.answered, answeredAt: line.at });
    }
    return [...calls.values()];
  }

  async close(): Promise<void> {
    await this.writing;
    await this.handle.close();
  }

  /** Lines that come while others are being written go to disk together. */
  private append(line: Line): Promise<void> {
    this.waiting.push(`${JSON.stringify(line)}\n`);
    this.writing = this.writing.then(async () => {
      if (this.waiting.length === 0) return;
      const lines = this.waiting.splice(0).join('');
      await this.handle.appendFile(lines);
      await this.handle.datasync();
    });
    return this.writing;
  }
}
