import { keepNewest } from '#application/access/keep-newest';
import type { DocumentQuery } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { conjunctsOf } from '#domain/documents/filter';
import { idBytes } from '../id-bytes';
import type { Sql } from '../sql';
import type { SearchEngine } from './search-engine';

/** To pass over so many documents is fast enough without memory. */
const FAR = 2000;
const MOST_WALKS = 500;
const MOST_LANDMARKS = 2000;
const KEPT_MS = 600_000;
/** Longer than any transaction: a change is dated by its start but visible only after its commit. */
const LONGEST_CHANGE_MS = 15_000;

/** Shows whether a client's documents have changed since a given time. */
interface ArchiveState {
  /** Highest code below which no document can still appear: codes are assigned before transactions end. */
  newest: number;
  /** Number and last time of the changes since the walk's `since`. */
  changes: number;
  lastChange: number;
  /** Milliseconds, by the database's clock. */
  readAt: number;
}

/** The number of documents that come before this code, newest first. */
interface Landmark {
  rank: number;
  code: number;
}

/** Memory of one search, from its requested pages: of documents up to its `newest`; newer ones are counted each time. */
interface Walk extends ArchiveState {
  since: number;
  landmarks: Landmark[];
  total: number | null;
}

interface NearPage {
  offset: number;
  below: number;
  remember(codes: readonly number[]): void;
}

/**
 * Remembers where far pages of running searches begin, so that page N need not skip N pages, and how many documents they have (ADR 54). A walk is
 * discarded as soon as a document of the client changes or is deleted. Raw SQL: parts of the search.
 */
export class FarPages {
  private readonly walks = new Map<string, Walk>();

  constructor(private readonly sql: Sql) {}

  /** The first document of the page is not far behind it, so that fewer need be passed over; null: nothing is remembered of such a page. */
  async nearest(scope: Scope, query: DocumentQuery, engine: SearchEngine, offset: number): Promise<NearPage | null> {
    if (offset < FAR || !isRemembered(scope, query)) return null;
    const { walk, newer } = await this.walk(scope, engine);
    if (offset < newer) return null;
    const rank = offset - newer;
    const near = walk.landmarks.findLast((each) => each.rank <= rank) ?? { rank: 0, code: walk.newest + 1 };
    const remember = (codes: readonly number[]) => {
      const [first, last] = [codes[0], codes.at(-1)];
      if (first === undefined || last === undefined) return;
      addTo(walk, { rank, code: first + 1 });
      addTo(walk, { rank: rank + codes.length, code: last });
    };
    return { offset: rank - near.rank, below: near.code, remember };
  }

  /** Those of very many are counted once, and then what is filed since. */
  async total(scope: Scope, query: DocumentQuery, engine: SearchEngine): Promise<number> {
    if (!isRemembered(scope, query)) return engine.total();
    if (!this.walks.has(engine.id)) {
      const total = await engine.total();
      if (total >= FAR) this.begin(engine, await this.state(scope));
      return total;
    }
    const { walk, newer } = await this.walk(scope, engine);
    walk.total ??= await engine.total(walk.newest);
    return walk.total + newer;
  }

  /** The memory of a search, and the number of newer matches. */
  private async walk(scope: Scope, engine: SearchEngine): Promise<{ walk: Walk; newer: number }> {
    const known = this.walks.get(engine.id);
    const state = await this.state(scope, known?.since);
    const isSame = known?.changes === state.changes && known.lastChange === state.lastChange;
    const isValid = known && isSame && state.readAt - known.readAt <= KEPT_MS;
    const walk = isValid ? known : this.begin(engine, known ? await this.state(scope) : state);
    return { walk, newer: await engine.since(walk.newest) };
  }

  private begin({ id }: SearchEngine, state: ArchiveState): Walk {
    const walk = { ...state, since: state.readAt - LONGEST_CHANGE_MS, landmarks: [], total: null };
    keepNewest(this.walks, id, walk, MOST_WALKS);
    return walk;
  }

  /** Reads indexes only; changes since then are counted one by one. */
  private async state({ clientId }: Scope, since?: number): Promise<ArchiveState> {
    const client = idBytes(clientId);
    const from = since === undefined ? `${this.sql.now} - ${LONGEST_CHANGE_MS}` : '?';
    const row = await this.sql.first<Record<keyof ArchiveState, number | null>>(
      `SELECT ${this.sql.now} AS readAt,
         (SELECT document.code FROM document WHERE document.client_id = ? AND document.created_at < ${this.sql.now} - ${LONGEST_CHANGE_MS}
            ORDER BY document.code DESC LIMIT 1) AS newest,
         (SELECT COUNT(*) FROM document WHERE document.client_id = ? AND document.changed_at >= ${from}) AS changes,
         (SELECT MAX(document.changed_at) FROM document WHERE document.client_id = ?) AS lastChange`,
      [client, client, ...(since === undefined ? [] : [since]), client],
    );
    const number = (name: keyof ArchiveState) => Number(row?.[name] ?? 0);
    return { readAt: number('readAt'), newest: number('newest'), changes: number('changes'), lastChange: number('lastChange') };
  }
}

function addTo({ landmarks }: Walk, landmark: Landmark): void {
  if (landmarks.length >= MOST_LANDMARKS || landmarks.some(({ rank }) => rank === landmark.rank)) return;
  landmarks.push(landmark);
  landmarks.sort((a, b) => a.rank - b.rank);
}

/** Changed cells of list rows leave no trace in the documents that show them. */
function isRemembered({ client }: Scope, { filter }: DocumentQuery): boolean {
  const asked = new Set(conjunctsOf(filter).flatMap((each) => ('fields' in each ? each.fields.map(({ fieldCode }) => fieldCode) : [])));
  return asked.size === 0 || !client.structure.lists.some(({ fields }) => fields.some(({ code }) => asked.has(code)));
}
