import { Injectable } from '@nestjs/common';
import { Frontier, inclusionProof, leafHash, parseCheckpoint, readerOf, type Hash } from '#libs/merkle-log';
import { type Anchor, type AnchoredHead, type FileEvent, TrailAnchors } from '#application/ports/sealed-events';
import { isDuplicate } from '../database-errors';
import { logOf } from '../log-bytes';
import { Sql } from '../sql';
import { EventSeals } from './event-seals';

export interface AnchorRow {
  day: string;
  root: string;
  leaves: string;
  token: string | null;
}

/** The signed head of a client's log. */
type Leaf = [clientId: string, head: string];

/** Raw SQL: the heads of all clients are read at once, and a token is kept only where there is none yet. */
@Injectable()
export class TypeOrmTrailAnchors extends TrailAnchors {
  constructor(
    private readonly sql: Sql,
    private readonly seals: EventSeals,
  ) {
    super();
  }

  async make(day: string): Promise<void> {
    if (await this.sql.first('SELECT 1 FROM event_anchor WHERE day = ?', [day])) return;
    const logs = await this.sql.rows<{ client_id: Uint8Array; head: string }>('SELECT client_id, head FROM event_log ORDER BY client_id');
    // Of a log that waits for an operator, no head is vouched for.
    const leaves = logs.map((log): Leaf => [logOf(log.client_id), log.head]).filter(([clientId, head]) => this.seals.open(clientId, head));
    if (leaves.length === 0) return;
    try {
      await this.sql.insert('event_anchor', ['day', 'root', 'leaves'], [[day, rootOf(leaves), JSON.stringify(leaves)]]);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async unstamped(since: string): Promise<Anchor[]> {
    const rows = await this.sql.rows<Pick<AnchorRow, 'day' | 'root'>>(
      'SELECT day, root FROM event_anchor WHERE day >= ? AND token IS NULL ORDER BY day DESC',
      [since],
    );
    return rows.map(({ day, root }) => ({ day, root: Buffer.from(root, 'base64url'), token: null }));
  }

  async keepToken(day: string, token: Buffer): Promise<void> {
    await this.sql.write('UPDATE event_anchor SET token = ? WHERE day = ? AND token IS NULL', [token.toString('base64'), day]);
  }

  async covering(clientId: string, { position, at }: Pick<FileEvent, 'position' | 'at'>): Promise<AnchoredHead | null> {
    const after = await this.sql.first<AnchorRow>('SELECT * FROM event_anchor WHERE day > ? ORDER BY day LIMIT 1', [
      at.toISOString().slice(0, 10),
    ]);
    const first = after && (await headCovering(after, clientId, position));
    // An anchor has the heads of all clients: the second one is read only where it may be the better one.
    if (first && first.token !== null) return first;
    const newest = await this.sql.first<AnchorRow>('SELECT * FROM event_anchor WHERE day > ? ORDER BY day DESC LIMIT 1', [
      after?.day ?? '',
    ]);
    const last = newest && (await headCovering(newest, clientId, position));
    return last && (last.token !== null || !first) ? last : first;
  }
}

async function headCovering(
  { day, root, leaves: text, token }: AnchorRow,
  clientId: string,
  position: number,
): Promise<AnchoredHead | null> {
  const leaves = leavesOf(text);
  const index = leaves.findIndex(([id]) => id === clientId);
  const checkpoint = leaves[index]?.[1] ?? '';
  const size = headOf(checkpoint)?.size;
  if (size === undefined || size < position) return null;
  const hashes = await inclusionProof(index, leaves.length, readerOf(leaves.map(hashOf)));
  const proof = { checkpoint, size, place: index + 1, leaves: leaves.length, hashes: hashes.map((hash) => Buffer.from(hash)) };
  return { day, root: Buffer.from(root, 'base64url'), token, ...proof };
}

/** None of a text that somebody has altered. */
export function leavesOf(text: string): Leaf[] {
  try {
    const leaves = JSON.parse(text) as Leaf[];
    return leaves.every(([clientId, head]) => typeof clientId === 'string' && typeof head === 'string') ? leaves : [];
  } catch {
    return [];
  }
}

/** Of an anchor's leaf. By which key it was signed does not matter here: whoever is shown it looks, and `verify` compares the root. */
export function headOf(head: string): { size: number; root: string } | null {
  try {
    const { size, root } = parseCheckpoint(head.slice(0, head.indexOf('\n\n') + 1));
    return { size, root: Buffer.from(root).toString('base64url') };
  } catch {
    return null;
  }
}

export function rootOf(leaves: readonly Leaf[]): string {
  const frontier = Frontier.empty();
  for (const leaf of leaves) frontier.append(hashOf(leaf));
  return frontier.root().toString('base64url');
}

/** With its signature: the stamp shows that this existed, too. */
const hashOf = ([, head]: Leaf): Hash => leafHash(Buffer.from(head));
