import { Injectable } from '@nestjs/common';
import { ArchiveStore, DescribedWebhooks } from '#application/ports/provisioning';
import { PdfForms } from '#application/ports/workflows';
import { AuditTrail } from '#application/ports/audit-trail';
import { PasswordHasher } from '#application/ports/users';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { WebhookSender } from '#application/ports/webhooks';
import { TimeZone } from '#application/support/time-zone';
import type { Author } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import type { PartialArchive } from '#domain/provisioning/archive-definition';
import { levelNames, type ArchiveImage, type LevelImage } from '#domain/provisioning/archive-image';
import { isEmptyPlan, PlanWriter, removesAnything, type ArchivePlan, type PlanGroup } from '#domain/provisioning/archive-plan';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { checkDefinition, type KnownNames } from '#domain/provisioning/check-definition';
import { differences, ofKind, type Difference } from '#domain/provisioning/differences';
import { fold } from '#domain/text';
import { checkModels } from './check-models';
import { applyEvents } from './apply-events';
import type { ListSource } from './definition-ids';
import { resolve } from './definition-resolver';
import { Refusals, type Person } from './refusals';
import { renameHints } from './renames';
import { RowImport, type RowPlan, type RowTable } from './row-import';
import { webhookProblems } from './webhook-problems';

export interface ArchiveInput {
  definition: PartialArchive;
  /** Rows of the lists with `rowsFrom`, by the indexes of client and list: `0/2`. */
  tables: ReadonlyMap<string, RowTable>;
  /** Problems found while the definition was parsed. */
  problems: readonly ArchiveProblem[];
}

export interface ApplyOptions {
  dryRun: boolean;
  allowRemove: boolean;
  /** Called after each list with the number of rows written so far and the total. */
  progress?: (done: number, of: number) => void;
  /** Computes the definition to apply from the archive, under the lock; new users need hashes, models are those of the input. */
  merge?: (running: ArchiveImage) => PartialArchive | Promise<PartialArchive>;
  /** For a client restored from another archive: workflows may name these people although they no longer have access. */
  asItWas?: readonly Person[];
  /** Runs as the last step of the same transaction. */
  also?: () => Promise<void>;
  /** Reads this client alone, with what all clients share; `alone`: nothing shared is to change, so that others need not wait. */
  within?: { clientId: string; alone: boolean };
  /** The client of new box types and profiles; otherwise the service's. */
  owner?: string;
  /** Whether who asked may see the names that this permission shows; otherwise refusals leave them out. */
  tells?: (permission: Permission) => boolean;
  /** Finds further reasons to refuse the changes. */
  refuse?: (
    before: ArchiveImage,
    after: ArchiveImage,
    changes: readonly Difference[],
    paths: ReadonlyMap<string, DefinitionPath>,
  ) => Promise<ArchiveProblem[]>;
}

export interface Applied {
  plan: ArchivePlan;
  /** False: there were no changes, or this was a dry run. */
  written: boolean;
  /** Of new webhooks, to be shown this once. */
  secrets: readonly NewWebhookSecret[];
}

export interface NewWebhookSecret {
  id: string;
  url: string;
  secret: string;
}

/** The definition is refused, for all of these reasons. */
export class ArchiveRefused extends Error {
  constructor(readonly problems: readonly ArchiveProblem[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.name = 'ArchiveRefused';
  }
}

/** The plan contains removals that were not allowed. */
export class RemovalNotAllowed extends Error {
  constructor(
    readonly plan: ArchivePlan,
    /** Hints for removals that may be renames. */
    readonly hints: readonly string[],
  ) {
    super('the plan removes things');
    this.name = 'RemovalNotAllowed';
  }
}

const MOST_ROWS_NAMED = 50;

interface ListRowsPlan {
  list: ListSource;
  rows: RowPlan;
}

/** Changes the running archive to match a definition, for the command `apply` and others; idempotent, all or nothing. */
@Injectable()
export class ArchiveChange {
  constructor(
    private readonly store: ArchiveStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: PasswordHasher,
    private readonly forms: PdfForms,
    private readonly audit: AuditTrail,
    private readonly sender: WebhookSender,
    private readonly webhooks: DescribedWebhooks,
    private readonly timeZone: TimeZone,
  ) {}

  async apply(author: Author, input: ArchiveInput, options: ApplyOptions): Promise<Applied> {
    const { dryRun, allowRemove, progress, merge, asItWas = [], also, within, owner = null, refuse, tells = () => true } = options;
    const hashes = dryRun ? new Map<string, string>() : await this.hashesOfNewUsers(input.definition);
    const modelProblems = await checkModels(input.definition, this.forms);
    const work = async (): Promise<Applied> => {
      if (!dryRun) await this.store.lock(within?.alone ? within.clientId : undefined);
      const before = await this.store.read(within?.clientId);
      const definition = merge ? await merge(before) : input.definition;
      const homesStay = merge !== undefined;
      const { image: after, paths, lists, problems: unresolved } = resolve(definition, before, hashes, { homesStay });
      const problems = [...input.problems, ...checkDefinition(definition, namesOf(before)), ...modelProblems, ...unresolved];
      const changes = differences(before, after);
      const refusals = new Refusals(this.store, before, after, changes, paths, asItWas, tells);
      await refusals.look();
      problems.push(...refusals.found);
      problems.push(...((await refuse?.(before, after, changes, paths)) ?? []));
      for (const { id, message } of webhookProblems(before, after, changes, this.sender, tells('webhook:manage')))
        problems.push({ path: paths.get(id) ?? [], message });
      const rowPlans = await this.rowPlans(input, lists, before, after, problems);
      if (problems.length > 0) throw new ArchiveRefused(problems);

      const plan = { groups: [...new PlanWriter(before, after).groups(changes), ...rowPlans.flatMap(rowGroup)] };
      if (isEmptyPlan(plan) || dryRun) {
        // What a filing had added, and the file names, is kept from now on, which changes nothing that is seen.
        if (!dryRun) for (const { rows } of rowPlans) if (rows.kept.length > 0) await this.store.writeRows(rows);
        return { plan, written: false, secrets: [] };
      }
      if (!allowRemove && removesAnything(plan)) throw new RemovalNotAllowed(plan, [...renameHints(changes).values()]);
      await this.store.write(before, after, changes, owner);
      const secrets = await this.writeWebhooks(changes);
      const sizes = rowPlans.map(({ rows: { added, changed, removed } }) => added.length + changed.length + removed.length);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      let done = 0;
      for (const [index, { rows }] of rowPlans.entries()) {
        await this.store.writeRows(rows);
        progress?.((done += sizes[index] as number), total);
      }
      await this.store.renewDueDays(levelsWithOtherDueDays(before, after, rowPlans));
      const rows = rowPlans.map((each) => each.rows);
      for (const [clientId, subject] of applyEvents(before, after, changes, rows, within?.clientId)) {
        await this.audit.record(author, clientId, 'archive.apply', subject);
      }
      await also?.();
      return { plan, written: true, secrets };
    };
    // Who only looks keeps nobody from writing.
    return dryRun ? this.unitOfWork.snapshot(work) : this.unitOfWork.run(work);
  }

  private async writeWebhooks(changes: readonly Difference[]): Promise<NewWebhookSecret[]> {
    const found = ofKind(changes, 'webhooks');
    const added = found.flatMap(({ before, after }) => (!before && after ? [after] : []));
    const secrets = added.map(({ id, url }) => ({ id, url, secret: this.sender.newSecret() }));
    await this.webhooks.write(found, new Map(secrets.map(({ id, secret }) => [id, secret])));
    return secrets;
  }

  /** Hashing is slow, so it is done before the transaction begins. */
  private async hashesOfNewUsers({ users = [] }: PartialArchive): Promise<Map<string, string>> {
    const hashes = new Map<string, string>();
    if (!users.some(({ password }) => password !== undefined)) return hashes;
    const running = await this.store.read();
    const known = new Set([...running.users.values()].flatMap(({ id, login }) => [id, fold(login)]));
    for (const { id, login, password } of users) {
      if (password === undefined || known.has(fold(login)) || (id !== undefined && known.has(id))) continue;
      hashes.set(login, await this.passwords.hash(password));
    }
    return hashes;
  }

  private async rowPlans(
    { tables }: ArchiveInput,
    lists: readonly ListSource[],
    before: ArchiveImage,
    after: ArchiveImage,
    problems: ArchiveProblem[],
  ): Promise<ListRowsPlan[]> {
    const plans: ListRowsPlan[] = [];
    for (const list of lists) {
      const table = tables.get(`${list.path[1]}/${list.path[3]}`);
      if (!list.definition.rows && !table) continue;
      const rowImport = new RowImport(this.store, list, table, after, before.lists.has(list.listId), this.timeZone);
      const rows = await rowImport.plan();
      problems.push(...rowImport.problems);
      for (const id of rows.needed.slice(0, MOST_ROWS_NAMED)) {
        problems.push({ path: list.path, message: `row ${id} of list "${list.definition.name}" cannot be removed: documents point at it` });
      }
      if (rows.added.length + rows.changed.length + rows.removed.length > 0) plans.push({ list, rows });
    }
    return plans;
  }
}

function rowGroup({ list, rows: { added, changed, removed } }: ListRowsPlan): PlanGroup[] {
  const what = `rows of list ${list.clientName} / ${list.definition.name}`;
  const counts = { add: added.length, change: changed.length, remove: removed.length };
  const line = (action: 'add' | 'change' | 'remove', name: string) => ({ action, name, details: [] });
  const entries = [
    ...added.slice(0, MOST_ROWS_NAMED).map(({ cells }) => line('add', cells.map(({ text }) => text).join(', '))),
    ...changed
      .slice(0, MOST_ROWS_NAMED)
      .map(({ cells, cleared }) =>
        line('change', `${cells.map(({ text }) => text).join(', ')}${cleared.length > 0 ? ' (cleared cells)' : ''}`),
      ),
    ...removed.slice(0, MOST_ROWS_NAMED).map((code) => line('remove', `row number ${code}`)),
  ];
  return [{ what, counts, entries: entries.slice(0, MOST_ROWS_NAMED) }];
}

/** The rule of a level, or of its nearest ancestor that has one. */
function ruleOf(levels: ReadonlyMap<string, LevelImage>, id: string): LevelImage['retention'] {
  for (let at = levels.get(id); at; at = at.parentId === null ? undefined : levels.get(at.parentId)) if (at.retention) return at.retention;
  return null;
}

/** Levels whose rule changes, and those whose due dates depend on a list with changed rows. */
function levelsWithOtherDueDays(before: ArchiveImage, after: ArchiveImage, plans: readonly ListRowsPlan[]): string[] {
  const touched = new Set(
    plans.flatMap(({ rows }) => rows.changed.flatMap(({ cells, cleared }) => [...cells.map((cell) => cell.fieldId), ...cleared])),
  );
  return [...after.levels.keys()].filter((id) => {
    if (!before.levels.has(id)) return false;
    const [old, now] = [ruleOf(before.levels, id), ruleOf(after.levels, id)];
    return old?.fieldId !== now?.fieldId || old?.months !== now?.months || (now !== null && touched.has(now.fieldId));
  });
}

function namesOf({ units, boxTypes, profiles, clients, levels, users }: ArchiveImage): KnownNames {
  const names = (things: ReadonlyMap<string, { name: string }>) => [...things.values()].map(({ name }) => name);
  const pathsOf = new Map<string, string[][]>();
  for (const level of levels.values()) pathsOf.set(level.clientId, [...(pathsOf.get(level.clientId) ?? []), levelNames(levels, level.id)]);
  return {
    units: names(units),
    boxTypes: names(boxTypes),
    profiles: names(profiles),
    logins: [...users.values()].map(({ login }) => login),
    clients: [...clients.values()].map(({ id, name, unitIds }) => ({
      name,
      units: unitIds.flatMap((unitId) => units.get(unitId)?.name ?? []),
      levels: pathsOf.get(id) ?? [],
    })),
  };
}
