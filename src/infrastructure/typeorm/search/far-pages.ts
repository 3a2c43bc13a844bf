import type { DocumentQuery } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { conjunctsOf } from '#domain/documents/filter';
import { idBytes } from '../id-bytes';
import type { Condition } from '../scope-condition';
import type { Sql } from '../sql';
import type { SearchEngine } from './search-engine';
import { LONGEST_CHANGE_MS, SearchMemory, type ArchiveState, type Walk } from './search-memory';

/** To pass over so many documents is fast enough without memory. */
const FAR = 2000;

/** Where pages of running searches ended, and how many documents they have. Raw SQL: parts of the search. */
export class FarPages {
  private readonly memory = new SearchMemory();

  constructor(private readonly sql: Sql) {}

  /** The first document of the page is not far behind it, so that fewer need be passed over; null: nothing is remembered of such a page. */
  async nearest(
    scope: Scope,
    query: DocumentQuery,
    engine: SearchEngine,
    offset: number,
  ): Promise<{ offset: number; below: number; remember(codes: readonly number[]): void } | null> {
    // prettier-ignore
    if (offset < FAR || !isRemembered(scope, query)) return null;
    const { walk, newer } = await this.walk(scope, engine);
    if (offset < newer) return null;
    const { rank, code } = this.memory.nearest(walk, offset - newer);
    const remember = (codes: readonly number[]) => {
      const [first, last] = [codes[0], codes.at(-1)];
      if (first === undefined || last === undefined) return;
      this.memory.remember(walk, { rank: offset - newer, code: first + 1 });
      this.memory.remember(walk, { rank: offset - newer + codes.length, code: last });
    };
    return { offset: offset - newer - rank, below: code, remember };
  }

  /** Those of very many are counted once, and then what is filed since. */
  async total(scope: Scope, query: DocumentQuery, engine: SearchEngine): Promise<number> {
    if (!isRemembered(scope, query)) return engine.total();
    if (!this.memory.isLarge(engine.id)) {
      const total = await engine.total();
      if (total >= FAR) this.memory.noteLarge(engine.id);
      return total;
    }
    const { walk, newer } = await this.walk(scope, engine);
    walk.total ??= await engine.total(walk.newest);
    return walk.total + newer;
  }

  /** The memory of a search, and the number of newer matches. */
  private async walk(scope: Scope, engine: SearchEngine): Promise<{ walk: Walk; newer: number }> {
    const known = this.memory.since(engine.id) === undefined ? null : this.memory.valid(engine.id, await this.state(scope, engine.id));
    const walk = known ?? this.memory.begin(engine.id, await this.state(scope, engine.id));
    return { walk, newer: await engine.since(walk.newest) };
  }

  /** Reads indexes only; changes since the walk began are counted one by one. */
  private async state(scope: Scope, search: string): Promise<ArchiveState> {
    const client = idBytes(scope.clientId);
    const since = this.memory.since(search);
    const from: Condition = since === undefined ? { sql: `${this.sql.now} - ${LONGEST_CHANGE_MS}`, parameters: [] } : { sql: '?', parameters: [since] }; // prettier-ignore
    const row = await this.sql.first<Record<keyof ArchiveState, number | null>>(
      `SELECT ${this.sql.now} AS now,
         (SELECT d.code FROM document d WHERE d.client_id = ? AND d.created_at < ${this.sql.now} - ${LONGEST_CHANGE_MS}
            ORDER BY d.code DESC LIMIT 1) AS newest,
         (SELECT COUNT(*) FROM document d WHERE d.client_id = ? AND d.changed_at >= ${from.sql}) AS changes,
         (SELECT MAX(d.changed_at) FROM document d WHERE d.client_id = ?) AS lastChange`,
      [client, client, ...from.parameters, client],
    );
    const number = (name: keyof ArchiveState) => Number(row?.[name] ?? 0);
    return { now: number('now'), newest: number('newest'), changes: number('changes'), lastChange: number('lastChange') };
  }
}

/** Changed cells of list rows leave no trace in the documents that show them. */
function isRemembered({ client }: Scope, { filter }: DocumentQuery): boolean {
  const asked = new Set(conjunctsOf(filter).flatMap((each) => ('fields' in each ? each.fields.map(({ fieldCode }) => fieldCode) : [])));
  return asked.size === 0 || !client.structure.lists.some(({ fields }) => fields.some(({ code }) => asked.has(code)));
}
