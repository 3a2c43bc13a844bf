import { Injectable } from '@nestjs/common';
import { DocumentSearch, type FoundDocument, type SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { idBytes } from '../id-bytes';
import type { Condition } from '../scope-condition';
import { Sql } from '../sql';
import { sumOfCounts } from './document-counts';
import { FoundPages } from './found-pages';
import { searchedCode } from './list-copies';
import { LONGEST_CHANGE_MS, SearchMemory, type ArchiveState, type Walk } from './search-memory';
import type { SearchSql } from './search-sql';
import { LIMITS, Question, SearchWays } from './search-ways';
import type { Bounds } from './search-terms';

/** Skipping this many documents is fast enough without memory. */
const FAR = 2000;

/** Changed cells of list rows leave no trace in the documents that show them. */
const isRemembered = ({ reaches }: Scope, { fields }: SearchConditions) =>
  reaches.length === 1 && fields.every((group) => group.every(({ ofList }) => !ofList));

/** With the codes under which the values of documents of this status are found. */
function bySearchedCodes(conditions: SearchConditions): SearchConditions {
  const isDeleted = conditions.status === 'deleted';
  const fields = conditions.fields.map((group) =>
    group.map((value) => ({ ...value, fieldCode: searchedCode(value.fieldCode, isDeleted) })),
  );
  return { ...conditions, fields };
}

/** Written statements: measured, a page of entities costs up to fourteen times a written join. */
@Injectable()
export class TypeOrmDocumentSearch extends DocumentSearch {
  protected readonly limits = LIMITS;
  private readonly memory = new SearchMemory();
  private readonly pages: FoundPages;

  constructor(private readonly sql: Sql) {
    super();
    this.pages = new FoundPages(sql);
  }

  /** Reads the codes of the page from indexes only, then its documents: in the same statement where one finds the codes. */
  async page(scope: Scope, conditions: SearchConditions, page: number, pageSize: number): Promise<FoundDocument[]> {
    const question = new Question(scope, bySearchedCodes(conditions));
    const offset = (page - 1) * pageSize;
    const isNear = offset < FAR || !isRemembered(scope, conditions);
    const found = isNear ? await this.ways.page(question, pageSize, offset) : await this.farCodes(question, pageSize, offset);
    return Array.isArray(found) ? this.pages.ofCodes(scope, found) : this.pages.found(scope, found);
  }

  async count(scope: Scope, conditions: SearchConditions): Promise<number> {
    const sum = sumOfCounts(scope, conditions);
    if (sum) return this.numberOf(sum);
    const question = new Question(scope, bySearchedCodes(conditions));
    const { free } = question;
    const counted = async (bounds?: Bounds) => this.total(await this.ways.counted(question), bounds);
    if (!isRemembered(scope, conditions) || !this.memory.isLarge(free.id)) {
      const total = await counted();
      if (total >= FAR) this.memory.noteLarge(free.id);
      return total;
    }
    const { walk, newer } = await this.walk(scope, free);
    walk.total ??= await counted({ below: walk.newest + 1 });
    return walk.total + newer;
  }

  private get ways(): SearchWays {
    return new SearchWays(this.sql, this.limits);
  }

  private async codes(question: Question, limit: number, offset: number, below?: number): Promise<number[]> {
    const found = await this.ways.page(question, limit, offset, below);
    return Array.isArray(found) ? found : (await this.sql.rows<{ code: number }>(found.sql, found.parameters)).map(({ code }) => code);
  }

  /** Continues from an earlier page of the same search, if known. */
  private async farCodes(question: Question, limit: number, offset: number): Promise<number[]> {
    const { walk, newer } = await this.walk(question.scope, question.free);
    if (offset < newer) return this.codes(question, limit, offset);
    const { rank, code } = this.memory.nearest(walk, offset - newer);
    const codes = await this.codes(question, limit, offset - newer - rank, code);
    const [first, last] = [codes[0], codes.at(-1)];
    if (first !== undefined && last !== undefined) {
      this.memory.remember(walk, { rank: offset - newer, code: first + 1 });
      this.memory.remember(walk, { rank: offset - newer + codes.length, code: last });
    }
    return codes;
  }

  /** The memory of a search, and the number of newer matches. */
  private async walk(scope: Scope, search: SearchSql): Promise<{ walk: Walk; newer: number }> {
    const walk = (await this.known(scope, search.id)) ?? this.memory.begin(search.id, await this.state(scope, search.id));
    return { walk, newer: await this.total(search, { from: walk.newest + 1 }) };
  }

  private async known(scope: Scope, search: string): Promise<Walk | null> {
    return this.memory.since(search) === undefined ? null : this.memory.valid(search, await this.state(scope, search));
  }

  private async total(search: SearchSql, bounds: Bounds = {}): Promise<number> {
    return this.numberOf(search.count(bounds));
  }

  private async numberOf({ sql, parameters }: Condition): Promise<number> {
    return Number((await this.sql.first<{ total: number }>(sql, parameters))?.total ?? 0);
  }

  /** Reads indexes only; changes since the walk began are counted one by one. */
  private async state(scope: Scope, search: string): Promise<ArchiveState> {
    const client = idBytes(scope.clientId);
    const since = this.memory.since(search);
    const from = since === undefined ? `${this.sql.now} - ${LONGEST_CHANGE_MS}` : '?';
    const row = await this.sql.first<Record<keyof ArchiveState, number | null>>(
      `SELECT ${this.sql.now} AS now,
         (SELECT d.code FROM document d WHERE d.client_id = ? AND d.created_at < ${this.sql.now} - ${LONGEST_CHANGE_MS}
            ORDER BY d.code DESC LIMIT 1) AS newest,
         (SELECT COUNT(*) FROM document d WHERE d.client_id = ? AND d.changed_at >= ${from}) AS changes,
         (SELECT MAX(d.changed_at) FROM document d WHERE d.client_id = ?) AS lastChange`,
      [client, client, ...(since === undefined ? [] : [since]), client],
    );
    const number = (name: keyof ArchiveState) => Number(row?.[name] ?? 0);
    return { now: number('now'), newest: number('newest'), changes: number('changes'), lastChange: number('lastChange') };
  }
}
