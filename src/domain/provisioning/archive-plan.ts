import type { ArchiveImage, Kind, Thing, WorkflowImage } from './archive-image';
import type { Difference } from './differences';
import { KIND_FACTS, KINDS, type KindFacts } from './kinds';

export type Action = 'add' | 'change' | 'remove';

export interface PlanEntry {
  action: Action;
  name: string;
  /** What changes about it. */
  details: readonly string[];
}

/** What is to happen to things of one kind. */
export interface PlanGroup {
  what: string;
  counts: Readonly<Record<Action, number>>;
  /** Of rows, the first few alone. */
  entries: readonly PlanEntry[];
}

export interface ArchivePlan {
  groups: readonly PlanGroup[];
}

export const isEmptyPlan = (plan: ArchivePlan) => plan.groups.length === 0;
export const removesAnything = (plan: ArchivePlan) => plan.groups.some(({ counts }) => counts.remove > 0);

/** Of no interest to a reader. */
const SILENT = new Set(['path']);

export class PlanWriter {
  constructor(
    private readonly before: ArchiveImage,
    private readonly after: ArchiveImage,
  ) {}

  groups(differences: readonly Difference[]): PlanGroup[] {
    return KINDS.flatMap((kind) => {
      const entries = differences.filter((difference) => difference.kind === kind).map((difference) => this.entry(difference));
      if (entries.length === 0) return [];
      const counts = { add: 0, change: 0, remove: 0 };
      for (const { action } of entries) counts[action]++;
      return [{ what: KIND_FACTS[kind].words, counts, entries }];
    });
  }

  private entry(difference: Difference): PlanEntry {
    const { before, after, attributes } = difference;
    const name = this.nameOf(difference);
    if (before === null) return { action: 'add', name, details: [] };
    // Users are kept, because records and signatures refer to them.
    const deactivated = difference.kind === 'users' && difference.before?.active && !difference.after?.active;
    if (after === null || deactivated) return { action: 'remove', name, details: deactivated ? ['is deactivated'] : [] };
    const details = attributes
      .filter((attribute) => !SILENT.has(attribute) || attributes.length === 1)
      .map((attribute) => this.detail(attribute, before, after));
    return { action: 'change', name, details };
  }

  private detail(attribute: string, before: object, after: object): string {
    if (attribute === 'passwordHash') return 'password hash';
    if (attribute === 'modelContent') return 'the PDF of its model';
    if (attribute === 'design') return changedParts(before, after);
    const [from, to] = [before, after].map((thing) => this.show((thing as Record<string, unknown>)[attribute]));
    return `${attribute}: ${from} → ${to}`;
  }

  /** Ids as names, as far as they are known. */
  private show(value: unknown): string {
    const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? (this.nameById(inner) ?? inner) : inner));
    return text ?? 'null';
  }

  private nameById(id: string): string | undefined {
    for (const image of [this.after, this.before]) {
      const { units, boxTypes, profiles, clients, lists, levels, fields } = image;
      const named = units.get(id) ?? boxTypes.get(id) ?? profiles.get(id) ?? clients.get(id) ?? lists.get(id);
      const name = named?.name ?? levels.get(id)?.path ?? fields.get(id)?.label;
      if (name !== undefined) return name;
    }
    return undefined;
  }

  private nameOf({ kind, before, after }: Difference): string {
    const thing = (after ?? before) as Thing<Kind>;
    const { place, called } = KIND_FACTS[kind] as KindFacts<Thing<Kind>>;
    const name = called ? called(thing, after ? this.after : this.before) : String(place(thing).at(-1));
    return 'clientId' in thing ? `${this.nameById(thing.clientId)} / ${name}` : name;
  }
}

/** A design is too long to be shown: what of it changes is. */
function changedParts(before: object, after: object): string {
  const [from, to] = [before, after].map((thing) => Object.entries((thing as WorkflowImage).design));
  const texts = new Map(from?.map(([part, value]) => [part, JSON.stringify(value)]));
  return `design: ${(to ?? []).flatMap(([part, value]) => (texts.get(part) === JSON.stringify(value) ? [] : [part])).join(', ')}`;
}
