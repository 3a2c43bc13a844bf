/** One call about one document that was answered, or whose answer never came. */
export interface VersionedCall {
  document: string;
  /** When it was sent and when it was answered, by one clock; `ended` infinite: it was not answered. */
  begun: number;
  ended: number;
  /** The version that the answer shows, or that `If-Match` named and the service accepted. */
  read: number | null;
  /** The version that it made. */
  wrote: number | null;
  /** What it wrote, or else what it was shown; each value is written once. Null: none was shown. */
  value: string | null;
  writes: boolean;
}

type Why = 'answered before' | 'read by' | 'replaced by';
interface Edge {
  to: number;
  why: Why;
}

const numbered = (call: number) => `call ${call + 1}`;
const keyOf = (document: string, version: number) => `${document} ${version}`;

/**
 * A write without an answer took place if its value is shown: it made the version with which that is shown. Else nothing is known of it,
 * neither whether the version that it named was still there.
 */
function completed(calls: readonly VersionedCall[]): VersionedCall[] {
  const shown = new Map(calls.filter(({ writes }) => !writes).map(({ document, value, read }) => [`${document} ${value}`, read]));
  return calls.map((call) => {
    if (!call.writes || call.wrote !== null) return call;
    const wrote = shown.get(`${call.document} ${call.value}`) ?? null;
    return wrote === null ? { ...call, read: null } : { ...call, wrote };
  });
}

/**
 * What no order of the calls one after the other explains. Each version has one writer, who under `If-Match` made it from the version before; who
 * is shown a version is shown its value; and calls are ordered by what they saw of each other as by time, so that nothing comes before itself.
 */
export function violationsOf(made: readonly VersionedCall[], first: ReadonlyMap<string, { version: number; value: string }>): string[] {
  const calls = completed(made);
  const found: string[] = [];
  const writers = new Map<string, number>();
  const successors = new Map<string, number>();
  calls.forEach(({ document, read, wrote }, index) => {
    if (wrote === null) return;
    const [key, other] = [keyOf(document, wrote), writers.get(keyOf(document, wrote))];
    if (other !== undefined) found.push(`${numbered(other)} and ${numbered(index)} both made version ${key}`);
    writers.set(key, index);
    if (read === null) return;
    const before = successors.get(keyOf(document, read));
    if (before !== undefined) found.push(`${numbered(before)} and ${numbered(index)} both replaced version ${keyOf(document, read)}`);
    successors.set(keyOf(document, read), index);
    if (wrote !== read + 1) found.push(`${numbered(index)} made version ${key} from version ${read}`);
  });
  calls.forEach(({ document, read, value, writes }, index) => {
    if (read === null) return;
    const writer = writers.get(keyOf(document, read));
    const start = first.get(document);
    const wanted = writer === undefined ? (start?.version === read ? start.value : undefined) : calls[writer]?.value;
    if (wanted === undefined) found.push(`${numbered(index)} read version ${keyOf(document, read)}, which nobody made`);
    else if (!writes && value !== null && value !== wanted)
      found.push(`${numbered(index)} read ${value} with version ${keyOf(document, read)}, of which ${wanted} is the value`);
  });
  const cycle = cycleIn(edgesOf(calls, writers));
  return cycle ? [...found, `cycle: ${cycle}`] : found;
}

function edgesOf(calls: readonly VersionedCall[], writers: ReadonlyMap<string, number>): Edge[][] {
  const edges = calls.map((): Edge[] => []);
  const add = (from: number | undefined, to: number | undefined, why: Why) => {
    if (from !== undefined && to !== undefined && from !== to) edges[from]?.push({ to, why });
  };
  calls.forEach(({ document, read, wrote, ended }, index) => {
    // Who began after one of these was answered comes after it by that one.
    const later = [...calls.entries()].filter(([, { begun }]) => ended < begun);
    const soon = Math.min(...later.map(([, call]) => call.ended));
    for (const [other, { begun }] of later) if (begun <= soon) add(index, other, 'answered before');
    if (wrote !== null) add(index, writers.get(keyOf(document, wrote + 1)), 'replaced by');
    if (read === null) return;
    add(writers.get(keyOf(document, read)), index, 'read by');
    add(index, writers.get(keyOf(document, read + 1)), 'replaced by');
  });
  return edges;
}

/** The first cycle that is met, told; null: there is none. */
function cycleIn(edges: readonly (readonly Edge[])[]): string | null {
  const done = new Set<number>();
  for (const start of edges.keys()) {
    const path: { call: number; next: number }[] = done.has(start) ? [] : [{ call: start, next: 0 }];
    const on = new Set(path.map(({ call }) => call));
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const edge = edges[top.call]?.[top.next++];
      if (!edge) {
        done.add(top.call);
        on.delete(top.call);
        path.pop();
      } else if (on.has(edge.to)) {
        const round = path.slice(path.findIndex(({ call }) => call === edge.to));
        const told = round.map(({ call, next }) => `${numbered(call)} ${edges[call]?.[next - 1]?.why}`);
        return [...told, numbered(edge.to)].join(' ');
      } else if (!done.has(edge.to)) {
        path.push({ call: edge.to, next: 0 });
        on.add(edge.to);
      }
    }
  }
  return null;
}
