import { isOfPrograms } from '#domain/access/key-terms';
import type { Deviation, idsOf } from './matrix-calls';
import { CALLERS, type Caller, type Kind, type MatrixRoute, type Slot, type Species } from './matrix-types';

/** Expected answer of a matrix cell; `allowed`: as declared by the route. */
export type Expected = 400 | 401 | 404 | 'allowed';

const PLACES: ReadonlySet<Species> = new Set(['client', 'unit', 'level']);
const is = (callers: readonly string[], caller: Caller) => callers.includes(caller);

/** A search filter: an unknown id finds nothing. That of 4.4 is refused. */
export const isFilter = ({ where, name, optional, species }: Slot) =>
  where === 'query' && optional && (species === 'user' || species === 'box type') && !/^Id/.test(name);

type Ids = ReturnType<typeof idsOf>;

/** The client that a caller sees whole: the right one's, or its own. Who sees a part has none. */
const WHOLE: Partial<Record<Caller, Kind>> = {
  right: 'own',
  'read-only': 'own',
  'other client': 'foreign',
  key: 'own',
  'service session': 'own',
};

/** Programs never administer users. */
const PROGRAMS: readonly Caller[] = [...CALLERS.programs, 'key of another level'];
const isOfOtherLevel = (caller: Caller) => caller === 'other level' || caller === 'key of another level';
const hasPart = (caller: Caller) => caller === 'other unit' || isOfOtherLevel(caller);

/** Who sees all of the client that the call names is told that it has no such unit or level. */
function isTold(caller: Caller, ids: Ids, { species }: Slot): boolean {
  // The level of a key is one of its account's client.
  const named = [...ids].find(([slot]) => slot.species === 'client' || slot.species === 'account')?.[1].kind;
  return (species === 'level' || species === 'unit') && named !== undefined && named === WHOLE[caller];
}

/** Accessible to everyone who may see, or act in, flows of the client. */
const OF_FLOWS: readonly Species[] = ['definition', 'flow', 'execution', 'task', 'form', 'form field', 'form list'];

/** The permitted caller's things belong to its client, unit and level; its lists to the level, its users to the client. */
const BEYOND: Record<(typeof CALLERS)['elsewhere'][number], readonly Species[]> = {
  'other client': [
    'client',
    'unit',
    'level',
    'document',
    'file',
    'list',
    'row',
    'list field',
    'user',
    'bill',
    'origin',
    'webhook',
    'session',
    'account',
    'api key',
    ...OF_FLOWS,
  ],
  'other unit': ['unit', 'document', 'file', 'bill'],
  'other level': ['level', 'document', 'file', 'list', 'row', 'list field'],
  'key of another level': ['level', 'document', 'file', 'list', 'row', 'list field'],
};

export function isVisible(caller: Caller, species: Species, kind: Kind): boolean {
  if (species === 'profile' || species === 'box type' || species === 'report' || species === 'free') return kind === 'own';
  if (species === 'caller') return kind === 'own' && caller === 'right';
  if (kind === 'foreign') return caller === 'other client';
  if (kind !== 'own') return false;
  return !(caller in BEYOND) || !BEYOND[caller as keyof typeof BEYOND].includes(species);
}

/** An account without grants, such as `alvo`: visible with access to its client; changed, and its sessions seen, only by administrators of that whole client. */
function mayReach(route: MatrixRoute, caller: Caller, { species, where }: Slot): boolean {
  const changes = species === 'user' && where === 'path' && (route.method !== 'GET' || route.path.endsWith('/Sessoes'));
  return !(changes || species === 'account') || !hasPart(caller);
}

/** Available to every user, about that user only. */
const isPersonal = ({ spec, slots }: MatrixRoute) => spec.permission === 'own' && slots.every(({ species }) => species === 'caller');

/** The required permission: changing another user's password requires administering users. */
export const permissionOf = (route: MatrixRoute) => {
  if (isPersonal(route)) return null;
  return route.spec.permission === 'own' ? 'user:manage' : route.spec.permission;
};

export function lacks(route: MatrixRoute, caller: Caller): boolean {
  if (isPersonal(route)) return false;
  if (caller === 'without the permission' || caller === 'key without the permission') return true;
  const permission = permissionOf(route);
  if (PROGRAMS.includes(caller) && permission && !isOfPrograms(permission)) return true;
  return caller === 'read-only' && !permissionOf(route)?.endsWith(':view');
}

/** Allowed only to change their own password; problems of the call are reported before the user is checked. */
export const mayComeIn = ({ spec }: MatrixRoute, caller: Caller) => caller === 'must change password' && spec.beforePasswordChange === true;

/** Derived from the route's declaration and the caller's reach. */
export function expectationOf(route: MatrixRoute, caller: Caller, ids: Ids, deviation?: Deviation): Expected {
  if (route.spec.permission === null) return publicExpectation(deviation);
  const malformed = deviation?.kind === 'malformed';
  const comesIn = (malformed || isPersonal(route)) && mayComeIn(route, caller);
  if (is(CALLERS.refused, caller) && !comesIn) return 401;
  // A malformed id has no owner.
  if (route.spec.permission === 'own' && malformed) return 400;
  if (lacks(route, caller)) return 401;
  // With a body, or with archive data, problems are reported after authorisation; for a malformed place authorisation cannot be decided.
  if (malformed && deviation.slot.where !== 'body' && PLACES.has(deviation.slot.species)) return 400;
  if (route.spec.reach === 'whole client' && hasPart(caller)) return 401;
  if (route.spec.reach === 'unit' && isOfOtherLevel(caller)) return 401;
  const beyond = [...ids].filter(
    ([slot, { kind }]) =>
      kind !== 'malformed' && !isFilter(slot) && !(isVisible(caller, slot.species, kind) && mayReach(route, caller, slot)),
  );
  const inAddress = ([slot]: [Slot, unknown]) => slot.where !== 'body';
  const told = beyond.filter(([slot]) => isTold(caller, ids, slot));
  const isPlace = (each: (typeof beyond)[number]) => PLACES.has(each[0].species) && !told.includes(each);
  if (beyond.some((each) => isPlace(each) && inAddress(each))) return 401;
  // The place is looked up before anything that is said to be there.
  if (told.some(inAddress)) return 400;
  // Problems of the request itself are reported before any lookup, or together with it once the client is known.
  const isToldWith = (route.spec.joint ?? route.spec.body?.joint) === true && deviation?.slot.species !== 'client';
  if (malformed) return isToldWith && beyond.some(isPlace) ? 401 : 400;
  if (beyond.some(([{ where }]) => where === 'path')) return 404;
  if (beyond.some(isPlace)) return 401;
  return beyond.length > 0 ? 400 : 'allowed';
}

/** The only public route with an id is the refresh, which reveals no problems. */
function publicExpectation(deviation?: Deviation): Expected {
  if (!deviation) return 'allowed';
  if (deviation.kind === 'malformed') return 400;
  return deviation.kind === 'own' ? 'allowed' : 401;
}
