import { idBytes } from '#infrastructure/typeorm/id-bytes';
import type { SearchConditions } from '#application/documents/search-conditions';
import type { Scope } from '#domain/access/scope';
import { places } from '#infrastructure/typeorm/sql';
import { DEMO, userId } from '../builders/demo';
import { onEveryDatabase } from './support/implementations';
import { addLevelCrowd, among, askingOf, crowd, FIRST_LEVEL, LEVELS, nodes, OLD, UNITS } from './support/level-crowd';
import type { Asking, Fields, Filed } from './support/level-crowd';
import { entriesRead } from './support/plans';
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

    it.each([101, 2001])('find far pages of a list value that nearly all documents have: %d', async (page) => {
      const found = await archive.search.page(scope, { fields: [[valueOf('city', 'many')]] }, page, 50);
      const expected = filed.filter(({ isOther, isDeleted, city }) => !isOther && !isDeleted && city === 'many').reverse();
      expect(found.map(({ code }) => code)).toEqual(expected.slice((page - 1) * 50, page * 50).map(({ code }) => code));
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
      const { search } = archive;
      const shown = async (page: number) => (await search.page(scope, asked, page, 10)).map(({ code }) => code);
      const before = [...(await shown(1)), ...(await shown(2))];
      const then = performance.now();
      jest.spyOn(performance, 'now').mockImplementation(() => then + later);
      const gone = before.filter((_, index) => index < 8 || index === 12);
      const mark = async (deletedAt: number | null) => {
        const which = `IN (${places(gone)})`;
        await archive.sql.write(`UPDATE document SET deleted_at = ? WHERE client_id = ? AND code ${which}`, [
          deletedAt,
          idBytes(DEMO.client),
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

    const onServers = implementation.endsWith('SQLite') ? [] : wanted.slice(0, 5).map(([name, conditions]) => [name, conditions] as const);
    for (const [name, conditions] of onServers) {
      it(`skip no newer documents ${name} of other levels`, async () => {
        const asked = { fields: [], ...conditions(), nodeCodes: nodes(among(OLD, LEVELS - 1)) };
        const read = await archive.unitOfWork.run(async () => {
          // The first time on a connection the descriptions of the tables are read, too.
          expect(await archive.search.page(scope, asked, 1, 10)).not.toEqual([]);
          const before = await entriesRead(archive.sql);
          await archive.search.page(scope, asked, 1, 10);
          return (await entriesRead(archive.sql)) - before;
        });
        expect(read).toBeLessThan(MOST_READ);
      });
    }
  });
});
