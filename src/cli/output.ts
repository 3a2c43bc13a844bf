import { t } from '#src/terminal/language';

/** What a command has to say, and how it ended. */
export interface Outcome {
  text: string;
  exitCode: number;
  /** The same for programs, where a command has more to tell them than its text. */
  data?: Readonly<Record<string, unknown>>;
}

/** As much of a terminal as one line needs. */
export type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

const REDRAW_MS = 200;
const CLEAR = '\r\u001b[K';

const spaced = (count: number) => String(Math.floor(count)).replace(/\B(?=(\d{3})+$)/g, ' ');

function timeLeft(seconds: number): string {
  if (seconds < 100) return t(`${Math.ceil(seconds)} s left`, `faltam ${Math.ceil(seconds)} s`);
  if (seconds < 6000) return t(`${Math.ceil(seconds / 60)} min left`, `faltam ${Math.ceil(seconds / 60)} min`);
  return t(`${(seconds / 3600).toFixed(1)} h left`, `faltam ${(seconds / 3600).toFixed(1).replace('.', ',')} h`);
}

/** One line on a terminal that tells how far a long command is; nothing at all elsewhere. */
export class Progress {
  private readonly startedAt = this.now();
  private drawnAt = -Infinity;

  constructor(
    private readonly name: string,
    private readonly unit: string,
    private readonly terminal: Terminal,
    private readonly now: () => number = Date.now,
  ) {}

  /** `total` null: unknown. */
  show(done: number, total: number | null): void {
    const at = this.now();
    if (!this.terminal.isTTY || at - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = at;
    const seconds = (at - this.startedAt) / 1000;
    const rate = seconds > 0 ? done / seconds : 0;
    const parts = [total === null ? `${spaced(done)} ${this.unit}` : `${spaced(done)} ${t('of', 'de')} ${spaced(total)} ${this.unit}`];
    if (total !== null && total > 0) parts.push(`${Math.floor((100 * done) / total)} %`);
    if (rate > 0) parts.push(`${rate < 10 ? rate.toFixed(1) : spaced(rate)}/s`);
    if (total !== null && rate > 0 && seconds > 1) parts.push(timeLeft((total - done) / rate));
    this.terminal.write(`${CLEAR}[${this.name}] ${parts.join(', ')}`);
  }

  /** Makes room for another line; the next `show` draws it again. */
  clear(): void {
    if (!this.terminal.isTTY || this.drawnAt === -Infinity) return;
    this.terminal.write(CLEAR);
    this.drawnAt = -Infinity;
  }
}

/** What a command says while it works: on standard output lines for people, or one JSON object a line for programs and nothing else. */
export class Output {
  private shown: Progress | null = null;

  constructor(
    readonly asJson = false,
    private readonly terminal: Terminal = process.stderr,
  ) {}

  line(text: string, data: Readonly<Record<string, unknown>>): void {
    this.shown?.clear();
    console.log(this.asJson ? JSON.stringify(data) : text);
  }

  /** Which archive it works on: beside what is printed, which belongs to other programs. */
  opened(place: string): void {
    this.terminal.write(`${t('archive', 'acervo')}: ${place}\n`);
  }

  progress(name: string, unit: string): Progress {
    this.shown?.clear();
    this.shown = new Progress(name, unit, this.terminal);
    return this.shown;
  }

  /** The last words. */
  end({ text, exitCode, data }: Outcome): void {
    this.shown?.clear();
    if (this.asJson) console.log(JSON.stringify({ ...(data ?? { text }), exitCode }));
    else if (text !== '') console.log(text);
  }

  failed(error: string | object, exitCode: number): void {
    this.shown?.clear();
    if (this.asJson) console.log(JSON.stringify({ error, exitCode }));
    console.error(error);
  }
}
