import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/documents/typeorm-document-search';
import { places } from '#infrastructure/typeorm/sql';
import { DEMO, userId } from '../builders/demo';
import { onEveryDatabase } from './support/implementations';
import { addLevelCrowd, among, askingOf, CITIES, crowd, FIRST_LEVEL, FIRST_ROW, LEVELS, nodes, OLD, UNITS } from './support/level-crowd';
import type { Asking, Fields, Filed } from './support/level-crowd';
import type { Archive } from './support/typeorm-archive';

/** Far fewer than there are newer documents. */
const MOST_READ = 1200;

onEveryDatabase('searches over many levels', (implementation, open) => {
  describe(implementation, () => {
    const filed = crowd();
    let archive: Archive;
    let scope: Scope;
    let asking: Asking[];
    let fields: Fields;
    beforeAll(async () => {
      archive = await open();
      asking = await askingOf(archive);
      scope = asking[0]!.scope;
      fields = await addLevelCrowd(archive, scope.client, filed);
    });
    afterAll(() => archive.close());
    afterEach(() => jest.restoreAllMocks());

    const valueOf = (name: keyof Fields, exact: string) => ({
      fieldCode: fields[name],
      ofList: name === 'city',
      criterion: { exact },
    });
    const wanted: [string, () => Partial<SearchConditions>, (it: Filed) => boolean][] = [
      ['all', () => ({}), (it) => !it.isDeleted],
      ['of a status', () => ({ status: 'lent' }), (it) => !it.isDeleted && it.isLent],
      ['that are deleted', () => ({ status: 'deleted' }), (it) => it.isDeleted],
      ['of a user', () => ({ createdBy: userId('demo') }), (it) => !it.isDeleted && it.isMine],
      ['with a value', () => ({ fields: [[valueOf('kind', 'kind 0')]] }), (it) => !it.isOther && !it.isDeleted && it.kind === 'kind 0'],
      [
        'with a value and a status',
        () => ({ status: 'lent', fields: [[valueOf('kind', 'kind 1')]] }),
        (it) => !it.isOther && !it.isDeleted && it.isLent && it.kind === 'kind 1',
      ],
      [
        'with two values',
        () => ({ fields: [[valueOf('kind', 'kind 0')], [valueOf('colour', 'colour 2')]] }),
        (it) => !it.isOther && !it.isDeleted && it.kind === 'kind 0' && it.colour === 'colour 2',
      ],
      [
        'with a value of a list that many have',
        () => ({ fields: [[valueOf('city', 'many')]] }),
        (it) => !it.isOther && !it.isDeleted && it.city === 'many',
      ],
      [
        'with a value of a list that few have',
        () => ({ fields: [[valueOf('city', 'few')]] }),
        (it) => !it.isOther && !it.isDeleted && it.city === 'few',
      ],
      [
        'of a unit, with the beginning of a value of a list',
        () => ({ unitId: UNITS.second, fields: [[{ ...valueOf('city', ''), criterion: { prefix: 'm' } }]] }),
        (it) => !it.isOther && !it.isDeleted && it.unit === 'second' && it.city === 'many',
      ],
      [
        'of an old unit, with a value of a list that many have',
        () => ({ unitId: UNITS.old, fields: [[valueOf('city', 'many')]] }),
        (it) => !it.isOther && !it.isDeleted && it.unit === 'old' && it.city === 'many',
      ],
      [
        'with either of two values',
        () => ({ fields: [[valueOf('kind', 'kind 0'), valueOf('colour', 'colour 2')]] }),
        (it) => !it.isOther && !it.isDeleted && (it.kind === 'kind 0' || it.colour === 'colour 2'),
      ],
    ];
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
    )('find the newest documents %s of %s, for any user', async (_, where, conditions, codes, meets) => {
      const all = filed.filter((it) => (codes === 'whole' || codes.includes(it.level)) && meets(it)).reverse();
      const asked = { fields: [], ...conditions(), ...(codes === 'whole' ? {} : { nodeCodes: nodes(codes) }) };
      for (const { who, scope, reaches } of asking) {
        const expected = all.filter(reaches).map(({ code }) => code);
        for (const [page, size] of pages) {
          const found = (await archive.search.page(scope, asked, page, size)).map(({ code }) => code);
          expect([who, page, size, found]).toEqual([who, page, size, expected.slice((page - 1) * size, page * size)]);
        }
        expect([who, await archive.search.count(scope, asked)]).toEqual([who, expected.length]);
      }
      // The old levels are the only ones with a city that few have, or a unit that has but old documents.
      if (where !== 'one level') expect(all).not.toEqual([]);
    });

    it('start a new condition where all documents of the levels were found', async () => {
      const search = new TypeOrmDocumentSearch(archive.sql);
      const asked = { nodeCodes: nodes(among(OLD, LEVELS)) };
      await search.page(scope, { ...asked, fields: [] }, 1, 50);
      const rows = jest.spyOn(archive.sql, 'rows');
      const found = await search.page(scope, { ...asked, fields: [[valueOf('kind', 'kind 1')]] }, 1, 50);
      const statements = rows.mock.calls.map(([sql]) => sql);
      rows.mockRestore();
      const expected = filed
        .filter(({ isOther, level, isDeleted, kind }) => !isOther && level >= OLD && !isDeleted && kind === 'kind 1')
        .map(({ code }) => code);
      expect(found.map(({ code }) => code)).toEqual(expected.reverse().slice(0, 50));
      expect(statements.filter((sql) => /MAX|document_value v0 .* LIMIT/s.test(sql))).toHaveLength(1);
    });

    it('sort no more than expected where few other documents match', async () => {
      const search = new TypeOrmDocumentSearch(archive.sql);
      const within = [LEVELS - 3, LEVELS - 2];
      const of = (wanted: boolean) => filed.filter((it) => !it.isOther && within.includes(it.level) && it.isDeleted === wanted);
      const asked = { fields: [], nodeCodes: nodes(within) };
      expect(await search.page(scope, asked, 1, 500)).toHaveLength(of(false).length);
      const rows = jest.spyOn(archive.sql, 'rows');
      const found = await search.page(scope, { ...asked, status: 'deleted' }, 2, 1);
      const statements = rows.mock.calls.map(([sql]) => sql).filter((sql) => / AS code FROM document d/.test(sql));
      expect(found.map(({ code }) => code)).toEqual([of(true).at(-2)?.code]);
      expect(statements).toEqual([expect.stringContaining('COUNT(*) OVER')]);
    });

    it.each([
      ['in the newest documents', 101, /STRAIGHT_JOIN/],
      ['as the database thinks best, beyond what is kept of these', 2001, /SELECT +d\.code/],
    ])('find far pages of a list value that nearly all documents have %s', async (_, page, way) => {
      const rows = jest.spyOn(archive.sql, 'rows');
      const found = await archive.search.page(scope, { fields: [[valueOf('city', 'many')]] }, page, 50);
      const statements = rows.mock.calls.map(([sql]) => sql).filter((sql) => / AS code .*JOIN/s.test(sql));
      rows.mockRestore();
      const expected = filed.filter(({ isOther, isDeleted, city }) => !isOther && !isDeleted && city === 'many').reverse();
      expect(found.map(({ code }) => code)).toEqual(expected.slice((page - 1) * 50, page * 50).map(({ code }) => code));
      expect(statements).toEqual([expect.stringMatching(way)]);
    });

    it('do not read all rows of a list with a value that no document references', async () => {
      await archive.sql.insert(
        'list_row_value',
        ['row_code', 'field_code', 'value', 'value_key'],
        among(1, 5001).map((row) => [FIRST_ROW + CITIES.length + row, fields.city, 'nowhere', 'nowhere']),
      );
      const rows = jest.spyOn(archive.sql, 'rows');
      expect(await archive.search.page(scope, { fields: [[valueOf('city', 'nowhere')]] }, 1, 10)).toEqual([]);
      expect(rows.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('JOIN_PREFIX(v0, l0)'))).toEqual([]);
    });

    const moments = [
      ['at once', 0],
      ['an hour later', 3_600_000],
    ] as const;
    const betweenPages = ['all', 'with a value', 'with a value of a list that many have'];
    it.each(
      wanted
        .filter(([what]) => betweenPages.includes(what))
        .flatMap(([what, conditions]) => moments.map(([when, later]) => [what, when, conditions, later] as const)),
    )('find deletions and additions since the first page, %s, %s', async (_, __, conditions, later) => {
      const asked = { fields: [], ...conditions(), nodeCodes: [FIRST_LEVEL, FIRST_LEVEL + 1] };
      const search = new TypeOrmDocumentSearch(archive.sql);
      const shown = async (page: number) => (await search.page(scope, asked, page, 10)).map(({ code }) => code);
      const before = [...(await shown(1)), ...(await shown(2))];
      const then = performance.now();
      jest.spyOn(performance, 'now').mockImplementation(() => then + later);
      const gone = before.filter((_, index) => index < 8 || index === 12);
      const mark = async (deletedAt: number | null) => {
        const which = `IN (${places(gone)})`;
        await archive.sql.write(`UPDATE document SET deleted_at = ? WHERE client_id = ? AND code ${which}`, [
          deletedAt,
          DEMO.client,
          ...gone,
        ]);
        await archive.sql.write(`UPDATE document_value SET field_code = -field_code WHERE document_code ${which}`, gone);
      };
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
      it(`skip no newer documents ${name} of other levels`, async () => {
        const asked = { fields: [], ...conditions(), nodeCodes: nodes(among(OLD, LEVELS - 1)) };
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
    it.each<[string, string, () => Partial<SearchConditions>]>([
      ['a unit that is asked for', 'the whole client', () => ({ unitId: UNITS.old })],
      ['the unit of a user', 'an old unit', () => ({})],
      ['more levels than are told apart', 'more levels than are told apart', () => ({})],
    ])('search a list value among the newest documents of the client, not until enough are of %s', async (_, who, conditions) => {
      const { scope } = asking.find((it) => it.who === who)!;
      const asked = { ...conditions(), fields: [[valueOf('city', 'many')]] };
      const bounds: { count: number; read: number }[] = [];
      await archive.unitOfWork.run(async () => {
        expect(await archive.search.page(scope, asked, 1, 10)).not.toEqual([]);
        const rows = archive.sql.rows.bind(archive.sql);
        jest.spyOn(archive.sql, 'rows').mockImplementation(async (sql, parameters = []) => {
          if (!/AS code FROM document d\s+(?:\/\*.*?\*\/\s+)?WHERE/.test(sql)) return rows(sql, parameters);
          const before = await entriesRead();
          const found = await rows<never>(sql, parameters);
          bounds.push({ count: Number(parameters.at(-1)) + 1, read: (await entriesRead()) - before });
          return found;
        });
        await archive.search.page(scope, asked, 1, 10);
      });
      expect(bounds[0]!.count).toBeLessThan(filed.length / 3);
      for (const { count, read } of bounds) expect(read).toBeLessThan(count + 100);
    });

    /** Of the part of the statement that finds the page. */
    const planOf = async (conditions: Partial<SearchConditions>) => {
      const rows = jest.spyOn(archive.sql, 'rows');
      await archive.search.page(scope, { fields: [], ...conditions }, 1, 10);
      const [statement, parameters] = rows.mock.calls.findLast(([sql]) =>
        /AS code FROM (?:document d .* JOIN|document_value v0) .* ORDER BY/s.test(sql),
      )!;
      rows.mockRestore();
      const keyword = archive.dataSource.options.type === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL';
      const plan = await archive.sql.rows<{ id: number; table: string; Extra: string | null }>(`${keyword} ${statement}`, parameters);
      const found = /^<derived(\d+)>$/.exec(plan[0]!.table)?.[1];
      return found === undefined ? plan : plan.filter(({ id }) => id === Number(found));
    };
    const tablesOf = (plan: readonly { table: string }[]) => plan.map(({ table }) => table).filter((table) => /^[dlv]/.test(table));

    it.each([
      ['one that many have', 'lent', 'd'],
      ['all that are deleted', 'deleted', undefined],
    ] as const)('read values in order, with a value and a status, %s, within one level', async (_, status, second) => {
      const plan = await planOf({ status, fields: [[valueOf('kind', 'kind 1')]], nodeCodes: [FIRST_LEVEL] });
      expect(tablesOf(plan)).toEqual(['v0', second].filter(Boolean));
      expect(plan.filter(({ Extra }) => Extra?.includes('filesort'))).toEqual([]);
    });

    it.each(levels)('search a frequent list value in the newest documents of %s, and a rare one by its documents', async (_, codes) => {
      const within = codes === 'whole' ? {} : { nodeCodes: nodes(codes) };
      expect(tablesOf(await planOf({ fields: [[valueOf('city', 'many')]], ...within }))).toEqual(['d', 'l0', 'v0']);
      const fromValue = tablesOf(await planOf({ fields: [[valueOf('city', 'few')]], ...within }));
      // MariaDB is not told.
      if (implementation.endsWith('MySQL')) expect(fromValue).toEqual(['v0', 'l0', 'd']);
    });
  });
});
