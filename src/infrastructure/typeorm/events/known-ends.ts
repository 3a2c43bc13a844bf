import type { AnchorsVerified } from '#application/ports/sealed-events';
import { checkToken } from '#libs/pdf-signature';
import type { Sql } from '../sql';
import { headOf, leavesOf, rootOf, type AnchorRow } from './typeorm-trail-anchors';

/** Of one statement. */
const BATCH = 20;

/** What logs must have looked like at some sizes, as they were anchored. Raw SQL: batches by primary key. */
export class KnownEnds {
  private readonly ends = new Map<string, Map<number, string>>();
  readonly anchors: AnchorsVerified = { total: 0, broken: [] };

  get clients(): Iterable<string> {
    return this.ends.keys();
  }

  /** Roots of a log by its sizes. */
  of(clientId: string): ReadonlyMap<number, string> {
    return this.ends.get(clientId) ?? new Map<number, string>();
  }

  async read(sql: Sql): Promise<void> {
    let rows: AnchorRow[] = [];
    do {
      rows = await sql.rows<AnchorRow>('SELECT * FROM event_anchor WHERE day > ? ORDER BY day LIMIT ?', [rows.at(-1)?.day ?? '', BATCH]);
      for (const row of rows) if (!this.take(row)) this.anchors.broken.push(row.day);
      this.anchors.total += rows.length;
    } while (rows.length === BATCH);
  }

  private take({ root, leaves: text, token }: AnchorRow): boolean {
    const leaves = leavesOf(text);
    const isWhole = leaves.length > 0 && rootOf(leaves) === root && (token === null || isOver(token, root));
    return (
      isWhole &&
      leaves.every(([clientId, text]) => {
        const head = headOf(text);
        return head !== null && this.add(clientId, head.size, head.root);
      })
    );
  }

  /** Whether nothing else is known of that size. */
  private add(clientId: string, size: number, root: string): boolean {
    const ends = this.ends.get(clientId) ?? new Map<number, string>();
    this.ends.set(clientId, ends);
    const known = ends.get(size) ?? root;
    ends.set(size, known);
    return known === root;
  }
}

function isOver(token: string, root: string): boolean {
  try {
    checkToken(Buffer.from(token, 'base64'), Buffer.from(root, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
