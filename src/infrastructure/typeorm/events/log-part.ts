import { Frontier, type StoredNode } from '#libs/merkle-log';
import type { LogBreak } from '#application/ports/sealed-events';
import type { AuditSubject } from '#domain/audit/audit-event';
import type { Epoch } from '#domain/audit/epochs';
import { thingOf } from '#domain/audit/event-leaf';
import { logBytes } from '../log-bytes';
import { places, type Sql } from '../sql';
import { ERASED_GROUPS, noErasures, noteErasure, type ErasuresByGroup } from './erasures';
import { saltedOf, type SaltedRow } from './event-row';
import type { EventSeals } from './event-seals';

export const BATCH = 1000;

export type Found = Omit<LogBreak, 'clientId'>;

/** The leaf as its row says; null: the row is not as it was sealed. */
export function leafOf(seals: EventSeals, row: SaltedRow, position: number): Buffer | null {
  try {
    const subject = JSON.parse(row.subject) as AuditSubject;
    if (hasValuesOfErased(seals, row)) return null;
    const leaf = seals.leaf(saltedOf(row), position);
    return leaf.toString('base64url') === row.hash && thingOf(subject) === row.thing ? leaf : null;
  } catch {
    return null;
  }
}

/** The leaf does not cover them: of an erased group it has the kept commitment. Files are never erased. */
const hasValuesOfErased = (seals: EventSeals, row: SaltedRow) =>
  seals.isErased(row, 'files') ||
  (seals.isErased(row, 'author') && row.user_id !== null) ||
  (seals.isErased(row, 'origin') && (row.address !== null || row.request_id !== null));

/**
 * Events of one log in their order, computed again and compared with the stored nodes.
 * Raw SQL: millions of rows, in batches.
 */
export class LogPart {
  /** Up to here events were removed, as the log itself says. */
  saidPruned = 0;
  /** Epochs that the log itself says have begun. */
  readonly saidEpochs: Epoch[] = [];
  /** What was erased, as the log itself says. */
  readonly saidErased = noErasures();
  /** How much is erased, and where no event was known that says so. */
  readonly erased = noErasures();

  /**
   * @param before how many events of the log the frontier leaves out; a multiple of the largest node that is completed
   * @param claims of the events that tell of erasures, which come later than what they erase
   * @param isAsKnown asked at each size
   */
  constructor(
    private readonly sql: Sql,
    private readonly seals: EventSeals,
    private readonly clientId: string,
    readonly frontier: Frontier,
    private readonly before: number,
    private readonly claims: ErasuresByGroup,
    private readonly isAsKnown: (size: number) => boolean,
  ) {}

  get position(): number {
    return this.before + this.frontier.size;
  }

  /** Up to this position at most; answers the first event that is wrong. */
  async follow(end: number, progress: () => void): Promise<Found | null> {
    for (let count = BATCH; count === BATCH && this.position < end;) {
      const step = await this.step(Math.min(BATCH, end - this.position));
      if (typeof step === 'object') return step;
      count = step;
      progress();
    }
    return null;
  }

  /** Nodes that are complete: whoever hashes an altered event again has to do so with the nodes above it, too. */
  async wrongNode(nodes: readonly StoredNode[]): Promise<Found | null> {
    if (nodes.length === 0) return null;
    const levels = [...new Set(nodes.map(({ level }) => level))];
    const indexOf = ({ level, index }: StoredNode) => this.before / 2 ** level + index;
    const rows = await this.sql.rows<{ level: number; idx: number; hash: string }>(
      `SELECT level, idx, hash FROM event_node
       WHERE client_id = ? AND level IN (${places(levels)}) AND idx IN (${places(nodes)})`,
      [logBytes(this.clientId), ...levels, ...nodes.map(indexOf)],
    );
    const stored = new Map(rows.map(({ level, idx, hash }) => [`${level} ${idx}`, hash]));
    const wrong = nodes.find((node) => stored.get(`${node.level} ${indexOf(node)}`) !== node.hash.toString('base64url'));
    return wrong ? { position: (indexOf(wrong) + 1) * 2 ** wrong.level, reason: 'unlike' } : null;
  }

  /** Takes the next events in; answers how many there were, or the first that is wrong. */
  private async step(limit: number): Promise<number | Found> {
    const rows = await this.sql.rows<SaltedRow>('SELECT * FROM event WHERE client_id = ? AND position > ? ORDER BY position LIMIT ?', [
      logBytes(this.clientId),
      this.position,
      limit,
    ]);
    const nodes: StoredNode[] = [];
    for (const row of rows) {
      const position = this.position + 1;
      if (Number(row.position) !== position) return { position, reason: 'missing' };
      const leaf = leafOf(this.seals, row, position);
      if (!leaf) return { position, reason: 'altered' };
      this.noteErased(row, position);
      if (row.action === 'trail.prune') this.saidPruned = Number((JSON.parse(row.subject) as { upTo: number }).upTo);
      if (row.action === 'trail.restart') {
        const { epoch, from } = JSON.parse(row.subject) as { epoch: string; from: number };
        this.saidEpochs.push({ name: epoch, from });
      }
      nodes.push(...this.frontier.append(leaf));
      if (!this.isAsKnown(position)) return { position, reason: 'unlike' };
    }
    return (await this.wrongNode(nodes)) ?? rows.length;
  }

  private noteErased(row: SaltedRow, position: number): void {
    noteErasure(this.saidErased, row.action, row.subject);
    for (const group of ERASED_GROUPS) {
      if (!this.seals.isErased(row, group)) continue;
      this.erased[group].events++;
      if (!this.claims[group].positions.covers(position)) this.erased[group].positions.add(position, position);
    }
  }
}
