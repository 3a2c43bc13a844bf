import type { InputKind } from './mutations';

/** What became of one operation. */
export interface Covered {
  title: string;
  inputs: number;
  answers5xx: number;
  /** The answers to valid input, and to all other, by status. */
  note: string;
}

interface Count {
  title: string;
  kind: InputKind;
  status: number | 'hung up';
  times: number;
}

/** How often each operation was called, in what way, and what it answered: all refused at the door would be no test. */
export class Coverage {
  private readonly counts = new Map<string, Count>();

  count(title: string, kind: InputKind, status: Count['status']): void {
    const key = `${title} ${kind} ${status}`;
    const known = this.counts.get(key) ?? { title, kind, status, times: 0 };
    known.times++;
    this.counts.set(key, known);
  }

  /** How many valid inputs of an operation were served. */
  served(title: string): number {
    return sum(this.of(title).filter(({ kind, status }) => kind === 'valid' && status !== 'hung up' && status < 400));
  }

  operations(): Covered[] {
    return [...new Set([...this.counts.values()].map(({ title }) => title))].map((title) => {
      const all = this.of(title);
      const faults = all.filter(({ status }) => status !== 'hung up' && status >= 500);
      const [valid, others] = [all.filter(({ kind }) => kind === 'valid'), all.filter(({ kind }) => kind !== 'valid')];
      return { title, inputs: sum(all), answers5xx: sum(faults), note: `valid: ${byStatus(valid)}; others: ${byStatus(others)}` };
    });
  }

  table(): string {
    const rows = this.operations();
    const total = rows.reduce((inputs, row) => inputs + row.inputs, 0);
    return [...rows.map(({ title, inputs, note }) => `${title}: ${inputs} inputs; ${note}`), `${total} inputs in all`].join('\n');
  }

  private of(title: string): Count[] {
    return [...this.counts.values()].filter((count) => count.title === title);
  }
}

const sum = (counts: readonly Count[]) => counts.reduce((all, { times }) => all + times, 0);

function byStatus(counts: readonly Count[]): string {
  const statuses = [...new Set(counts.map(({ status }) => status))].sort();
  return statuses.map((status) => `${status} x ${sum(counts.filter((count) => count.status === status))}`).join(', ') || 'none';
}
