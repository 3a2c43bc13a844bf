import fc from 'fast-check';
import { ClientStructure, type TreeNode } from '#domain/trees/client-structure';
import { holds, type GrantPlace } from '#domain/access/grant-coverage';
import type { Permission } from '#domain/access/permission';

const [CLIENTS, UNITS]: string[][] = [
  ['c1', 'c2'],
  ['u1', 'u2'],
];
const WORDS: Permission[] = ['document:view', 'document:create', 'user:manage'];

/** Parents by index: each node's stands before it, or it is a root. */
const trees = fc
  .array(fc.nat(), { minLength: 1, maxLength: 8 })
  .map((picks) => picks.map((pick, index) => (pick % (index + 1) === index ? null : pick % (index + 1))));

const structureOf = (parents: readonly (number | null)[]) => {
  const nodes = parents.map((parent, index): TreeNode => {
    return { code: index, id: `n${index}`, parentCode: parent, name: '', path: '', retention: null, decimal: null };
  });
  return new ClientStructure('c1', '', [], nodes, [], [], []);
};

/** The last level is one that no tree has. */
const placesIn = (levels: number) =>
  fc.record({
    clientId: fc.constantFrom(...(CLIENTS as [string])),
    unitId: fc.constantFrom(null, ...(UNITS as [string])),
    nodeId: fc.constantFrom(null, ...Array.from({ length: levels + 1 }, (_, index) => `n${index}`)),
    permissions: fc.subarray(WORDS),
  });

const scenes = trees.chain((parents) =>
  fc.record({
    parents: fc.constant(parents),
    grants: fc.array(placesIn(parents.length), { maxLength: 5 }),
    wanted: placesIn(parents.length),
  }),
);

/** Climbs from the wanted level to its root, and asks each grant for each permission. */
function naively(parents: readonly (number | null)[], grants: readonly GrantPlace[], wanted: GrantPlace): boolean {
  const above: (string | null)[] = [null];
  const start = wanted.nodeId === null ? null : Number(wanted.nodeId.slice(1));
  if (start !== null && start < parents.length) {
    for (let at: number | null = start; at !== null; at = parents[at] ?? null) above.push(`n${at}`);
  }
  return wanted.permissions.every((permission) =>
    above.some((nodeId) =>
      [null, wanted.unitId].some((unitId) =>
        grants.some(
          (grant) =>
            grant.clientId === wanted.clientId &&
            grant.unitId === unitId &&
            grant.nodeId === nodeId &&
            grant.permissions.includes(permission),
        ),
      ),
    ),
  );
}

describe('holds', () => {
  it('agrees with a check of every ancestor level', () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(scenes, ({ parents, grants, wanted }) => {
        const answer = holds(grants, wanted, structureOf(parents));
        if (wanted.permissions.length > 0) seen[`${answer}`]++;
        expect(answer).toBe(naively(parents, grants, wanted));
      }),
      { numRuns: 5000 },
    );
    // Neither answer is a rarity, else nothing was shown.
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(100);
  });

  const structure = structureOf([null, 0, 1, 0]);
  const place = (changes: Partial<GrantPlace> = {}): GrantPlace => {
    return { clientId: 'c1', unitId: 'u1', nodeId: 'n1', permissions: ['document:view'], ...changes };
  };

  it.each<[string, GrantPlace[], GrantPlace, boolean]>([
    ['the same place', [place()], place(), true],
    ['a level below', [place()], place({ nodeId: 'n2' }), true],
    ['the level above', [place()], place({ nodeId: 'n0' }), false],
    ['a level beside', [place()], place({ nodeId: 'n3' }), false],
    ['the whole tree, from one level', [place({ nodeId: 'n0' })], place({ nodeId: null }), false],
    ['a level, from the whole tree', [place({ nodeId: null })], place(), true],
    ['any unit, from one', [place()], place({ unitId: null }), false],
    ['one unit, from any', [place({ unitId: null })], place(), true],
    ['another client', [place()], place({ clientId: 'c2' }), false],
    ['more permissions', [place()], place({ permissions: ['document:view', 'document:create'] }), false],
    [
      'permissions of two grants together',
      [place(), place({ nodeId: null, permissions: ['document:create'] })],
      place({ permissions: ['document:view', 'document:create'] }),
      true,
    ],
    ['nothing at all', [], place({ permissions: [] }), true],
  ])('%s', (_, grants, wanted, expected) => {
    expect(holds(grants, wanted, structure)).toBe(expected);
  });
});
