import { idBytes } from '#infrastructure/typeorm/id-bytes';
import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/documents/typeorm-document-search';
import { Sql, type Parameter } from '#infrastructure/typeorm/sql';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { randomFrom } from '../builders/random';
import { onEveryServer } from './support/implementations';
import { report } from './support/report';
import { fullScansOf, inWords, type PlanRow } from './support/plans';
import { addCrowd, choicesOf, CROWD, manyValues, widestOf, type Choice, type Crowd } from './support/search-crowd';
import { serverArchive, type Archive } from './support/typeorm-archive';

const SEED = 2026;
const SAMPLE = 1000;
const CONNECTIONS = 4;
const LONGEST_PLANNING_MS = 2000;

interface Statement {
  sql: string;
  parameters: readonly Parameter[];
}

/** Where the levels have their newest documents: so that windows are looked through, down to the first document. */
const isNewest = ({ sql }: Statement) => sql.startsWith('SELECT MAX(d.code) AS newest');

/** Keeps the statements that an adapter would run; nothing is found but what the test says. */
class RecordingSql extends Sql {
  readonly statements: Statement[] = [];
  found: object[] = [];

  override async rows<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    this.statements.push({ sql, parameters });
    if (isNewest({ sql, parameters })) return [{ newest: CROWD }] as Row[];
    return this.found.splice(0) as Row[];
  }
}

interface Case {
  name: string;
  conditions: SearchConditions;
}

/** All that are named together, each by the value that few documents have, or by the one that many have. */
function together(choices: ReadonlyMap<string, Choice>, named: readonly (readonly [string, 0 | 1])[]): Case {
  const parts = named.map(([name, which]) => choices.get(name)![which]);
  const fields = parts.flatMap((part) => part.fields ?? []);
  const name = named.map(([each, which]) => `${each} (${which ? 'common' : 'rare'})`).join(' + ');
  return { name: name || 'no condition', conditions: { ...Object.assign({}, ...parts), fields } };
}

/** Up to three conditions in every way, all of them, and a sample of what lies between. */
function casesOf(choices: ReadonlyMap<string, Choice>): Case[] {
  const names = [...choices.keys()];
  const random = randomFrom(SEED);
  const either = () => (random() < 0.5 ? 0 : 1);
  const cases = [together(choices, [])];
  for (let a = 0; a < names.length; a++) {
    for (const which of [0, 1] as const) {
      cases.push(together(choices, [[names[a]!, which]]));
      for (let b = a + 1; b < names.length; b++) {
        for (const other of [0, 1] as const)
          cases.push(
            together(choices, [
              [names[a]!, which],
              [names[b]!, other],
            ]),
          );
      }
    }
    for (let b = a + 1; b < names.length; b++) {
      for (let c = b + 1; c < names.length; c++) {
        const three = [a, b, c].map((index) => names[index]!);
        cases.push(
          together(
            choices,
            three.map((name) => [name, 0]),
          ),
          together(
            choices,
            three.map((name) => [name, 1]),
          ),
        );
        cases.push(
          together(
            choices,
            three.map((name) => [name, either()]),
          ),
        );
      }
    }
  }
  for (const which of [0, 1] as const)
    cases.push(
      together(
        choices,
        names.map((name) => [name, which]),
      ),
    );
  for (let index = 0; index < SAMPLE; index++) {
    const size = 4 + Math.floor(random() * (names.length - 4));
    const picked = names.map((name) => [random(), name] as const).sort(([x], [y]) => x - y);
    cases.push(
      together(
        choices,
        picked.slice(0, size).map(([, name]) => [name, either()]),
      ),
    );
  }
  return cases;
}

/** Aliases of the tables that hold documents and values; units and boxes are few. */
const OF_DOCUMENTS = /^([dvl]\d*)$/;

const isFullScan = fullScansOf(OF_DOCUMENTS, CROWD);

/** A filter for which all documents, or all values, must be read is one index short. */
onEveryServer('plans of searches', (implementation, server) => {
  describe(implementation, () => {
    let archive: Archive;
    let choices: ReadonlyMap<string, Choice>;
    let whole: Scope;
    let finance: Scope;
    let crowd: Crowd;
    let widest: readonly SearchConditions[];
    beforeAll(async () => {
      archive = await serverArchive(server)();
      [whole, finance] = await Promise.all([scopeOf(archive), scopeOf(archive, 'financeiro')]);
      const other = (await archive.structures.load(DEMO.otherClient, 1))!;
      crowd = { demo: whole.client.structure, other };
      await addCrowd(archive.sql, crowd);
      choices = choicesOf(crowd);
      widest = widestOf(crowd);
    });
    afterAll(() => archive.close());

    /** What the adapter asks for a page and for the count; the page is far back, or its documents are read, too. */
    const statementsOf = async (scope: Scope, conditions: SearchConditions, { page = 1, found = [] as number[] } = {}) => {
      const recording = new RecordingSql(archive.dataSource, new TypeOrmUnitOfWork(archive.dataSource));
      const search = new TypeOrmDocumentSearch(recording);
      recording.found = found.map((code) => ({ code, client_id: idBytes(scope.clientId), shown: JSON.stringify({ v: {}, r: [code] }) }));
      await search.page(scope, conditions, page, 50);
      await search.count(scope, conditions);
      return recording.statements;
    };
    const keyword = () => (archive.dataSource.options.type === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL');
    const explain = ({ sql, parameters }: Statement) => archive.sql.rows<PlanRow>(`${keyword()} ${sql}`, parameters);

    /** Says which cases read everything, with their plans, how many plans there were, and how many found something to plan. */
    const check = async (scope: Scope, cases: readonly Case[], options?: { page?: number; found?: number[] }) => {
      const scans: string[] = [];
      const queue = [...cases];
      let [plans, empty] = [0, 0];
      const work = async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          for (const statement of await statementsOf(scope, next.conditions, options)) {
            const plan = await explain(statement);
            plans++;
            const isLookedUp = isNewest(statement);
            if (!isLookedUp && plan.every(({ table }) => table === null)) empty++;
            // The newest is the end of an index: to plan it is to find it.
            if (plan.some(isLookedUp ? ({ table }) => OF_DOCUMENTS.test(table ?? '') : isFullScan))
              scans.push(`${next.name}: ${statement.sql.slice(0, 40)}… ${inWords(plan)}`);
          }
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, work));
      return { scans: scans.sort(), plans, empty };
    };
    const named = (conditions: readonly SearchConditions[]): Case[] =>
      conditions.map((it) => ({ name: JSON.stringify(it), conditions: it }));

    it('use indexes for any combination', async () => {
      const cases = casesOf(choices);
      const started = Date.now();
      const { scans, plans, empty } = await check(whole, cases);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      report(implementation, `${plans} plans of ${cases.length} combinations (seed ${SEED}) in ${seconds} s, ${scans.length} full scans`);
      expect(scans).toEqual([]);
      // A plan that the optimizer need not make, because nothing can be found, says nothing.
      expect(empty).toBe(0);
    });

    it('use indexes for users of some levels', async () => {
      const { scans, plans } = await check(finance, [...casesOf(choices).slice(0, 400), ...named(widest)]);
      report(implementation, `${plans} plans within one level, ${scans.length} full scans`);
      expect(scans).toEqual([]);
    });

    it('use indexes for conditions that most documents meet', async () => {
      const { scans } = await check(whole, named(widest));
      expect(scans).toEqual([]);
    });

    it('use indexes for far pages and for the documents of a page', async () => {
      const far = await check(whole, [...casesOf(choices).slice(0, 400), ...named(widest)], { page: 60 });
      expect(far.scans).toEqual([]);
      const codes = Array.from({ length: 50 }, (_, index) => CROWD - 3 * index);
      const nodeCodes = [DEMO.contracts, DEMO.records].map((id) => crowd.demo.node(id)!.code);
      const shown = await check(whole, named([{ fields: [] }, { fields: [], nodeCodes }]), { found: codes });
      // Two with its documents found at once, one of them for the count; the other finds codes first; both read rows of lists.
      expect(shown.plans).toBeGreaterThanOrEqual(6);
      expect(shown.scans).toEqual([]);
    });

    it.each([
      ['all', {}, 'd.deleted_at IS NULL', []],
      ['of a status', { status: 'lent' as const }, 'd.status = ?', [DOCUMENT_STATUS.lent]],
      ['by a user', { createdBy: userId('financeiro') }, 'd.deleted_at IS NULL AND d.created_by = ?', [idBytes(userId('financeiro'))]],
      [
        'of a status by a user',
        { status: 'deleted' as const, createdBy: userId('demo') },
        'd.status = ? AND d.created_by = ?',
        [DOCUMENT_STATUS.deleted, idBytes(userId('demo'))],
      ],
    ])('find all documents of several levels in order, window by window: %s', async (_, asked, where, parameters) => {
      const nodeCodes = [DEMO.contracts, DEMO.records].map((id) => crowd.demo.node(id)!.code);
      const rows = await archive.sql.rows<{ code: number }>(
        `SELECT d.code FROM document d WHERE d.client_id = ? AND d.node_code IN (?, ?) AND ${where} ORDER BY d.code DESC`,
        [idBytes(DEMO.client), ...nodeCodes, ...parameters],
      );
      const search = new TypeOrmDocumentSearch(archive.sql);
      for (const [page, size] of [
        [1, 10],
        [7, 10],
        [3, 250],
        [2, Math.ceil(rows.length / 2)],
        [1, rows.length + 1],
        [1_000_000_000, 500],
        [2, 10],
      ] as const) {
        const found = await search.page(whole, { fields: [], nodeCodes, ...asked }, page, size);
        expect(found.map(({ code }) => code)).toEqual(rows.slice((page - 1) * size, page * size).map(({ code }) => Number(code)));
      }
    });

    // The optimizer tries all orders of so many tables, unless it is told not to: planning takes longer than any reading.
    it.each([
      [12, false],
      [100, false],
      [12, true],
      [25, true],
      [100, true],
    ])('are built quickly for %d values (of a list: %p)', async (count, ofList) => {
      const [statement] = await statementsOf(whole, manyValues(crowd, count, ofList));
      const runner = archive.dataSource.createQueryRunner();
      const [{ id }] = (await runner.query('SELECT CONNECTION_ID() AS id')) as [{ id: number }];
      const impatience = setTimeout(() => void archive.sql.rows(`KILL QUERY ${id}`), LONGEST_PLANNING_MS);
      try {
        const plan = (await runner.query(`${keyword()} ${statement!.sql}`, [...statement!.parameters])) as PlanRow[];
        expect(plan.filter(isFullScan)).toEqual([]);
      } finally {
        clearTimeout(impatience);
        await runner.release();
      }
    });

    it('report the failing port without the message of the database', async () => {
      await expect(archive.sql.rows('SELECT nothing')).rejects.toMatchObject({ stack: expect.stringContaining('sql.ts') as string });
    });

    it.each([
      ['a table', 'SELECT d.code FROM document d WHERE d.file_count = ?'],
      ['an index', 'SELECT COUNT(d.code) FROM document d WHERE d.code % 7 = ?'],
      ['all values', 'SELECT COUNT(*) FROM document d JOIN document_value v0 ON v0.document_code = d.code AND v0.value = ?'],
    ])('differ from reading %s', async (_, statement) => {
      expect((await explain({ sql: statement, parameters: [1] })).some(isFullScan)).toBe(true);
    });
  });
});
