import type { ArchiveStore, Use } from '#application/ports/provisioning';
import type { Permission } from '#domain/access/permission';
import type { ArchiveImage, FieldImage } from '#domain/provisioning/archive-image';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { ofKind, type Difference } from '#domain/provisioning/differences';
import { fold } from '#domain/text';
import { renameHints } from './renames';
import { unreachable } from './workflow-people';

/** A user whose login or id differs in the archive is a different user. */
export interface Person {
  id: string;
  login: string;
}

type Paths = ReadonlyMap<string, DefinitionPath>;

/** Finds changes that the archive's contents do not allow. */
export class Refusals {
  readonly found: ArchiveProblem[] = [];
  private readonly hints: ReadonlyMap<string, string>;

  constructor(
    private readonly store: ArchiveStore,
    private readonly before: ArchiveImage,
    private readonly after: ArchiveImage,
    private readonly all: readonly Difference[],
    private readonly paths: Paths,
    private readonly asItWas: readonly Person[],
    private readonly tells: (permission: Permission) => boolean,
  ) {
    this.hints = renameHints(all);
  }

  async look(): Promise<void> {
    await this.units();
    await this.clients();
    await this.levels();
    await this.lists();
    await this.fields();
    await this.boxes();
    await this.contracts();
    await this.workflows();
    this.references();
  }

  /** A removed thing has no path in the definition, so the problem refers to the whole definition. */
  private refuse(id: string, message: string): void {
    const hint = this.renameHint(id);
    this.found.push({ path: this.paths.get(id) ?? [], message: hint === undefined ? message : `${message}\n${hint}` });
  }

  /** The hint for the thing or for one of its ancestors. */
  private renameHint(id: string): string | undefined {
    for (let at: string | null | undefined = id; at; at = this.before.levels.get(at)?.parentId) {
      const hint = this.hints.get(at);
      if (hint !== undefined) return hint;
    }
    return undefined;
  }

  private async refuseUsed(use: Use, ids: readonly string[], message: (id: string) => string): Promise<void> {
    for (const id of await this.store.inUse(use, ids)) this.refuse(id, message(id));
  }

  private removed<K extends Difference['kind']>(kind: K) {
    return ofKind(this.all, kind).filter(({ after }) => after === null);
  }

  private async units(): Promise<void> {
    const ids = this.removed('units').map(({ id }) => id);
    await this.refuseUsed(
      'documents of unit',
      ids,
      (id) => `unit "${this.before.units.get(id)?.name}" cannot be removed: it has documents`,
    );
  }

  private async clients(): Promise<void> {
    const ids = this.removed('clients').map(({ id }) => id);
    await this.refuseUsed(
      'documents of client',
      ids,
      (id) => `client "${this.before.clients.get(id)?.name}" cannot be removed: it has documents`,
    );
    for (const { id, before, after } of ofKind(this.all, 'clients')) {
      if (!before || !after) continue;
      const gone = before.unitIds.filter((unitId) => !after.unitIds.includes(unitId) && this.after.units.has(unitId));
      for (const unitId of await this.store.unitsWithDocumentsOf(id, gone)) {
        this.refuse(
          id,
          `unit "${this.before.units.get(unitId)?.name}" cannot be removed from client "${after.name}": it has documents of the client`,
        );
      }
    }
  }

  private async levels(): Promise<void> {
    const gone = this.removed('levels').filter(({ before }) => this.after.clients.has(before!.clientId));
    const name = (id: string) => this.before.levels.get(id)?.path;
    await this.refuseUsed(
      'documents of level',
      gone.map(({ id }) => id),
      (id) => `level "${name(id)}" cannot be removed: it has documents`,
    );
    for (const { id, before, after } of ofKind(this.all, 'levels')) {
      if (!before || !after) continue;
      if (before.clientId !== after.clientId) this.refuse(id, `level "${before.path}" cannot move to another client`);
      else if (before.parentId !== after.parentId && (await this.store.inUse('documents of level', this.subtree(id))).size > 0) {
        this.refuse(id, `level "${before.path}" cannot move: documents are filed at it or under it`);
      }
      for (const { listId } of before.lists.filter((list) => !after.lists.some((kept) => kept.listId === list.listId))) {
        if (!(await this.store.isLinked(listId, this.subtree(id)))) continue;
        const list = this.before.lists.get(listId)?.name;
        this.refuse(id, `list "${list}" cannot be removed from level "${before.path}": documents there point at its rows`);
      }
    }
  }

  /** The subtree as it is in the archive now, where its documents are. */
  private subtree(id: string): string[] {
    const ids = [id];
    for (let next = 0; next < ids.length; next++) {
      for (const level of this.before.levels.values()) if (level.parentId === ids[next]) ids.push(level.id);
    }
    return ids;
  }

  private async lists(): Promise<void> {
    const gone = this.removed('lists').map(({ id }) => id);
    await this.refuseUsed(
      'documents with rows of list',
      gone,
      (id) => `list "${this.before.lists.get(id)?.name}" cannot be removed: documents point at its rows`,
    );
    const [keysBefore, keysAfter] = [keysByList(this.before), keysByList(this.after)];
    const moved = [...this.after.lists.keys()].filter((id) => this.before.lists.has(id) && keysBefore.get(id) !== keysAfter.get(id));
    await this.refuseUsed(
      'rows of list',
      moved,
      (id) =>
        `the key fields of list "${this.after.lists.get(id)?.name}" cannot change, nor their order: it has rows, which are known by them`,
    );
    for (const { id, before, after } of ofKind(this.all, 'lists')) {
      if (before && after && before.clientId !== after.clientId) this.refuse(id, `list "${before.name}" cannot move to another client`);
    }
  }

  private async fields(): Promise<void> {
    const stays = ({ levelId, listId }: FieldImage) => (levelId ? this.after.levels.has(levelId) : this.after.lists.has(listId as string));
    const gone = this.removed('fields').filter(({ before }) => stays(before!));
    const name = (id: string) => this.nameOf(this.before.fields.get(id) as FieldImage);
    await this.refuseUsed(
      'values of field',
      gone.map(({ id }) => id),
      (id) => `field ${name(id)} cannot be removed: it has values`,
    );
    const changed = ofKind(this.all, 'fields').filter(({ before, after }) => before && after);
    for (const { id, before, after } of changed) {
      if (before!.levelId !== after!.levelId || before!.listId !== after!.listId)
        this.refuse(id, `field ${name(id)} cannot move: give it another id`);
    }
    const retyped = changed.filter(({ attributes }) => attributes.includes('type'));
    await this.refuseUsed(
      'values of field',
      retyped.map(({ id }) => id),
      (id) => {
        const [from, to] = [this.before.fields.get(id)?.type, this.after.fields.get(id)?.type];
        return `the type of field ${name(id)} cannot change from ${from} to ${to}: it has values, which are compared as ${from}`;
      },
    );
  }

  private nameOf({ label, levelId, listId }: FieldImage): string {
    const owner = levelId ? `level "${this.before.levels.get(levelId)?.path}"` : `list "${this.before.lists.get(listId as string)?.name}"`;
    return `"${label}" of ${owner}`;
  }

  private async boxes(): Promise<void> {
    const code = (id: string) => this.before.boxes.get(id)?.code;
    const gone = this.removed('boxes').map(({ id }) => id);
    await this.refuseUsed('documents in box', gone, (id) => `box ${code(id)} cannot be removed: it holds documents`);
    const renumbered = ofKind(this.all, 'boxes').filter(({ before, after }) => before && after && before.unitId !== after.unitId);
    await this.refuseUsed(
      'documents in box',
      renumbered.map(({ id }) => id),
      (id) => `box ${code(id)} cannot be given to another keeper: it holds documents`,
    );
    for (const { id, before, after } of ofKind(this.all, 'boxes')) {
      if (before && after && before.clientId !== after.clientId) this.refuse(id, `box ${code(id)} cannot move to another client`);
    }
  }

  private async contracts(): Promise<void> {
    const number = (id: string) => this.before.contracts.get(id)?.number;
    const gone = this.removed('contracts').map(({ id }) => id);
    await this.refuseUsed('bills of contract', gone, (id) => `contract "${number(id)}" cannot be removed: it has bills`);
    const moved = ofKind(this.all, 'contracts').filter(
      ({ attributes }) => attributes.includes('clientId') || attributes.includes('unitId'),
    );
    await this.refuseUsed(
      'bills of contract',
      moved.map(({ id }) => id),
      (id) => `contract "${number(id)}" cannot move to another client or unit: it has bills`,
    );
    // The package is paid once: an increase would never be billed, a decrease would be lost.
    const regranted = ofKind(this.all, 'services').filter(({ before, after, attributes }) => {
      return before && after && attributes.includes('initialPackage');
    });
    await this.refuseUsed(
      'paid initial package of service',
      regranted.map(({ id }) => id),
      (id) => `the initial package of service "${this.before.services.get(id)?.description}" cannot change: it is paid`,
    );
  }

  private async workflows(): Promise<void> {
    const name = (id: string) => this.before.workflows.get(id)?.name;
    const gone = this.removed('workflows').map(({ id }) => id);
    await this.refuseUsed(
      'flows of workflow',
      gone,
      (id) => `workflow "${name(id)}" cannot be removed: it has flows; "active: false" keeps new ones from being activated`,
    );
    for (const { id, before, after } of ofKind(this.all, 'workflows')) {
      if (before && after && before.clientId !== after.clientId) this.refuse(id, `workflow "${name(id)}" cannot move to another client`);
    }
    for (const { id, before, after } of ofKind(this.all, 'webhooks')) {
      if (before && after && before.clientId !== after.clientId) this.refuse(id, `webhook "${after.url}" cannot move to another client`);
    }
    const { users } = this.after;
    const allowed = new Set(this.asItWas.filter(({ id, login }) => fold(users.get(id)?.login ?? '') === fold(login)).map(({ id }) => id));
    for (const { id, userId, reason } of unreachable(this.before, this.after, this.all)) if (!allowed.has(userId)) this.refuse(id, reason);
  }

  /** An unchanged section may still refer to something that another section removes. */
  private references(): void {
    const { units, boxTypes, profiles, clients, levels } = this.after;
    const need = (things: ReadonlyMap<string, unknown>, id: string | null, user: string, names: ReadonlyMap<string, { name: string }>) => {
      const known = id === null ? undefined : names.get(id);
      if (id !== null && known && !things.has(id)) this.refuse(id, `"${known.name}" cannot be removed: it is needed by ${user}`);
    };
    for (const { name, unitIds, defaultProfileId } of clients.values()) {
      for (const id of unitIds) need(units, id, `client "${name}"`, this.before.units);
      need(profiles, defaultProfileId, `client "${name}"`, this.before.profiles);
    }
    for (const { code, typeId, unitId } of this.after.boxes.values()) {
      need(boxTypes, typeId, `box ${code}`, this.before.boxTypes);
      need(units, unitId, `box ${code}`, this.before.units);
    }
    const [tellsBills, tellsUsers] = [this.tells('billing:view'), this.tells('user:manage')];
    for (const { number, unitId } of this.after.contracts.values()) {
      need(units, unitId, tellsBills ? `contract "${number}"` : 'a contract', this.before.units);
    }
    for (const { login, active, grants } of this.after.users.values()) {
      const user = tellsUsers ? `user "${login}"` : 'a user';
      for (const grant of active ? grants : []) {
        need(clients, grant.clientId, user, this.before.clients);
        need(units, grant.unitId, user, this.before.units);
        need(levels, grant.levelId, user, this.before.levels);
        need(profiles, grant.profileId, user, this.before.profiles);
      }
    }
  }
}

/** Ids of the key fields of each list, in their order. */
function keysByList({ fields }: ArchiveImage): Map<string, string> {
  const keys = new Map<string, string>();
  for (const { id, listId } of [...fields.values()].filter(({ isKey }) => isKey).sort((a, b) => a.position - b.position)) {
    if (listId) keys.set(listId, `${keys.get(listId) ?? ''} ${id}`);
  }
  return keys;
}
