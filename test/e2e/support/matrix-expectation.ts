import { CALLERS, type Caller, type Kind, type Species } from './matrix-archive';
import type { Deviation, idsOf } from './matrix-calls';
import type { MatrixRoute, Slot } from './matrix-routes';

/** What a cell of the matrix must answer; `allowed`: as the route declares. */
export type Expected = 400 | 401 | 404 | 'allowed';

const PLACES: ReadonlySet<Species> = new Set(['client', 'unit', 'level']);
const is = (callers: readonly string[], caller: Caller) => callers.includes(caller);

/** Something that a search is narrowed to: what does not exist finds nothing. */
export const isFilter = ({ where, optional, species }: Slot) =>
  where === 'query' && optional && (species === 'user' || species === 'box type');

/** For everybody who may see, or act in, flows of the client. */
const OF_FLOWS: readonly Species[] = ['definition', 'flow', 'execution', 'task', 'form', 'form field', 'form list'];

/** Own things stand in the client, unit and level of the right caller; its lists belong to the level, its users to the client. */
const BEYOND: Record<(typeof CALLERS)['elsewhere'][number], readonly Species[]> = {
  'other client': ['client', 'unit', 'level', 'document', 'file', 'list', 'row', 'list field', 'user', 'bill', 'origin', ...OF_FLOWS],
  'other unit': ['unit', 'document', 'file', 'bill'],
  'other level': ['level', 'document', 'file', 'list', 'row', 'list field'],
};

export function isVisible(caller: Caller, species: Species, kind: Kind): boolean {
  if (species === 'profile' || species === 'box type' || species === 'report' || species === 'free') return kind === 'own';
  if (kind === 'foreign') return caller === 'other client';
  if (kind !== 'own') return false;
  return !(caller in BEYOND) || !BEYOND[caller as keyof typeof BEYOND].includes(species);
}

/** An account without grants, as `alvo` is, is seen by who sees its client, and changed only by who administers all of that client. */
function mayReach(route: MatrixRoute, caller: Caller, { species, where }: Slot): boolean {
  const changes = species === 'user' && where === 'path' && route.method !== 'GET';
  return !changes || !(caller === 'other unit' || caller === 'other level');
}

/** For everybody, about nobody else. */
const isPersonal = ({ spec, slots }: MatrixRoute) => spec.permission === 'own' && slots.length === 0;

/** The permission that the call takes: of others the password is changed by who administers users. */
export const permissionOf = (route: MatrixRoute) => {
  if (isPersonal(route)) return null;
  return route.spec.permission === 'own' ? 'user:manage' : route.spec.permission;
};

export function lacks(route: MatrixRoute, caller: Caller): boolean {
  if (isPersonal(route)) return false;
  if (caller === 'without the permission') return true;
  return caller === 'read-only' && !permissionOf(route)?.endsWith(':view');
}

/** Only to change the own password: what is wrong with the call is said before whose password it is. */
export const mayComeIn = ({ spec }: MatrixRoute, caller: Caller) => caller === 'must change password' && spec.beforePasswordChange === true;

/** Derived from what the route declares, and from where the caller may go. */
export function expectationOf(route: MatrixRoute, caller: Caller, ids: ReturnType<typeof idsOf>, deviation?: Deviation): Expected {
  if (route.spec.permission === null) return publicExpectation(deviation);
  const malformed = deviation?.kind === 'malformed';
  const comesIn = (malformed || isPersonal(route)) && mayComeIn(route, caller);
  if (is(CALLERS.refused, caller) && !comesIn) return 401;
  // Whose id it is cannot be known of one that is none.
  if (route.spec.permission === 'own' && malformed) return 400;
  if (lacks(route, caller)) return 401;
  // With a body, or with what the archive knows, it is told after the caller was let in; of a place nobody can say whether the caller may go there.
  const isToldFirst = (route.spec.body === undefined && route.spec.joint !== true) || (deviation && PLACES.has(deviation.slot.species));
  if (malformed && deviation.slot.where !== 'body' && isToldFirst) return 400;
  if (route.spec.reach === 'whole client' && (caller === 'other unit' || caller === 'other level')) return 401;
  if (route.spec.reach === 'unit' && caller === 'other level') return 401;
  const beyond = [...ids].filter(
    ([slot, { kind }]) =>
      kind !== 'malformed' && !isFilter(slot) && !(isVisible(caller, slot.species, kind) && mayReach(route, caller, slot)),
  );
  const inAddress = ([slot]: [Slot, unknown]) => slot.where !== 'body';
  const isPlace = ([slot]: [Slot, unknown]) => PLACES.has(slot.species);
  if (beyond.some((each) => isPlace(each) && inAddress(each))) return 401;
  // What is wrong by itself is said before anything is looked for, or with it, once the client is known.
  const isToldWith = (route.spec.joint ?? route.spec.body?.joint) === true && deviation?.slot.species !== 'client';
  if (malformed) return isToldWith && beyond.some(isPlace) ? 401 : 400;
  if (beyond.some((each) => each[0].where === 'path')) return 404;
  if (beyond.some(isPlace)) return 401;
  return beyond.length > 0 ? 400 : 'allowed';
}

/** Of public routes, one reads an id: the refresh, which tells nobody what is wrong. */
function publicExpectation(deviation?: Deviation): Expected {
  if (!deviation) return 'allowed';
  if (deviation.kind === 'malformed') return 400;
  return deviation.kind === 'own' ? 'allowed' : 401;
}
