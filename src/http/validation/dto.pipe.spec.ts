import { WrittenNumber } from '#libs/json-ingest';
import type { FieldPath } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { TimeZone } from '#application/support/time-zone';
import { CalendarDay, FileContent, Flag, Guid, GuidList, Integer, ListOf, Moment, ObjectOf, Text, TextList, ValueMap } from './decorators';
import { DtoPipe } from './dto.pipe';
import type { FileOf } from './member-names';
import type { Class } from './members';
import { ReadProblems, type ReadContext } from './read-problems';

const doc = { description: 'A member.' };

class Part {
  @Text({ ...doc, required: true, max: 4 })
  name!: string;

  @FileContent(doc)
  file?: StagedFile;

  static check({ name }: Part) {
    return name.trim() === 'bad' ? [{ path: ['name'], code: 'FORMAT' as const }] : [];
  }
}

class Whole {
  @Text({ ...doc, allowEmpty: true })
  text?: string;

  @Guid(doc)
  id?: string;

  @Integer({ ...doc, min: 1, max: 9 })
  count?: number;

  @Flag(doc)
  flag?: boolean;

  @Moment('end', doc)
  until?: Date;

  @CalendarDay(doc)
  day?: string;

  @TextList({ ...doc, max: 2, maxText: 3 })
  texts?: string[];

  @GuidList({ ...doc, max: 2 })
  ids?: string[];

  @ValueMap({ ...doc, max: 3 })
  map?: Record<string, string>;

  @ObjectOf(() => Part, doc)
  part?: Part;

  @ListOf(() => Part, { ...doc, max: 3 })
  parts?: Part[];

  static checkMembers({ text }: Partial<Whole>) {
    return text === 'taken' ? [{ path: ['text'], code: 'REPEATED' as const }] : [];
  }

  static check({ parts = [] }: Whole) {
    return parts.length === 1 ? [{ path: ['parts'], code: 'AT_LEAST_ONE' as const }] : [];
  }
}

const ID = '4298ca74-82ac-4fc2-95b3-33c176ff4323';
const pipe = new DtoPipe(new TimeZone('America/Sao_Paulo'));
type Context = ReadContext & { fileOf?: FileOf };

async function outcome<T extends object>(type: Class<T>, raw: unknown, { fileOf, ...context }: Context = {}) {
  const found = new ReadProblems([], context);
  const value = await pipe.object(type, raw, found, fileOf);
  return { value, problems: found.problems.map(({ path, code }) => `${path.join('.')} ${code}`) };
}
const read = async (raw: unknown) => (await outcome(Whole, raw)).value;
const problemsOf = async (raw: unknown, context?: Context) => (await outcome(Whole, raw, context)).problems;

describe('reading a DTO', () => {
  it('accepts names in any case, surrounded by blanks, each once', async () => {
    expect((await outcome(Part, { ' NAME': 'a' })).value).toEqual(Object.assign(new Part(), { name: 'a' }));
    expect(await problemsOf({ text: 'a', TEXT: 'b' })).toEqual(['text DUPLICATE']);
    expect(await problemsOf({ text: null, TEXT: 'b' })).toEqual(['text DUPLICATE']);
    expect(await problemsOf({ text: 'a', TEXT: 'b' }, { duplicatesTold: true })).toEqual([]);
  });

  it('refuses unknown names with their position, or reports them', async () => {
    const sent = { other: 1, parts: [{ name: 'a', Nome: 1 }] };
    expect(await problemsOf(sent)).toEqual(['other UNKNOWN', 'parts.0.Nome UNKNOWN']);
    const ignored: FieldPath[] = [];
    expect(await problemsOf(sent, { ignore: (path) => ignored.push(path) > 0 })).toEqual(['parts AT_LEAST_ONE']);
    expect(ignored).toEqual([['other'], ['parts', 0, 'Nome']]);
  });

  it('treats null as absent everywhere, and "" everywhere except in texts', async () => {
    expect(await read({ text: null, id: '', count: '', flag: null, until: '', texts: '', ids: '', map: '', part: '', parts: '' })).toEqual(
      {},
    );
    expect(await read({ text: '' })).toEqual({ text: '' });
    expect((await outcome(Part, { name: '' })).problems).toEqual(['name REQUIRED']);
    expect((await outcome(Part, { name: null })).problems).toEqual(['name REQUIRED']);
  });

  it('converts only unambiguous values', async () => {
    const sent = { text: new WrittenNumber('1.50', 1.5), id: `{${ID.toUpperCase()}}`, count: ' 7 ', flag: 'FALSE', until: '21/11/2026' };
    expect(await read(sent)).toEqual({ text: '1.50', id: ID, count: 7, flag: false, until: new Date('2026-11-22T02:59:59.999Z') });
    expect(await read({ day: '2026-11-21T01:30:00Z', ids: `${ID}, ${ID}`, texts: [471, ''], map: { a: true, b: null } })).toEqual({
      day: '2026-11-20',
      ids: [ID, ID],
      texts: ['471', ''],
      map: { a: 'true' },
    });
    expect(await problemsOf({ flag: 'yes', until: '31/02/2026', count: 10, id: {}, ids: [] })).toEqual([
      'id TYPE',
      'count OUT_OF_RANGE',
      'flag FORMAT',
      'until DATE_IMPOSSIBLE',
      'ids REQUIRED',
    ]);
  });

  it('counts characters, not UTF-16 units', async () => {
    expect((await outcome(Part, { name: '😀😀😀😀' })).problems).toEqual([]);
    expect((await outcome(Part, { name: '😀😀😀😀a' })).problems).toEqual(['name TOO_LONG']);
    expect((await outcome(Part, { name: 'a\0' })).problems).toEqual(['name FORMAT']);
    expect((await outcome(Part, { name: '\ud800' })).problems).toEqual(['name FORMAT']);
  });

  it('names items of lists and maps by position', async () => {
    expect(await problemsOf({ texts: ['a', 'long', {}], ids: [ID, 'x', 'y'], map: { a: [], ['n'.repeat(251)]: 'x' } })).toEqual([
      'texts TOO_LONG',
      'ids TOO_LONG',
      'map.a TYPE',
      `map.${'n'.repeat(100)} TOO_LONG`,
    ]);
    expect(await problemsOf({ texts: ['long', {}], ids: ['x'], parts: [{}, 5, [], { name: 'abcde' }] })).toEqual([
      'texts.0 TOO_LONG',
      'texts.1 TYPE',
      'ids.0 FORMAT',
      'parts TOO_LONG',
    ]);
    expect(await problemsOf({ parts: [{}, 5, [{}]], part: [] })).toEqual([
      'part TYPE',
      'parts.0.name REQUIRED',
      'parts.1 TYPE',
      'parts.2 TYPE',
    ]);
  });

  it('keeps the gaps of a list', async () => {
    const parts: unknown[] = [];
    parts[2] = { name: 'c' };
    const { value } = await outcome(Whole, { parts });
    expect([value.parts?.length, Object.keys(value.parts ?? [])]).toEqual([3, ['2']]);
  });

  it('returns null for unreadable values where requested', async () => {
    const { value } = await outcome(Whole, { id: 'x', part: 5, texts: [{}, 'a'], parts: [5, { name: {} }] }, { markUnread: true });
    expect(value).toEqual({ id: null, part: null, texts: [undefined, 'a'], parts: [{}, { name: null }] });
    expect(Object.keys(await read({ id: 'x' }))).toEqual([]);
  });

  it('passes staged files on unchanged, and does not report refused ones again', async () => {
    const [sent, refused, staged] = [{}, {}, { size: 1 } as StagedFile];
    const fileOf = (value: unknown) => (value === sent ? staged : value === refused ? null : undefined);
    expect((await outcome(Part, { name: 'a', file: sent }, { fileOf })).value.file).toBe(staged);
    expect(await outcome(Part, { name: 'bad', file: refused }, { fileOf })).toMatchObject({ problems: [], value: { name: 'bad' } });
    expect((await outcome(Part, { name: sent, file: 'x' }, { fileOf })).problems).toEqual(['name TYPE', 'file TYPE']);
  });

  it('checks members together once each is readable', async () => {
    expect(await problemsOf({ parts: [{ name: 'bad' }] })).toEqual(['parts.0.name FORMAT', 'parts AT_LEAST_ONE']);
    expect(await problemsOf({ text: 'taken', parts: [{}] })).toEqual(['parts.0.name REQUIRED', 'text REPEATED']);
  });

  it('protects prototypes and constructors from any name', async () => {
    const sent: unknown = JSON.parse(
      '{"__proto__":{"text":"a"},"constructor":1,"map":{"__proto__":"x","constructor":"y"},"text":{"constructor":1}}',
    );
    const { value, problems } = await outcome(Whole, sent);
    expect(problems).toEqual(['__proto__ UNKNOWN', 'constructor UNKNOWN', 'text TYPE']);
    expect(value).toBeInstanceOf(Whole);
    expect(Object.entries(value.map ?? {})).toEqual([['__proto__', 'x'], ['constructor', 'y']]); // prettier-ignore
    expect(({} as Record<string, unknown>).text).toBeUndefined();
  });

  it('stops at a hundred problems and at the maximum length of a list', async () => {
    expect(await problemsOf(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`n${index}`, 1])))).toHaveLength(100);
    expect(await problemsOf({ parts: Array.from({ length: 50_000 }, () => ({ other: 1 })) })).toEqual(['parts TOO_LONG']);
  });

  it('reads a list as body, and refuses a body that is neither list nor object', async () => {
    const found = new ReadProblems([]);
    expect(await pipe.list(Part, [{ name: 'a' }, { name: 5 }], found)).toEqual([{ name: 'a' }, { name: '5' }]);
    expect(found.problems).toEqual([]);
    await pipe.list(Part, [{}], found);
    await pipe.list(Part, {}, found);
    await pipe.object(Part, new WrittenNumber('1.50', 1.5), found);
    expect(found.problems.map(({ path, code }) => [path, code])).toEqual([[[0, 'name'], 'REQUIRED'], [[], 'TYPE'], [[], 'TYPE']]); // prettier-ignore
  });
});
