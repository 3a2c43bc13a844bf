import { outcomeOf, type Answered, type Call, type Outcome, type SentFile } from './ledger';

/** Whether something must be there, must not, or may be either. */
export type Presence = 'yes' | 'no' | 'maybe';

export interface ExpectedFile extends SentFile {
  id: string | null;
  presence: Presence;
  /** Files that came with one call are there all or none, as far as nothing was done to them since. */
  together: number | null;
  shared: Presence;
  /** Every link that an answer has shown, and whether it must work. */
  links: Map<string, Presence>;
}

export interface ExpectedDocument {
  /** The call that was to make it. */
  call: number;
  /** The last call about it. */
  lastCall: number;
  external: string;
  id: string | null;
  code: number | null;
  presence: Presence;
  /** No attempt to make it was anything but refused. */
  refused: boolean;
  /** What may be shown, by label. */
  values: Map<string, Set<string>>;
  files: Map<string, ExpectedFile>;
  /** By action, between how many events there must be. */
  events: Map<string, { least: number; most: number }>;
}

/** A call with its repetitions, which together have done one thing or nothing. */
interface Deed extends Call {
  lastCall: number;
  outcome: Outcome;
  attempts: readonly Call[];
}

const EVENTS = {
  create: 'document.create',
  add: 'file.add',
  'delete-file': 'file.delete',
  'delete-document': 'document.delete',
  change: 'document.update',
  share: 'share.create',
  unshare: 'share.revoke',
} as const;

/** Done already, says the refusal of a repetition. */
const ONCE_ONLY: readonly string[] = ['delete-file', 'delete-document', 'unshare'];

function deedsOf(calls: readonly Call[]): Deed[] {
  const attempts = new Map<number, Call[]>();
  for (const call of calls) {
    const first = call.repeats ?? call.number;
    attempts.set(first, [...(attempts.get(first) ?? []), call]);
  }
  return [...attempts.values()].map((made) => {
    const [first, last] = [made[0] as Call, made.at(-1) as Call];
    const outcomes = made.map(({ answered }) => outcomeOf(answered));
    const done = made[outcomes.indexOf('acknowledged')];
    const unknown = outcomes.includes('unknown');
    const over = unknown && outcomes.at(-1) === 'refused' && ONCE_ONLY.includes(first.operation) && last.answered.status !== 409;
    const outcome = done || over ? 'acknowledged' : unknown && !first.hopeless ? 'unknown' : 'refused';
    return { ...first, lastCall: last.number, outcome, attempts: made, answered: (done ?? last).answered };
  });
}

/** What must be in the archive after all that was asked and answered. */
export class Expected {
  readonly documents = new Map<string, ExpectedDocument>();
  private readonly byId = new Map<string, ExpectedDocument>();
  readonly deeds: readonly Deed[];

  constructor(readonly calls: readonly Call[]) {
    this.deeds = deedsOf(calls);
    for (const deed of this.deeds) this.take(deed);
  }

  count(outcome: Outcome): number {
    return this.deeds.filter((deed) => deed.outcome === outcome).length;
  }

  private take(deed: Deed): void {
    const document = deed.operation === 'create' ? this.begin(deed) : this.byId.get(deed.document as string);
    if (!document) throw new Error(`call ${deed.number} names a document that no call has made`);
    document.lastCall = Math.max(document.lastCall, deed.lastCall);
    if (deed.outcome === 'refused') return;
    const done = deed.outcome === 'acknowledged';
    const events = document.events.get(EVENTS[deed.operation]) ?? { least: 0, most: 0 };
    // Without a key each attempt may have been carried out.
    const attempts = deed.key === null ? deed.attempts.filter(({ answered }) => outcomeOf(answered) !== 'refused').length : 1;
    document.events.set(EVENTS[deed.operation], { least: events.least + (done ? 1 : 0), most: events.most + attempts });
    if (deed.operation !== 'create' && done && document.presence === 'maybe') document.presence = 'yes';
    this.apply(document, deed, done);
  }

  private begin({ number, external, outcome, answered, values }: Deed): ExpectedDocument {
    const document: ExpectedDocument = {
      call: number,
      lastCall: number,
      external: external as string,
      id: answered.id ?? null,
      code: answered.code ?? null,
      presence: outcome === 'acknowledged' ? 'yes' : outcome === 'unknown' ? 'maybe' : 'no',
      refused: outcome === 'refused',
      values: new Map(Object.entries(values).map(([label, value]) => [label, new Set([value])])),
      files: new Map(),
      events: new Map(),
    };
    this.documents.set(document.external, document);
    if (document.id !== null) this.byId.set(document.id, document);
    return document;
  }

  private apply(document: ExpectedDocument, deed: Deed, done: boolean): void {
    const named = deed.named.length === 0 ? [...document.files.values()] : deed.named.map(({ name }) => document.files.get(name));
    const files = named.filter((file) => file !== undefined && file.presence !== 'no') as ExpectedFile[];
    switch (deed.operation) {
      case 'create':
      case 'add':
        for (const file of deed.files) document.files.set(file.name, begun(file, deed, done));
        return;
      case 'delete-file':
        for (const { name, id } of deed.named) Object.assign(document.files.get(name) as ExpectedFile, { id });
        return files.forEach((file) => goes(file, done));
      case 'delete-document':
        document.presence = done ? 'no' : 'maybe';
        return;
      case 'change':
        for (const [label, value] of Object.entries(deed.values)) {
          document.values.set(label, new Set(done ? [value] : [...(document.values.get(label) ?? []), value]));
        }
        return;
      case 'share':
        return files.forEach((file) => shared(file, deed.answered, done));
      case 'unshare':
        return files.forEach((file) => unshared(file, done));
    }
  }
}

function begun(file: SentFile, { number, operation, answered }: Deed, done: boolean): ExpectedFile {
  const known = answered.files?.find(({ name }) => name === file.name);
  return {
    ...file,
    id: known?.id ?? null,
    // Of a create that may have been lost: as soon as the document is there, so are they.
    presence: done || operation === 'create' ? 'yes' : 'maybe',
    together: number,
    shared: file.share ? 'yes' : 'no',
    links: new Map(known?.link ? [[known.link, 'yes'] as const] : []),
  };
}

/** Its links follow from whether it is there: both or neither. */
function goes(file: ExpectedFile, done: boolean): void {
  file.presence = done ? 'no' : 'maybe';
  file.together = null;
}

function shared(file: ExpectedFile, { files }: Answered, done: boolean): void {
  if (!done) {
    if (file.shared === 'no') file.shared = 'maybe';
    return;
  }
  const link = files?.find(({ name }) => name === file.name)?.link;
  // A link that may have been revoked is the one that is shown again, or is dead.
  for (const [known, state] of file.links) if (state === 'maybe') file.links.set(known, 'no');
  file.shared = 'yes';
  if (link) file.links.set(link, 'yes');
}

function unshared(file: ExpectedFile, done: boolean): void {
  if (file.shared === 'yes' || done) file.shared = done ? 'no' : 'maybe';
  for (const [link, state] of file.links) if (state !== 'no') file.links.set(link, done ? 'no' : 'maybe');
}
