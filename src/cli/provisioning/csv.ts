import { dialectOf, type Dialect } from '../csv-dialect';

export interface CsvRecord {
  cells: string[];
  /** Where it begins. */
  line: number;
}

export interface CsvProblem {
  line: number;
  column: number;
  message: string;
}

/** Reads RFC 4180 with any separator; empty lines are none. */
export function parseCsv(text: string): { records: CsvRecord[]; problems: CsvProblem[] } {
  const reader = new CsvReader(text, dialectOf(text));
  reader.read();
  return reader;
}

class CsvReader {
  readonly records: CsvRecord[] = [];
  readonly problems: CsvProblem[] = [];
  private at = 0;
  private line = 1;
  private lineStart = 0;
  private readonly separator: string;
  private readonly isSaid: boolean;

  constructor(
    private readonly text: string,
    { separator, isSaid }: Dialect,
  ) {
    this.separator = separator;
    this.isSaid = isSaid;
  }

  read(): void {
    if (this.isSaid) while (this.cell([]));
    while (this.at < this.text.length) {
      const record = { cells: [] as string[], line: this.line };
      while (this.cell(record.cells));
      if (record.cells.length > 1 || record.cells[0] !== '') this.records.push(record);
    }
  }

  /** Answers whether another cell follows on the same line. */
  private cell(cells: string[]): boolean {
    cells.push(this.text[this.at] === '"' ? this.quoted() : this.plain());
    const next = this.text[this.at];
    if (next === undefined) return false;
    this.at++;
    if (next === this.separator) return true;
    if (next === '\r' && this.text[this.at] === '\n') this.at++;
    this.newLine();
    return false;
  }

  private plain(): string {
    const start = this.at;
    while (this.at < this.text.length && !this.isEnd(this.text[this.at] as string)) this.at++;
    const cell = this.text.slice(start, this.at);
    if (cell.includes('"')) this.problem(start, 'a quote stands inside a cell that does not begin with one');
    return cell;
  }

  private quoted(): string {
    const start = this.at;
    const begun = { line: this.line, column: start - this.lineStart + 1 };
    let cell = '';
    for (this.at++; ;) {
      const end = this.text.indexOf('"', this.at);
      if (end < 0) {
        this.problems.push({ ...begun, message: 'a quote is opened and never closed' });
        this.at = this.text.length;
        return cell;
      }
      const part = this.text.slice(this.at, end);
      for (let from = part.indexOf('\n'); from >= 0; from = part.indexOf('\n', from + 1)) {
        this.line++;
        this.lineStart = this.at + from + 1;
      }
      cell += part;
      this.at = end + 1;
      if (this.text[this.at] !== '"') break;
      cell += '"';
      this.at++;
    }
    const after = this.at;
    while (this.at < this.text.length && !this.isEnd(this.text[this.at] as string)) this.at++;
    if (this.at > after) this.problem(after, 'something stands between a closing quote and the end of its cell');
    return cell;
  }

  private isEnd(character: string): boolean {
    return character === this.separator || character === '\n' || character === '\r';
  }

  private newLine(): void {
    this.line++;
    this.lineStart = this.at;
  }

  private problem(at: number, message: string): void {
    this.problems.push({ line: this.line, column: at - this.lineStart + 1, message });
  }
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[";,\r\n]|^\uFEFF/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')}\n`;
}
