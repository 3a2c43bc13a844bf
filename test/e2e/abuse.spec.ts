import { BODIES, CUT } from './support/abuse/bodies';
import type { AbuseCase } from './support/abuse/cases';
import { Figures, IS_LONG } from './support/abuse/figures';
import { HEADS } from './support/abuse/heads';
import { Others } from './support/abuse/others';
import { playAll, type Manner } from './support/abuse/play';
import { SMUGGLING } from './support/abuse/smuggling';
import { TARGETS } from './support/abuse/targets';
import { Watch } from './support/abuse/watch';
import { leavesNothing } from './support/creates';
import { describeService } from './support/describe-service';

jest.setTimeout(IS_LONG ? 600_000 : 240_000);

const GROUPS: readonly [id: string, title: string, cases: readonly AbuseCase[]][] = [
  ['smuggling', 'Two readings of where a request ends', SMUGGLING],
  ['bodies', 'Chunks, lengths, expectations and media types', BODIES],
  ['cut', 'Requests that end in the middle', CUT],
  ['heads', 'Start lines, methods, headers and upgrades', HEADS],
  ['targets', 'Addresses in every disguise', TARGETS],
];
const PIECES = IS_LONG ? [1, 2, 5, 13] : [1];
/** What is cut off is on its way, until its client is done; a client that is done sees no answers but those that are ready. */
const ENDS = (cases: readonly AbuseCase[]): readonly Manner['end'][] => (cases === CUT ? ['early'] : ['late', 'never']);

describeService('raw abuse', ({ service, demo: api }) => {
  let watch: Watch;
  beforeAll(async () => {
    watch = new Watch(service);
  });

  describe('is refused, without request smuggling or leftovers', () => {
    leavesNothing(() => service);

    it.each(GROUPS)('%s: %s', async (id, title, cases) => {
      const others = new Others(api);
      const before = await watch.connections;
      const figures = new Figures(id, title);
      try {
        for (const pieces of PIECES) {
          for (const end of ENDS(cases)) expect(await playAll(service, watch, cases, { pieces, end }, figures)).toEqual([]);
        }
      } finally {
        expect(Object.keys(await others.stop())).toEqual(['200']);
      }
      expect(figures.answers5xx).toBe(0);
      // The other clients keep theirs.
      await watch.back(before + 2);
      figures.write();
    });
  });

  it('has more than 300 variants', () => {
    const sent = new Set(GROUPS.flatMap(([, , cases]) => cases.map(({ send }) => send)));
    expect(sent.size).toBeGreaterThan(450);
  });
});
