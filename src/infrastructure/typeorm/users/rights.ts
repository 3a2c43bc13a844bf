import { keepNewest } from '#application/access/keep-newest';
import type { Grant } from '#domain/access/actor';
import { idsBytes } from '../id-bytes';
import { places, type Sql } from '../sql';

const MOST_USERS = 10_000;

/**
 * Grants of users that called, each valid while the user's row has the same `rights`. The row is read with every call anyway, so that
 * a change is seen by the next call in every process. Whatever changes what a grant says calls one of the functions below.
 */
export class KnownGrants {
  private readonly users = new Map<string, { rights: number; grants: readonly Grant[] }>();

  of(userId: string, rights: number): readonly Grant[] | null {
    const known = this.users.get(userId);
    return known?.rights === rights ? known.grants : null;
  }

  keep(userId: string, rights: number, grants: readonly Grant[]): void {
    keepNewest(this.users, userId, { rights, grants }, MOST_USERS);
  }
}

/** Raw SQL: users are found by sub-queries, for any number of them in one statement. */
const raise = 'UPDATE user_account SET rights = rights + 1 WHERE id';

export const raiseRightsOfUser = (sql: Sql, userId: string) => sql.write(`${raise} = ?`, [userId]);

/** The structure of these clients is another one now; grants name the version that they are for (ADR 6). */
export async function raiseStructureVersions(sql: Sql, clientIds: readonly string[]): Promise<void> {
  const [clients, ids] = [places(clientIds), idsBytes(clientIds)];
  await sql.write(`UPDATE client SET structure_version = structure_version + 1 WHERE id IN (${clients})`, ids);
  await sql.write(`${raise} IN (SELECT user_id FROM user_grant WHERE client_id IN (${clients}))`, ids);
}

export const raiseRightsByProfiles = (sql: Sql, profileIds: readonly string[]) =>
  sql.write(`${raise} IN (SELECT user_id FROM user_grant WHERE profile_id IN (${places(profileIds)}))`, profileIds);
