import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from '#src/config';
import { armFailpoint, FAILPOINTS, failpoint } from './failpoints';

describe('failpoints', () => {
  const died = jest.fn();
  const arm = (armed: Config['failpoint']) => armFailpoint({ failpoint: armed }, died);
  const passAll = () => FAILPOINTS.forEach((point) => failpoint(point));
  afterEach(() => {
    arm(null);
    died.mockClear();
  });

  it('do nothing in a normal process', () => {
    armFailpoint(readConfig({}), died);
    for (let time = 0; time < 100; time++) passAll();
    expect(died).not.toHaveBeenCalled();
  });

  it.each(FAILPOINTS)('end the process at the requested pass only: %s', (name) => {
    arm({ name, passage: 3 });
    for (const point of FAILPOINTS) for (let time = 0; time < (point === name ? 2 : 9); time++) failpoint(point);
    expect(died).not.toHaveBeenCalled();
    failpoint(name);
    expect(died).toHaveBeenCalledTimes(1);
  });

  it('are disarmed by the next configuration without one', () => {
    arm({ name: 'before-commit', passage: 1 });
    arm(null);
    passAll();
    expect(died).not.toHaveBeenCalled();
  });

  it('refuse unknown names', () => {
    expect(() => arm({ name: 'before-lunch', passage: 1 })).toThrow('no such failpoint: before-lunch');
  });

  it('are all in the source, below the application layer', () => {
    const folder = join(__dirname, '..');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.spec)\.ts$/.test(path));
    const passed = sources.flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(/\bfailpoint\('([a-z-]+)'\)/g)]);
    expect(new Set(passed.map((match) => match[1]))).toEqual(new Set(FAILPOINTS));
  });
});
