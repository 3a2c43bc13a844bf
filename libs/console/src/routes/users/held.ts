import type { Grant, Profile } from '../../api/users';
import type { Client } from '../../api/structure';

export type Place = Pick<Grant, 'client' | 'unit' | 'level'>;

/** Administering somebody takes this permission there, beside all that they get. */
const ADMINISTER = 'usuario.administrar';

/** Whether a grant reaches a place: the same client, the unit or any, the level or one above it. */
function reaches(grant: Place, place: Place, { levels }: Pick<Client, 'levels'>): boolean {
  if (grant.client !== place.client || (grant.unit !== null && grant.unit !== place.unit)) return false;
  if (grant.level === null) return true;
  for (let level = place.level; level !== null; level = levels.find(({ id }) => id === level)?.parent ?? null)
    if (level === grant.level) return true;
  return false;
}

/** Permissions of a profile that whoever has these grants does not hold there: the service refuses to give them. */
export function lacking(
  own: readonly Grant[],
  known: ReadonlyMap<string, Profile>,
  profile: Profile,
  place: Place,
  client: Pick<Client, 'levels'>,
): string[] {
  const held = new Set<string>();
  for (const grant of own)
    if (reaches(grant, place, client)) for (const each of known.get(grant.profile)?.permissions ?? []) held.add(each);
  return [...new Set([ADMINISTER, ...profile.permissions])].filter((permission) => !held.has(permission));
}
