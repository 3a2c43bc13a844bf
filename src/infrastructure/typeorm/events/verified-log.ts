import { Frontier, frontierAt } from '#libs/merkle-log';
import type { LogEnd, LogRestart } from '#application/ports/sealed-events';
import type { Epoch } from '#domain/audit/epochs';
import { logBytes } from '../log-bytes';
import type { Sql } from '../sql';
import { addErasures, claimedErasures, noErasures, notePendingErasures, wrongErasure } from './erasures';
import { epochsOf, type LogRow } from './event-row';
import type { EventSeals } from './event-seals';
import { LogPart, type Found } from './log-part';
import type { Tiles } from './tiles';
import { treeReader } from './tree-reader';

export interface ComparedEnds {
  /** Anchored roots of the log by its sizes. */
  known: ReadonlyMap<number, string>;
  /** Kept elsewhere. */
  former: LogEnd | null;
  /** Those that the keys tell of. */
  epochs: readonly string[];
}

/** One log, from its first event to its signed end. Raw SQL: one row, locked where the engine can. */
export class VerifiedLog {
  private part: LogPart;
  /** Events up to here were removed. */
  private prunedTo = 0;
  private former: LogEnd | null;
  private claimed = noErasures();
  restarted: LogRestart | null = null;

  constructor(
    private readonly sql: Sql,
    private readonly seals: EventSeals,
    private readonly clientId: string,
    private readonly compared: ComparedEnds,
    private readonly progress: (events: number) => void,
    private readonly tiles: Tiles | null,
  ) {
    this.part = this.partFrom(Frontier.empty());
    this.former = compared.former;
  }

  get size(): number {
    return this.part.frontier.size;
  }

  get root(): string {
    return rootOf(this.part.frontier);
  }

  get events(): number {
    return this.size - this.prunedTo;
  }

  async follow(): Promise<Found | null> {
    const wrong = (await this.begin()) ?? (await this.inParallel()) ?? (await this.toEnd());
    if (wrong) return wrong;
    // The end is read with the log locked, so that events sealed meanwhile are not taken for a break.
    return this.sql.together(async () => {
      const end = await this.log(this.sql.isSqlite ? '' : 'FOR UPDATE');
      return (await this.toEnd()) ?? this.atEnd(end) ?? (await this.wrongErasure());
    });
  }

  private partFrom(frontier: Frontier): LogPart {
    return new LogPart(this.sql, this.seals, this.clientId, frontier, 0, this.claimed, () => this.isAsKnown(this.part.frontier));
  }

  /** Behind the events that were removed: with wrong nodes the end of the log would not be the one that was signed. */
  private async begin(): Promise<Found | null> {
    const log = await this.log('');
    this.prunedTo = Number(log?.pruned_to ?? 0);
    this.compareUpTo(epochsOf(log?.epochs ?? null));
    try {
      this.claimed = await claimedErasures(this.sql, this.clientId);
      this.part = this.partFrom(await frontierAt(this.prunedTo, treeReader(this.sql, this.clientId)));
      return null;
    } catch {
      return { position: 1, reason: 'missing' };
    }
  }

  /** A former end that lies in an epoch which was ended before is not comparable. */
  private compareUpTo(epochs: readonly Epoch[]): void {
    const { former } = this;
    const next = former && epochs.find(({ name }) => laterThan(this.compared.epochs, former.epoch).includes(name));
    if (!former || !next) return;
    const isKnown = former.epoch === undefined || this.compared.epochs.includes(former.epoch);
    if (isKnown && former.size < next.from) return;
    this.restarted = { clientId: this.clientId, from: next.from, had: former.size };
    this.former = null;
  }

  private toEnd(end = Infinity): Promise<Found | null> {
    return this.part.follow(end, () => this.progress(this.events));
  }

  /** As many whole tiles as there are; the rest is for one thread. */
  private async inParallel(): Promise<Found | null> {
    if (!this.tiles) return null;
    const { level, width } = this.tiles;
    const log = await this.log('');
    const size = (log && this.seals.open(this.clientId, log.head)?.size) ?? 0;
    const [from, to] = [Math.ceil(this.prunedTo / width) * width, Math.floor(size / width) * width];
    if (from >= to) return null;
    const wrong = await this.toEnd(from);
    if (wrong || this.size < from) return wrong;
    const sizes = [...this.compared.known.keys(), ...(this.former ? [this.former.size] : [])];
    const reports = await this.tiles.verify(this.clientId, { from, to, sizes, claims: this.claimed }, (events) =>
      this.progress(this.events + events),
    );
    for (const { broken, saidPruned, saidEpochs, saidErased, erased, ends, root } of reports) {
      // What was known of sizes within the tile, now that what is before it is computed.
      const other = ends.find(
        ({ size: at, frontier }) => !this.isAsKnown(Frontier.parse(at, `${this.part.frontier.text} ${frontier}`.trim())),
      );
      if (other) return { position: other.size, reason: 'unlike' };
      if (broken) return broken;
      this.part.saidPruned = Math.max(this.part.saidPruned, saidPruned);
      this.part.saidEpochs.push(...saidEpochs);
      addErasures(this.part.saidErased, saidErased);
      addErasures(this.part.erased, erased);
      const above = this.part.frontier.appendSubtree(level, Buffer.from(root, 'base64url'));
      const unlike = this.isAsKnown(this.part.frontier)
        ? await this.part.wrongNode(above)
        : { position: this.size, reason: 'unlike' as const };
      if (unlike) return unlike;
    }
    return null;
  }

  private log(lock: string): Promise<LogRow | null> {
    return this.sql.first<LogRow>(`SELECT * FROM event_log WHERE client_id = ? ${lock}`, [logBytes(this.clientId)]);
  }

  /** Each is told of by an event, except in a log that has begun in it, and where the event was removed for its age. */
  private wrongEpoch(stored: readonly Epoch[]): Epoch | undefined {
    const { saidEpochs } = this.part;
    const isTold = ({ name, from }: Epoch) => saidEpochs.some((said) => said.name === name && said.from === from);
    const isStored = ({ name, from }: Epoch) => stored.some((epoch) => epoch.name === name && epoch.from === from);
    const isOurs = (epoch: Epoch) =>
      this.compared.epochs.includes(epoch.name) && (epoch.from === 1 || epoch.from <= this.prunedTo || isTold(epoch));
    return stored.find((epoch) => !isOurs(epoch)) ?? saidEpochs.find((epoch) => !isStored(epoch));
  }

  private atEnd(log: LogRow | null): Found | null {
    const { frontier, saidPruned } = this.part;
    const { size } = frontier;
    const head = log && this.seals.open(this.clientId, log.head);
    if (!log || !head || head.size > size) return { position: size + 1, reason: 'truncated' };
    if (head.size < size) return { position: head.size + 1, reason: 'altered' };
    if (head.root !== this.root) return { position: size, reason: 'unlike' };
    const wrong = this.wrongEpoch(epochsOf(log.epochs));
    if (wrong) return { position: wrong.from, reason: 'altered' };
    // Somebody has removed events, and set the mark.
    if (Number(log.pruned_to) > saidPruned) return { position: saidPruned + 1, reason: 'missing' };
    if (Number(log.size) !== size || log.frontier !== frontier.text) return { position: size + 1, reason: 'truncated' };
    const sizes = [...this.compared.known.keys(), this.former?.size ?? 0];
    return sizes.some((known) => known > size) ? { position: size + 1, reason: 'truncated' } : null;
  }

  /** With the log locked: an event of an erasure is sealed, or pending. */
  private async wrongErasure(): Promise<Found | null> {
    const { erased, saidErased } = this.part;
    await notePendingErasures(saidErased, this.sql, this.seals, this.clientId);
    const position = wrongErasure(this.claimed, erased, saidErased);
    return position === null ? null : { position, reason: 'altered' };
  }

  private isAsKnown(frontier: Frontier): boolean {
    const { size } = frontier;
    const roots = [this.compared.known.get(size), this.former?.size === size ? this.former.root : undefined];
    return roots.every((root) => root === undefined || root === rootOf(frontier));
  }
}

export const laterThan = (epochs: readonly string[], epoch = '') => epochs.filter((each) => each > epoch);

const rootOf = (frontier: Frontier) => frontier.root().toString('base64url');
