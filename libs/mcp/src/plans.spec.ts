import { createSecretKey } from 'node:crypto';
import { Plans } from './plans';

const key = createSecretKey(Buffer.alloc(32, 1));
const CHANGE = ['propose_update', { versao: '1-1', alteracoes: [{ campo: 'Número', valor: '1' }] }];

describe('a plan', () => {
  it('M8 holds for 15 minutes, for the same change of the same caller under the same key, in any process', () => {
    let now = 1_800_000_000_000;
    const plan = new Plans(key, 'ana', () => now).issue(CHANGE);
    const problem = (caller = 'ana', change: unknown = CHANGE, under = key) => new Plans(under, caller, () => now).problemOf(plan, change);
    expect(problem()).toBeNull();
    now += 15 * 60_000 - 1;
    expect(problem()).toBeNull();
    expect(problem('eva')).toContain('another user');
    expect(problem('ana', ['propose_update', {}])).toContain('another change');
    expect(problem('ana', CHANGE, createSecretKey(Buffer.alloc(32, 2)))).toContain('another');
    now += 1;
    expect(problem()).toContain('older than 15 minutes');
  });

  it('M8 cannot be prolonged', () => {
    const plans = new Plans(key, 'ana');
    const [, mac] = plans.issue(CHANGE).split('.');
    expect(plans.problemOf(`${(Date.now() + 3_600_000).toString(36)}.${mac}`, CHANGE)).toContain('another change');
  });
});
