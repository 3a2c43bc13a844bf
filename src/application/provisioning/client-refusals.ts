import type { Permission } from '#domain/access/permission';
import type { ArchiveImage, FieldImage, Kind, ProfileImage, WorkflowImage } from '#domain/provisioning/archive-image';
import { PlanWriter } from '#domain/provisioning/archive-plan';
import { Problems, type ArchiveProblem, type DefinitionPath } from '#domain/provisioning/archive-problem';
import { ofKind, type Difference } from '#domain/provisioning/differences';
import { isOwn, type SharedUse } from './client-archive';
import type { ClientSight } from './client-sight';

/**
 * What serves the client alone: how it files, what its own users may do. What the operator has agreed with it or answers for (contracts
 * with their prices, units, the client with its default profile, signature origins, users with their logins) is at most shown.
 */
const CHANGEABLE: ReadonlySet<Kind> = new Set(['boxTypes', 'profiles', 'lists', 'levels', 'fields', 'workflows']);
/** Without anybody who holds these, only an operator could go on. */
const NEEDED: readonly Permission[] = ['user:manage', 'archive:manage'];

/** Finds changes that an operator may make, and an administrator of one client may not. */
export class ClientRefusals {
  private readonly problems = new Problems();

  constructor(
    private readonly sight: ClientSight,
    private readonly use: SharedUse,
    private readonly before: ArchiveImage,
    private readonly after: ArchiveImage,
    private readonly changes: readonly Difference[],
    private readonly paths: ReadonlyMap<string, DefinitionPath>,
  ) {}

  find(): readonly ArchiveProblem[] {
    for (const change of this.changes) if (!CHANGEABLE.has(change.kind)) this.unchangeable(change);
    this.shared('profiles', 'profile');
    this.shared('boxTypes', 'box type');
    this.permissions();
    this.administrators();
    this.patterns();
    return this.problems.found;
  }

  private at(id: string): DefinitionPath {
    return this.paths.get(id) ?? [];
  }

  private unchangeable(change: Difference): void {
    const [group] = new PlanWriter(this.before, this.after).groups([change]);
    this.problems.add(this.at(change.id), `${group?.what}: "${group?.entries[0]?.name}" is not changed here`);
  }

  /** A thing of several clients, or of none, is the operator's; one that the client's own boxes need stays. */
  private shared(kind: 'profiles' | 'boxTypes', what: string): void {
    for (const { id, before, after } of ofKind(this.changes, kind)) {
      if (!before) continue;
      if (!isOwn(kind, this.sight.scope.clientId, id, this.use[kind])) {
        this.problems.add(this.at(id), `${what} "${before.name}" is not this client's alone: only an operator changes it`);
      } else if (!after && this.use[kind].users.has(id) && kind === 'boxTypes') {
        this.problems.add(this.at(id), `there are boxes of type "${before.name}": it cannot be removed`);
      }
    }
  }

  /** Nobody gives, or takes away, more than what they hold themselves. */
  private permissions(): void {
    for (const { id, before, after } of ofKind(this.changes, 'profiles')) {
      const touched = [...(before?.permissions ?? []), ...(after?.permissions ?? [])];
      const beyond = [...new Set(touched)].filter((permission) => !this.sight.holds(permission));
      if (beyond.length === 0) continue;
      const { name } = (after ?? before) as ProfileImage;
      this.problems.add(this.at(id), `profile "${name}" has permissions that you do not hold for the whole client: ${beyond.join(', ')}`);
    }
  }

  private administrators(): void {
    for (const permission of NEEDED) {
      if (!administers(this.before, permission) || administers(this.after, permission)) continue;
      this.problems.add(['profiles'], `nobody of the client would have the permission ${permission} any more`);
    }
  }

  /** An expression is run for each value, beside the work of all clients: a bad one would stop them. */
  private patterns(): void {
    const known = new Set([...patternsOf(this.before)].map(([, pattern]) => pattern));
    for (const [id, pattern] of patternsOf(this.after)) {
      if (!known.has(pattern)) this.problems.add(this.at(id), `the pattern "${pattern}" is new: only an operator sets patterns`);
    }
  }
}

function administers({ users, profiles }: ArchiveImage, permission: Permission): boolean {
  return [...users.values()].some(
    ({ active, service, grants }) =>
      active &&
      !service &&
      grants.some(({ levelId, profileId }) => levelId === null && profiles.get(profileId)?.permissions.includes(permission)),
  );
}

/** With the id of the field, or of the workflow in whose form it is. */
function* patternsOf({ fields, workflows }: ArchiveImage): Iterable<[id: string, pattern: string]> {
  for (const { id, pattern } of fields.values() as Iterable<FieldImage>) if (pattern !== null) yield [id, pattern];
  for (const { id, design } of workflows.values() as Iterable<WorkflowImage>) {
    for (const { field } of design.form?.fields ?? []) if (field.pattern !== null) yield [id, field.pattern];
  }
}
