import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LONG } from './size';

/** The kind of database server, where it is not the usual one. */
const ON = process.env.ACERVO_FAULTS_ON;
const FOLDER = join(__dirname, '../../../docs/reliability');

/** One line of a record; figures that make no sense for a case are left out. */
export interface RecordedCase {
  id: string;
  title: string;
  runs: number;
  operations?: number;
  unknown?: number;
  lost?: number;
  inputs?: number;
  answers5xx?: number;
  result: 'passed' | 'failed' | 'not run';
  note?: string;
}

/** Its time may be up before the first run. */
const isPlayed = ({ result, runs, operations = 0, inputs = 0 }: RecordedCase) => result !== 'passed' || runs + operations + inputs > 0;

export interface Found {
  what: string;
  fixed: boolean;
}

/** What a long run has shown, for docs/reliability: written by the run itself, and by no short one. */
export class RunRecord {
  private readonly began = Date.now();
  private readonly cases = new Map<string, RecordedCase>();
  private readonly seeds = new Set<number>();

  constructor(
    private readonly suite: string,
    private readonly title: string,
    private readonly command: string,
  ) {}

  /** Counts as failed until it is said otherwise: a run that breaks off has proved nothing. */
  case(usualId: string, usualTitle: string): RecordedCase {
    const [id, title] = ON ? [`${usualId} on ${ON}`, `${usualTitle}, on ${ON}`] : [usualId, usualTitle];
    const recorded = this.cases.get(id) ?? { id, title, runs: 0, result: 'failed' as const };
    this.cases.set(id, recorded);
    return recorded;
  }

  seed(seed: number): void {
    this.seeds.add(seed);
  }

  /** What former runs have found stays, and so do cases that this run has not played. */
  write(): void {
    const played = [...this.cases.values()].filter(isPlayed);
    if (!LONG || played.length === 0) return;
    const file = join(FOLDER, `${this.suite}.json`);
    const former = formerRecord(file);
    const others = former.cases.filter(({ id }) => !played.some((each) => each.id === id));
    const record = {
      suite: this.suite,
      title: this.title,
      command: this.command,
      date: new Date().toISOString().slice(0, 10),
      seconds: Math.round((Date.now() - this.began) / 1000) + (others.length > 0 ? former.seconds : 0),
      seeds: [...(others.length > 0 ? former.seeds : []), ...this.seeds],
      cases: [...others, ...played].sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true })),
      found: former.found,
    };
    mkdirSync(FOLDER, { recursive: true });
    // Numbers in one line, as the formatter of the repository has them.
    const text = JSON.stringify(record, null, 2).replace(
      /\[\s+(\d[\d,\s]*?)\s+\]/g,
      (_, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`,
    );
    writeFileSync(file, `${text}\n`);
  }
}

function formerRecord(file: string): { cases: RecordedCase[]; found: Found[]; seconds: number; seeds: number[] } {
  if (!existsSync(file)) return { cases: [], found: [], seconds: 0, seeds: [] };
  return JSON.parse(readFileSync(file, 'utf8'));
}
