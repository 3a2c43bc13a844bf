/* eslint-disable -- deleted with the old reader */
import { foldName, WrittenNumber } from '#libs/json-ingest';
import { TimeZone } from '#application/time-zone';
import type { FieldPath } from '#domain/errors';
import { controllers } from '#http/http.module';
import { OPERATION, type OperationSpec } from '#http/openapi/operation-spec';
import { routes } from '#src/cli/operations-table';
import { DtoReader } from '#http/validation/dto-reader';
import type { Class } from '#http/validation/members';
import { readQuery } from '#http/validation/read-query';
import { membersOf, type WireMember, type WireType } from '#http/validation/old/old-members';
import { WireReader } from '#http/validation/old/old-reader';

const RUNS = Number(process.env.RUNS ?? 20_000);
const SEED = Number(process.env.SEED ?? 20261123);
const zone = new TimeZone('America/Sao_Paulo');

let state = SEED;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const chance = (odds: number) => random() < odds;
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const upTo = (most: number) => Math.floor(random() * (most + 1));

/** Old and new DTOs of all operations, nested ones included. */
function allTypes(): { bodies: { type: Class; isArray: boolean }[]; queries: Class[]; all: Set<Class> } {
  const owners = controllers as readonly { name: string; prototype: object }[];
  const specs = routes().map(({ handler }) => {
    const [owner, name] = handler.split('.') as [string, string];
    return Reflect.getMetadata(
      OPERATION,
      Reflect.get(owners.find((each) => each.name === owner)!.prototype, name) as object,
    ) as OperationSpec;
  });
  const bodies = specs.flatMap(({ body }) => (body ? [{ type: body.type as Class, isArray: body.isArray ?? false }] : []));
  const queries = specs.flatMap(({ query }) => (query ? [query as Class] : []));
  const all = new Set<Class>();
  const add = (type: Class): void => {
    all.add(type);
    for (const { type: wire } of membersOf(type)) {
      const item = wire.kind === 'list' ? wire.item : wire;
      if (item.kind === 'object' && !all.has(item.of())) add(item.of());
    }
  };
  [...bodies.map(({ type }) => type), ...queries].forEach(add);
  return { bodies, queries, all };
}

const ID = '4298ca74-82ac-4fc2-95b3-33c176ff4323';
class Lifted {
  constructor(readonly ordinal: number) {
    if (ordinal === undefined) state |= 0;
  }
}
const STAGED = { sha256: 'a'.repeat(64), size: 5, bytes: Buffer.from('hello') };
const [FILE, TOLD, FORM_FILE] = [new Lifted(0), new Lifted(1), { sha256: 'b', size: 1 }];
const files = new Map<unknown, unknown>([
  [FILE, STAGED],
  [TOLD, null],
  [FORM_FILE, FORM_FILE],
]);

const TEXTS = ['', ' ', 'x', 'nome', ' a b ', 'ã'.repeat(15), '😀'.repeat(10), 'a\0b', '\ud800', 'true', 'FALSE', '0', '1', '12', ' 7 ', '1e3', '1.5', '-4', '+3', '99999999999999999', ID, ID.toUpperCase(), `{${ID}}`, `{${ID}`, ` ${ID} `, `${ID},${ID}`, `${ID},,x`, ',', '21/11/2026', '2026-11-21', '31/02/2026', '2026-13-01T10:00:00Z', '21/11/2026 14:30', '2026-11-21T14:30:05+0200', '21/11/2026 25:00', 'amanhã', 'pdf', '.PDF', 'tar.gz', 'a@b.com', 'A@B.com', '11.222.333/0001-81', 'RECUSAR', ' recusar ', 'retornar', 'CPF', '(31) 3333-4444', 'http://exemplo.com/x', 'constructor', '__proto__']; // prettier-ignore
const longs = [15, 20, 21, 50, 51, 100, 101, 128, 250, 251, 255, 256, 500, 501, 2048, 2049, 4000, 4001];
const long = (): string => pick(['a', 'ã', '😀', ' ']).repeat(pick(longs)) + pick(['', 'b', '😀']);
const numbers = [0, 1, 2, 3, 5, 10, 500, 501, 1.5, -1, 1e300, 2 ** 53, NaN];

function text(): string {
  return chance(0.05) ? long() : pick(TEXTS);
}

function garbage(depth: number): unknown {
  switch (upTo(16)) {
    case 0:
      return null;
    case 1:
      return true;
    case 2:
      return false;
    case 3:
      return pick(numbers);
    case 4:
      return new WrittenNumber('1.50', 1.5);
    case 5:
      return new WrittenNumber('12', 12);
    case 6:
      return [];
    case 7:
      return {};
    case 8:
      return depth > 3 ? [] : Array.from({ length: upTo(3) }, () => garbage(depth + 1));
    case 9:
      return depth > 3 ? {} : JSON.parse(`{"constructor":{"prototype":1},"__proto__":{"then":1},"then":"x","length":3,"toString":1}`);
    case 10:
      return depth > 3 ? {} : { a: garbage(depth + 1), Nome: notFile(garbage(depth + 1)) };
    case 11:
      return FILE;
    case 12:
      return pick([TOLD, FORM_FILE]);
    case 13:
      return '';
    case 14:
      return new WrittenNumber('99999999999999999999', 1e20);
    case 15:
      return long();
    default:
      return text();
  }
}

function good(type: WireType, depth: number): unknown {
  switch (type.kind) {
    case 'text':
      return chance(0.2) ? pick([new WrittenNumber('1.50', 1.5), 5, true]) : text();
    case 'guid':
      return pick([ID, ID.toUpperCase(), `{${ID}}`]);
    case 'integer': {
      const value = pick([type.min, Math.min(type.max, type.min + 3), type.max, type.max + 1, type.min - 1, 5]);
      return pick([value, String(value), new WrittenNumber(String(value), value)]);
    }
    case 'flag':
      return pick([true, false, 'true', 'False', 1, 0, '1', '0', new WrittenNumber('1', 1), new WrittenNumber('1.0', 1)]);
    case 'choice':
      return pick(type.values.flatMap((value) => [value, value.toUpperCase(), ` ${value} `]));
    case 'moment':
    case 'day':
      return pick(['21/11/2026', '2026-11-21', '21/11/2026 14:30', '2026-11-21T14:30:05Z', '31/02/2026', '20/11/2026']);
    case 'file':
      return pick([FILE, FILE, FORM_FILE, TOLD]);
    case 'extension':
      return pick(['pdf', '.PDF', 'xml']);
    case 'object':
      return object(type.of(), depth + 1);
    case 'map': {
      const map: Record<string, unknown> = JSON.parse(chance(0.05) ? '{"__proto__":"x","constructor":"y"}' : '{}') as never;
      for (let count = upTo(4); count > 0; count--)
        map[chance(0.8) ? `n${count}` : pick(['a\0', '\ud800', 'n'.repeat(250), 'n'.repeat(251), 'm'.repeat(300), ''])] = chance(0.7)
          ? text()
          : garbage(depth + 1);
      if (chance(0.02)) for (let count = 0; count < type.max + upTo(2) - 1; count++) map[`k${count}`] = chance(0.5) ? null : 'x';
      return map;
    }
    case 'list': {
      if (type.item.kind === 'guid' && chance(0.3)) return pick([ID, `${ID},${ID}`, `${ID},x`, ',', ` ${ID} , `]);
      if (chance(0.01)) {
        const item = value(type.item, depth + 1);
        return Array.from({ length: type.max + upTo(1) }, () => item);
      }
      const list = Array.from({ length: depth > 3 ? upTo(1) : upTo(3) }, () => value(type.item, depth + 1));
      if (chance(0.02)) for (let count = 0; count < 120; count++) list.push(garbage(3));
      return list;
    }
  }
}

const notFile = (made: unknown): unknown => (files.has(made) ? 5 : made);

let quality = 0.9;
function value(type: WireType, depth: number): unknown {
  const made = chance(quality) ? good(type, depth) : garbage(depth);
  // No file is lifted from where an object belongs.
  return type.kind === 'object' ? notFile(made) : made;
}

const spelt = (name: string): string => (chance(0.8) ? name : pick([name.toUpperCase(), name.toLowerCase(), ` ${name}`, `${name}\t`, `\u00a0${name.toUpperCase()} `])); // prettier-ignore

function object(type: Class, depth = 0): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const fullness = pick([0.3, 0.6, 0.95, 1]);
  let members: WireMember[] = membersOf(type).filter(({ required }) => chance(required ? Math.max(fullness, 0.9) : fullness));
  if (chance(0.2)) members = members.reverse();
  for (const { name, type: wire } of members) {
    if (chance(0.03))
      result[pick(['outro', ' Campo X ', 'x'.repeat(150), 'a\0b', 'constructor', 'toString', 'then', name + 's', ''])] = garbage(depth + 1);
    result[spelt(name)] = value(wire, depth);
    if (chance(0.03)) result[spelt(name.toUpperCase())] = value(wire, depth);
  }
  if (chance(0.01)) Object.defineProperty(result, '__proto__', { value: { x: 1 }, enumerable: true });
  if (chance(0.005)) for (let count = 0; count < pick([50, 99, 100, 101, 150]); count++) result[`u${count}`] = 1;
  return result;
}

function query(type: Class): { raw: Record<string, unknown>; problems: readonly unknown[] } {
  const parts: string[] = [];
  const add = (name: string, sent: unknown) =>
    parts.push(
      `${encodeURIComponent(name)}=${encodeURIComponent((typeof sent === 'string' ? sent : (JSON.stringify(sent instanceof WrittenNumber ? sent.value : sent) ?? '')).toWellFormed())}`,
    );
  for (const { name, type: wire } of membersOf(type)) {
    if (chance(0.2)) continue;
    if (wire.kind === 'list' && wire.item.kind === 'object') {
      const of = wire.item.of();
      const asJson = chance(0.3);
      for (let count = upTo(4); count > 0; count--) {
        const item = chance(quality) ? object(of, 2) : garbage(2);
        if (asJson) add(spelt(name), item);
        else for (const [member, sent] of Object.entries(item ?? {})) add(`${spelt(name)}[${pick([0, 1, 2, 7, 99, 100])}].${member}`, sent);
      }
    } else add(spelt(name), value(wire, 2));
    if (chance(0.03)) add(spelt(name), value(wire, 2));
    if (chance(0.03)) add(pick(['outro', '__proto__', 'constructor', 'api-version', `${name}[x]`]), garbage(2));
  }
  const named = (ofObjects: boolean) =>
    new Set(
      membersOf(type)
        .filter((member) => member.type.kind === 'list' && (member.type.item.kind === 'object') === ofObjects)
        .map(({ name }) => foldName(name)),
    );
  const { query: raw, problems } = readQuery(`/x?${parts.join('&')}`, { lists: named(false), pairs: named(true) });
  return { raw, problems };
}

/** Same classes, same values, same gaps; what is undefined is as good as absent, but in a list. */
function same(one: unknown, other: unknown, where = ''): string | null {
  if (Object.is(one, other)) return null;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return `${where}: ${String(one)} ≠ ${String(other)}`;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return `${where}: other class`;
  if (files.has(one) || one === STAGED) return `${where}: file`;
  if (one instanceof Date) return one.getTime() === (other as Date).getTime() ? null : `${where}: date`;
  if (Array.isArray(one)) {
    const [a, b] = [one as unknown[], other as unknown[]];
    if (a.length !== b.length) return `${where}: length`;
    for (let index = 0; index < a.length; index++) {
      if (index in a !== index in b) return `${where}[${index}]: gap`;
      const found = same(a[index], b[index], `${where}[${index}]`);
      if (found) return found;
    }
    return null;
  }
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const isMap = Object.getPrototypeOf(a) === null;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (isMap && key in a !== key in b) return `${where}.${key}: absent`;
    const found = same(a[key], b[key], `${where}.${key}`);
    if (found) return found;
  }
  return null;
}

const { bodies, queries, all } = allTypes();

it(`reads ${RUNS} inputs as before, from seed ${SEED}`, () => {
  const counts = { clean: 0, refused: 0, full: 0, strict: 0, ignored: 0, joint: 0, threw: 0, queries: 0 };
  const types = [...all];
  for (let run = 0; run < RUNS; run++) {
    const begun = state;
    quality = pick([0.6, 0.9, 0.98, 1]);
    const isQuery = chance(0.3);
    const body = isQuery ? undefined : chance(0.5) ? pick(bodies) : { type: pick(types), isArray: chance(0.1) };
    const type = body?.type ?? pick(queries);
    const { raw, problems: before } = isQuery
      ? query(type)
      : {
          raw: chance(0.02)
            ? garbage(0)
            : body!.isArray
              ? (good({ kind: 'list', item: { kind: 'object', of: () => type }, max: 1000 }, 0) as unknown)
              : object(type),
          problems: chance(0.02) ? Array.from({ length: pick([1, 98, 99, 100]) }, () => ({ path: ['x'], code: 'BASE64' })) : [],
        };
    const [strict, markUnread, duplicatesTold] = [chance(0.4), chance(0.6), chance(0.3)];
    const outcome = (Reader: typeof WireReader | typeof DtoReader) => {
      const ignored: FieldPath[] = [];
      const reader = new Reader({
        timeZone: zone,
        fileOf: (sent) => (isQuery ? undefined : (files.get(sent) as never)),
        duplicatesTold,
        markUnread,
        ...(!strict && { ignore: (path: FieldPath) => void ignored.push(path) }),
      });
      reader.problems.push(...(before as never[]));
      try {
        const read = body?.isArray ? reader.list(type, raw) : reader.object(type, raw);
        return { read, problems: reader.problems, ignored, error: null };
      } catch (error) {
        return { read: null, problems: [], ignored, error: (error as Error).message };
      }
    };
    const [was, is] = [outcome(WireReader), outcome(DtoReader)];
    const context = () => `${type.name} state ${begun}\n${require('node:util').inspect(raw, { depth: 6 }).slice(0, 3000)}\nwas ${JSON.stringify(was.problems)}\n is ${JSON.stringify(is.problems)}`; // prettier-ignore
    if (was.error !== is.error) throw new Error(`error ${was.error} ≠ ${is.error}: ${context()}`);
    if (JSON.stringify(was.problems) !== JSON.stringify(is.problems)) throw new Error(`problems: ${context()}`);
    if (JSON.stringify(was.ignored) !== JSON.stringify(is.ignored))
      throw new Error(`ignored: ${JSON.stringify([was.ignored, is.ignored])} ${context()}`);
    const isFull = was.problems.length >= 100;
    const found = isFull ? null : same(was.read, is.read);
    if (found && (markUnread || was.problems.length === 0)) throw new Error(`value ${found}: ${context()}`);
    counts[isFull ? 'full' : was.problems.length > 0 ? 'refused' : 'clean']++;
    if (strict) counts.strict++;
    if (was.ignored.length > 0) counts.ignored++;
    if (markUnread) counts.joint++;
    if (was.error) counts.threw++;
    if (isQuery) counts.queries++;
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
  console.log(JSON.stringify({ types: types.length, ...counts }));
}, 1_500_000);
