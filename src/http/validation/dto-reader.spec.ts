import { WrittenNumber } from '#libs/json-ingest';
import { DomainError } from '#domain/errors';
import type { TimeZone } from '#application/time-zone';
import { DtoReader } from './dto-reader';
import { Text } from './decorators';

class Named {
  @Text({ description: 'Name.', required: true })
  name!: string;

  static check({ name }: Named) {
    return name.trim() === 'bad' ? [{ path: ['name'], code: 'FORMAT' as const }] : [];
  }
}

const read = (raw: unknown) => {
  const reader = new DtoReader({ timeZone: null as unknown as TimeZone, fileOf: () => undefined });
  const result = reader.object(Named, raw);
  reader.finish();
  return result;
};
const problemsOf = (raw: unknown) => {
  try {
    read(raw);
    return [];
  } catch (error) {
    return (error as DomainError).problems.map(({ path, code }) => [path.at(-1), code]);
  }
};

describe('what a DTO checks by itself', () => {
  it('is checked when each member can be understood', () => {
    expect(read({ NAME: 'good' })).toEqual({ name: 'good' });
    expect(problemsOf({ name: 'bad' })).toEqual([['name', 'FORMAT']]);
    expect(problemsOf({ other: 1 })).toEqual([['other', 'UNKNOWN'], ['name', 'REQUIRED']]); // prettier-ignore
  });

  it('is not even asked after so many unknown names that nothing else is told', () => {
    const problems = problemsOf(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`n${index}`, 1])));
    expect(problems).toHaveLength(100);
    expect(new Set(problems.map(([, code]) => code))).toEqual(new Set(['UNKNOWN']));
  });

  it('hears of unknown names where they are ignored', () => {
    const ignored: unknown[] = [];
    const reader = new DtoReader({
      timeZone: null as unknown as TimeZone,
      fileOf: () => undefined,
      ignore: (path) => void ignored.push(path),
    });
    expect(reader.object(Named, { other: { name: 1 }, ' Name': 'good' })).toEqual({ name: 'good' });
    expect([reader.problems, ignored]).toEqual([[], [['other']]]);
  });

  it('takes numbers and booleans for text, as they were written', () => {
    expect(read({ name: 4711 })).toEqual({ name: '4711' });
    expect(read({ name: false })).toEqual({ name: 'false' });
    expect(read({ name: new WrittenNumber('1.50', 1.5) })).toEqual({ name: '1.50' });
    expect(problemsOf({ name: {} })).toEqual([['name', 'TYPE']]);
    expect(problemsOf(new WrittenNumber('1.50', 1.5))).toEqual([[undefined, 'TYPE']]);
  });
});
