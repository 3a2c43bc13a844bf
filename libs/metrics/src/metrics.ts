/** The media type of the text. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const NAME = /^[a-z][a-z0-9_]*$/;
/** Beyond that something counts by what callers choose: from there on all of it is one series. */
const MOST_SERIES = 1000;
const OTHER = 'other';
/** No label contains it. */
const BETWEEN = '\u0000';

export interface Counter {
  add(amount?: number): void;
}

export interface Gauge {
  set(value: number): void;
  add(amount: number): void;
}

export interface Histogram {
  observe(value: number): void;
}

interface Series {
  /** Lines, without the name of the family. */
  write(name: string, labels: string): string;
}

class Value implements Counter, Gauge, Series {
  private value = 0;

  add(amount = 1): void {
    this.value += amount;
  }

  set(value: number): void {
    this.value = value;
  }

  write(name: string, labels: string): string {
    return `${name}${braced(labels)} ${shown(this.value)}\n`;
  }
}

class Buckets implements Histogram, Series {
  private readonly counts: number[];
  private sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    let index = 0;
    while (index < this.bounds.length && value > (this.bounds[index] as number)) index++;
    this.counts[index] = (this.counts[index] as number) + 1;
    this.sum += value;
  }

  write(name: string, labels: string): string {
    const comma = labels === '' ? '' : ',';
    let [text, total] = ['', 0];
    for (const [index, count] of this.counts.entries()) {
      total += count;
      text += `${name}_bucket{${labels}${comma}le="${shown(this.bounds[index] ?? Infinity)}"} ${total}\n`;
    }
    return `${text}${name}_sum${braced(labels)} ${shown(this.sum)}\n${name}_count${braced(labels)} ${total}\n`;
  }
}

/** All series of one name: one for each combination of label values that has occurred. */
export class Family<Kind> {
  private readonly series = new Map<string, Kind & Series>();

  constructor(
    private readonly head: { name: string; help: string; type: string; labels: readonly string[] },
    private readonly make: () => Kind & Series,
  ) {}

  /** The series of these label values, which must come from a bounded set. */
  of(...values: readonly string[]): Kind {
    const key = values.length === 1 ? (values[0] as string) : values.join(BETWEEN);
    return this.series.get(key) ?? this.open(key, values);
  }

  text(): string {
    const { name, help, type, labels } = this.head;
    let text = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const [key, series] of this.series) {
      const values = labels.length === 0 ? [] : key.split(BETWEEN);
      text += series.write(name, values.map((value, index) => `${labels[index]}="${escaped(value)}"`).join());
    }
    return text;
  }

  private open(key: string, values: readonly string[]): Kind {
    const { labels, name } = this.head;
    if (values.length !== labels.length) throw new Error(`${name} has the labels ${labels.join(', ')}`);
    if (this.series.size >= MOST_SERIES && values.some((value) => value !== OTHER)) return this.of(...labels.map(() => OTHER));
    const series = this.make();
    this.series.set(key, series);
    return series;
  }
}

/** What a process counts, in the text format that Prometheus reads. */
export class Metrics {
  private readonly families = new Map<string, Family<unknown>>();
  private readonly looks: (() => void | Promise<void>)[] = [];

  counter(name: string, help: string, labels: readonly string[] = []): Family<Counter> {
    return this.family<Value>({ name, help, type: 'counter', labels }, () => new Value());
  }

  gauge(name: string, help: string, labels: readonly string[] = []): Family<Gauge> {
    return this.family<Value>({ name, help, type: 'gauge', labels }, () => new Value());
  }

  /** `bounds`: ascending. */
  histogram(name: string, help: string, bounds: readonly number[], labels: readonly string[] = []): Family<Histogram> {
    return this.family<Buckets>({ name, help, type: 'histogram', labels }, () => new Buckets(bounds));
  }

  /** Runs whenever somebody reads: for what is looked up then rather than counted as it happens. */
  beforeReading(look: () => void | Promise<void>): void {
    this.looks.push(look);
  }

  async text(): Promise<string> {
    await Promise.all(this.looks.map((look) => look()));
    return [...this.families.values()].map((family) => family.text()).join('');
  }

  private family<Kind>(
    head: { name: string; help: string; type: string; labels: readonly string[] },
    make: () => Kind & Series,
  ): Family<Kind> {
    if (!NAME.test(head.name) || head.labels.some((label) => !NAME.test(label))) throw new Error(`${head.name} is no name of a metric`);
    const known = this.families.get(head.name);
    if (known) return known as Family<Kind>;
    const family = new Family<Kind>(head, make);
    // What has no labels is there from the start, as 0: a rate of something absent is unknown.
    if (head.labels.length === 0) family.of();
    this.families.set(head.name, family);
    return family;
  }
}

const braced = (labels: string) => (labels === '' ? '' : `{${labels}}`);
const shown = (value: number) => (value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value));
const escaped = (value: string) => value.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`));
