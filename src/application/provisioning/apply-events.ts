import type { RowChanges } from '#application/ports/provisioning';
import type { ArchiveImage, GrantImage, UserImage } from '#domain/provisioning/archive-image';
import type { Difference } from '#domain/provisioning/differences';
import { SERVICE_LOG, type AuditSubject } from '#domain/audit/audit-event';

/** Keeps events readable: at most this many ids are listed; the counts are complete. */
const MOST_IDS = 100;

interface Counts {
  added: number;
  changed: number;
  removed: number;
}

class Tally {
  private readonly counts = new Map<string, Counts>();
  private readonly ids: string[] = [];

  add(what: string, { added, changed, removed }: Counts, id: string): void {
    const sum = this.counts.get(what) ?? { added: 0, changed: 0, removed: 0 };
    this.counts.set(what, { added: sum.added + added, changed: sum.changed + changed, removed: sum.removed + removed });
    const sign = added > 0 && changed + removed === 0 ? '+' : removed > 0 && added + changed === 0 ? '-' : '~';
    if (this.ids.length < MOST_IDS) this.ids.push(`${what} ${sign}${id}`);
  }

  subject(): AuditSubject {
    const counts = [...this.counts].map(([what, { added, changed, removed }]) => `${what} +${added} ~${changed} -${removed}`);
    return { counts, ids: this.ids };
  }
}

/**
 * The audit events of an applied definition, one for each client concerned, ordered by client id, so that two concurrent runs
 * take guard rows in the same order. Changes of shared things, and of users without a client, are also recorded in the service's own log.
 */
export function applyEvents(
  before: ArchiveImage,
  after: ArchiveImage,
  changes: readonly Difference[],
  rows: readonly RowChanges[],
  within?: string,
): [clientId: string, subject: AuditSubject][] {
  const tallies = new Map<string, Tally>();
  const tallyOf = (clientId: string) => {
    const tally = tallies.get(clientId) ?? new Tally();
    tallies.set(clientId, tally);
    return tally;
  };
  const concerned = new Concerned([before, after], within);
  for (const change of changes) {
    const counts = { added: Number(!change.before), changed: Number(!!change.before && !!change.after), removed: Number(!change.after) };
    for (const clientId of concerned.by(change)) tallyOf(clientId).add(change.kind, counts, change.id);
  }
  for (const { clientId, listId, added, changed, removed } of rows) {
    // A list's rows are many: they are counted, and the list is named.
    const counts = { added: added.length, changed: changed.length, removed: removed.length };
    tallyOf(clientId).add('rows', counts, listId);
  }
  return [...tallies].map(([clientId, tally]): [string, AuditSubject] => [clientId, tally.subject()]).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The logs of a change: for a shared thing, those of all clients that use it before or after. */
class Concerned {
  private readonly ofUnit = new Map<string, Set<string>>();
  private readonly ofProfile = new Map<string, Set<string>>();
  private readonly ofBoxType = new Map<string, Set<string>>();

  /** @param within the client whose administrator changes shared things */
  constructor(
    images: readonly ArchiveImage[],
    private readonly within: string | undefined,
  ) {
    for (const { clients, users, boxes } of images) {
      for (const { id, unitIds, defaultProfileId } of clients.values()) {
        for (const unitId of unitIds) put(this.ofUnit, unitId, id);
        if (defaultProfileId !== null) put(this.ofProfile, defaultProfileId, id);
      }
      for (const { grants } of users.values()) for (const { profileId, clientId } of grants) put(this.ofProfile, profileId, clientId);
      for (const { typeId, clientId } of boxes.values()) put(this.ofBoxType, typeId, clientId);
    }
  }

  by(change: Difference): Iterable<string> {
    switch (change.kind) {
      case 'units':
        return this.shared(this.ofUnit.get(change.id));
      case 'boxTypes':
        return this.shared(this.ofBoxType.get(change.id));
      case 'profiles':
        return this.shared(this.ofProfile.get(change.id));
      case 'clients':
        return [change.id];
      case 'users':
        return logsOfUser([change.before, change.after].filter((user) => user !== null));
      default:
        return new Set([change.before, change.after].flatMap((thing) => (thing ? [thing.clientId] : [])));
    }
  }

  private shared(users: Iterable<string> = []): Set<string> {
    return new Set([SERVICE_LOG, ...users, ...(this.within === undefined ? [] : [this.within])]);
  }
}

function logsOfUser(users: readonly UserImage[]): Iterable<string> {
  return logsOf(
    users.flatMap(({ grants }) => grants),
    users.map(({ homeClientId }) => homeClientId),
  );
}

/** The clients that a user's grants and home refer to; the service's log for a user without any. */
export function logsOf(grants: readonly Pick<GrantImage, 'clientId'>[], homes: readonly (string | null)[]): string[] {
  const clients = new Set([...grants.map(({ clientId }) => clientId), ...homes.filter((id) => id !== null)]);
  return clients.size === 0 ? [SERVICE_LOG] : [...clients].sort();
}

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key) ?? new Set();
  map.set(key, values.add(value));
}
