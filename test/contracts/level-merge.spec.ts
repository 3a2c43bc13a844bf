import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/documents/typeorm-document-search';
import { places, type Parameter } from '#infrastructure/typeorm/sql';
import { DEMO, fieldCode, listField, scopeOf, userId } from '../builders/demo';
import { randomFrom } from '../builders/random';
import { onEveryDatabase } from './support/implementations';
import type { TypeOrmArchive } from './support/typeorm-archive';

const SEED = 8;
const DOCUMENTS = 6000;
const FIRST_LEVEL = 5000;
const LEVELS = 60;
/** Levels from this one on have but old documents. */
const OLD = 40;
const FIRST_NEW = DOCUMENTS / 3;
/** Rows of a list; the city of the first is that of five documents of six. */
const CITIES = ['many', 'some', 'few'];
const FIRST_ROW = 7000;

/** Far fewer than there are newer documents. */
const MOST_READ = 1200;

interface Filed {
  code: number;
  level: number;
  isDeleted: boolean;
  isLent: boolean;
  isMine: boolean;
  kind: string;
  colour: string;
  city: string;
}

/** Some levels have thousands of documents, some have none, and of a third of them all documents are old. */
function crowd(): Filed[] {
  const random = randomFrom(SEED);
  return Array.from({ length: DOCUMENTS }, (_, index): Filed => {
    const code = index + 1;
    const skewed = random() ** 3;
    const level = code < FIRST_NEW ? OLD + Math.floor(skewed * (LEVELS - OLD - 1)) : Math.floor(skewed * OLD);
    return {
      code,
      level,
      isDeleted: random() < 0.05,
      isLent: random() < (level < OLD ? 0.5 : 0.05),
      isMine: random() < (level < OLD ? 0.9 : 0.1),
      kind: `kind ${level < OLD ? Math.floor(random() * 2) : code < 100 ? 0 : 1}`,
      colour: `colour ${Math.floor(random() * 3)}`,
      city: level < OLD || random() < 0.7 ? 'many' : random() < 0.5 ? 'some' : 'few',
    };
  });
}

onEveryDatabase('searches over many levels', (implementation, open) => {
  describe(implementation, () => {
    const filed = crowd();
    let archive: TypeOrmArchive;
    let scope: Scope;
    let fields: { kind: number; colour: number; city: number };
    beforeAll(async () => {
      archive = await open();
      scope = await scopeOf(archive);
      const of = (label: string) => fieldCode(scope.client.structure, DEMO.invoices, label);
      fields = { kind: of('Número'), colour: of('Observação'), city: listField(scope.client.structure, DEMO.suppliers, 'Cidade').code };
      await archive.sql.together(async () => {
        await archive.sql.insert(
          'document',
          ['code', 'id', 'client_id', 'unit_id', 'node_code', 'status', 'created_at', 'created_by', 'deleted_at'],
          filed.map((it): Parameter[] => [
            it.code,
            `document-${it.code}`,
            DEMO.client,
            DEMO.unit,
            FIRST_LEVEL + it.level,
            DOCUMENT_STATUS[it.isDeleted ? 'deleted' : it.isLent ? 'lent' : 'electronic'],
            it.code,
            userId(it.isMine ? 'demo' : 'financeiro'),
            it.isDeleted ? it.code : null,
          ]),
        );
        await archive.sql.insert(
          'document_value',
          ['document_code', 'field_code', 'value', 'value_key', 'node_code'],
          filed.flatMap(({ code, level, kind, colour }) => [
            [code, fields.kind, kind, kind, FIRST_LEVEL + level],
            [code, fields.colour, colour, colour, FIRST_LEVEL + level],
          ]),
        );
        await archive.sql.insert(
          'list_row',
          ['code', 'id', 'client_id', 'list_id', 'key_hash', 'created_at'],
          CITIES.map((city, index) => [FIRST_ROW + index, `row-${city}`, DEMO.client, DEMO.suppliers, city, 1]),
        );
        await archive.sql.insert(
          'list_row_value',
          ['row_code', 'field_code', 'value', 'value_key'],
          CITIES.map((city, index) => [FIRST_ROW + index, fields.city, city, city]),
        );
        await archive.sql.insert(
          'document_list_row',
          ['document_code', 'list_id', 'row_code'],
          filed.map(({ code, city }) => [code, DEMO.suppliers, FIRST_ROW + CITIES.indexOf(city)]),
        );
      });
      if (!archive.sql.isSqlite)
        for (const table of ['document', 'document_value', 'document_list_row']) await archive.sql.rows(`ANALYZE TABLE ${table}`);
    });
    afterAll(() => archive.close());
    afterEach(() => jest.restoreAllMocks());

    const valueOf = (name: keyof typeof fields, exact: string) => ({
      fieldCode: fields[name],
      ofList: name === 'city',
      criterion: { exact },
    });
    const wanted: [string, () => Partial<SearchConditions>, (it: Filed) => boolean][] = [
      ['all', () => ({}), (it) => !it.isDeleted],
      ['of a status', () => ({ status: 'lent' }), (it) => !it.isDeleted && it.isLent],
      ['that are deleted', () => ({ status: 'deleted' }), (it) => it.isDeleted],
      ['of a user', () => ({ createdBy: userId('demo') }), (it) => !it.isDeleted && it.isMine],
      ['with a value', () => ({ fields: [[valueOf('kind', 'kind 0')]] }), (it) => !it.isDeleted && it.kind === 'kind 0'],
      [
        'with a value and a status',
        () => ({ status: 'lent', fields: [[valueOf('kind', 'kind 1')]] }),
        (it) => !it.isDeleted && it.isLent && it.kind === 'kind 1',
      ],
      [
        'with two values',
        () => ({ fields: [[valueOf('kind', 'kind 0')], [valueOf('colour', 'colour 2')]] }),
        (it) => !it.isDeleted && it.kind === 'kind 0' && it.colour === 'colour 2',
      ],
      [
        'with a value of a list that many have',
        () => ({ fields: [[valueOf('city', 'many')]] }),
        (it) => !it.isDeleted && it.city === 'many',
      ],
      ['with a value of a list that few have', () => ({ fields: [[valueOf('city', 'few')]] }), (it) => !it.isDeleted && it.city === 'few'],
      [
        'of a unit, with the beginning of a value of a list',
        () => ({ unitId: DEMO.unit, fields: [[{ ...valueOf('city', ''), criterion: { prefix: 'm' } }]] }),
        (it) => !it.isDeleted && it.city === 'many',
      ],
      [
        'with either of two values',
        () => ({ fields: [[valueOf('kind', 'kind 0'), valueOf('colour', 'colour 2')]] }),
        (it) => !it.isDeleted && (it.kind === 'kind 0' || it.colour === 'colour 2'),
      ],
    ];
    const among = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index);
    const levels: [string, number[] | 'whole'][] = [
      ['one level', [3]],
      ['two levels', [0, OLD]],
      ['the old levels', among(OLD, LEVELS)],
      ['all levels', among(0, LEVELS)],
      ['the client', 'whole'],
    ];
    // The first of few documents, the first of many, one that is jumped to, and what is beyond the last.
    const pages = [
      [1, 3],
      [1, 100],
      [15, 100],
      [1000, 50],
    ] as const;

    it.each(
      wanted.flatMap(([name, conditions, meets]) => levels.map(([where, codes]) => [name, where, conditions, codes, meets] as const)),
    )('find the newest documents %s of %s', async (_, where, conditions, codes, meets) => {
      const expected = filed
        .filter((it) => (codes === 'whole' || codes.includes(it.level)) && meets(it))
        .map(({ code }) => code)
        .reverse();
      const within = codes === 'whole' ? {} : { nodeCodes: codes.map((level) => FIRST_LEVEL + level) };
      const asked = { fields: [], ...conditions(), ...within };
      for (const [page, size] of pages) {
        const found = (await archive.search.page(scope, asked, page, size)).map(({ code }) => code);
        expect([page, size, found]).toEqual([page, size, expected.slice((page - 1) * size, page * size)]);
      }
      expect(await archive.search.count(scope, asked)).toBe(expected.length);
      // The old levels are the only ones with a city that few have.
      if (where !== 'one level') expect(expected).not.toEqual([]);
    });

    it('look for what was not asked for before where all documents of the levels were', async () => {
      const search = new TypeOrmDocumentSearch(archive.sql);
      const asked = { nodeCodes: among(OLD, LEVELS).map((level) => FIRST_LEVEL + level) };
      await search.page(scope, { ...asked, fields: [] }, 1, 50);
      const rows = jest.spyOn(archive.sql, 'rows');
      const found = await search.page(scope, { ...asked, fields: [[valueOf('kind', 'kind 1')]] }, 1, 50);
      const statements = rows.mock.calls.map(([sql]) => sql);
      rows.mockRestore();
      const expected = filed
        .filter(({ level, isDeleted, kind }) => level >= OLD && !isDeleted && kind === 'kind 1')
        .map(({ code }) => code);
      expect(found.map(({ code }) => code)).toEqual(expected.reverse().slice(0, 50));
      expect(statements.filter((sql) => /MAX|document d .* LIMIT/s.test(sql))).toHaveLength(1);
    });

    it.each([
      ['at once', 0],
      ['an hour later', 3_600_000],
    ])('find what was deleted and what has come since a first page showed where the newest are, %s', async (_, later) => {
      const nodeCodes = [FIRST_LEVEL, FIRST_LEVEL + 1];
      const search = new TypeOrmDocumentSearch(archive.sql);
      const shown = async (page: number) => (await search.page(scope, { fields: [], nodeCodes }, page, 10)).map(({ code }) => code);
      const before = [...(await shown(1)), ...(await shown(2))];
      const then = performance.now();
      jest.spyOn(performance, 'now').mockImplementation(() => then + later);
      const gone = before.filter((_, index) => index < 8 || index === 12);
      const mark = (deletedAt: number | null) =>
        archive.sql.write(`UPDATE document SET deleted_at = ? WHERE client_id = ? AND code IN (${places(gone)})`, [
          deletedAt,
          DEMO.client,
          ...gone,
        ]);
      await mark(1);
      const left = before.filter((code) => !gone.includes(code));
      expect((await shown(2)).slice(0, 1)).toEqual(left.slice(10));
      expect((await shown(1)).slice(0, left.length)).toEqual(left.slice(0, 10));
      await mark(null);
      expect([...(await shown(2)), ...(await shown(1))]).toEqual([...before.slice(10), ...before.slice(0, 10)]);
    });

    /** Entries of indexes that were read, which the servers count. */
    const entriesRead = async () => {
      const rows = await archive.sql.rows<{ Variable_name: string; Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
      return rows.filter(({ Variable_name: name }) => !name.includes('rnd')).reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const onServers = implementation.endsWith('SQLite') ? [] : wanted.slice(0, 5).map(([name, conditions]) => [name, conditions] as const);
    for (const [name, conditions] of onServers) {
      it(`pass over no newer documents ${name} of other levels`, async () => {
        const asked = { fields: [], ...conditions(), nodeCodes: among(OLD, LEVELS - 1).map((level) => FIRST_LEVEL + level) };
        const read = await archive.unitOfWork.run(async () => {
          // The first time on a connection the descriptions of the tables are read, too.
          expect(await archive.search.page(scope, asked, 1, 10)).not.toEqual([]);
          const before = await entriesRead();
          await archive.search.page(scope, asked, 1, 10);
          return (await entriesRead()) - before;
        });
        expect(read).toBeLessThan(MOST_READ);
      });
    }

    if (implementation.endsWith('SQLite')) return;
    const planOf = async (conditions: Partial<SearchConditions>) => {
      const rows = jest.spyOn(archive.sql, 'rows');
      await archive.search.page(scope, { fields: [], ...conditions }, 1, 10);
      const [statement, parameters] = rows.mock.calls.findLast(([sql]) => /AS code FROM document d .* JOIN .* ORDER BY/s.test(sql))!;
      rows.mockRestore();
      const keyword = archive.dataSource.options.type === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL';
      return archive.sql.rows<{ table: string; Extra: string | null }>(`${keyword} ${statement}`, parameters);
    };
    const tablesOf = (plan: readonly { table: string }[]) => plan.map(({ table }) => table).filter((table) => /^[dlv]/.test(table));

    it.each([
      ['one that many have', 'lent', 'v0'],
      ['one that few have', 'deleted', 'd'],
    ] as const)('are read, with a value and a status, %s, within one level, as few as may be', async (_, status, first) => {
      const plan = await planOf({ status, fields: [[valueOf('kind', 'kind 1')]], nodeCodes: [FIRST_LEVEL] });
      expect(plan[0]!.table).toBe(first);
      if (first === 'v0') expect(plan.filter(({ Extra }) => Extra?.includes('filesort'))).toEqual([]);
    });

    it.each(levels)(
      'look for a value of a list in the newest documents of %s, if many have it, and else for its documents',
      async (_, codes) => {
        const within = codes === 'whole' ? {} : { nodeCodes: codes.map((level) => FIRST_LEVEL + level) };
        expect(tablesOf(await planOf({ fields: [[valueOf('city', 'many')]], ...within }))).toEqual(['d', 'l0', 'v0']);
        const fromValue = tablesOf(await planOf({ fields: [[valueOf('city', 'few')]], ...within }));
        // MariaDB is not told.
        if (implementation.endsWith('MySQL')) expect(fromValue).toEqual(['v0', 'l0', 'd']);
      },
    );
  });
});
