import type { Design } from '../../api/flow-design';
import { statesOf } from './track-states';

/** Request, review, then signature or the end; the signature may go back to the review. */
const way = (to: string | null) => ({ to, name: '', choice: null });
const step = (id: string) => ({ id, name: id, tasks: [id], note: '', externals: 0 });
const DESIGN: Design = {
  steps: ['request', 'review', 'signature', 'filing'].map(step),
  first: 'request',
  ways: new Map([
    ['request', [way('review')]],
    ['review', [way('signature'), way('filing')]],
    ['signature', [way('review'), way('filing')]],
    ['filing', [way(null)]],
  ]),
};

describe('the track of a flow', () => {
  it.each([
    [['request'], 'now next next next'],
    [['review'], 'done now next next'],
    [['signature'], 'done done now next'],
    [['filing'], 'done done other now'],
    [[], 'done done other done'],
  ])('at %j', (current, states) => {
    expect([...statesOf(DESIGN, current).values()].join(' ')).toBe(states);
  });
});
