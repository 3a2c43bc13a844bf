import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { entryOf, type FoundEntry } from '#application/documents/found-entry';
import { Bills } from '#application/ports/billing';
import { Clock } from '#application/ports/unit-of-work';
import { type DocumentQuery, DocumentSearch, type Total } from '#application/ports/document-search';
import { OpenTasks, type OpenTask } from '#application/ports/workflows';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { addDays, BillingPeriod } from '#domain/bills/billing-period';
import type { Day } from '#domain/documents/calendar';
import { DOCUMENT_STATUS, type DocumentStatus } from '#domain/documents/document';
import type { Filter, Order } from '#domain/documents/filter';

/** Documents of a kind that are shown; the rest is behind a search. */
const SHOWN = 5;
const MONTHS = 12;
const SOON_DAYS = 30;
/** Above it a count is not exact: so much work it is at most, however large the client. */
const MOST_COUNTED = 10_000;
const LIVE = (Object.keys(DOCUMENT_STATUS) as DocumentStatus[]).filter((status) => status !== 'deleted');

export interface Panel {
  statuses: readonly { status: DocumentStatus; total: Total }[];
  /** Of the last months, the oldest first. */
  filed: readonly { month: string; total: Total }[];
  recent: readonly FoundEntry[];
  due: { until: Day; total: Total; next: readonly FoundEntry[] };
  /** Null: no permission for flows. */
  tasks: { total: number; next: readonly OpenTask[] } | null;
  /** As last billed; null: never, or no permission for bills of the whole client. */
  storage: { period: string; gigabytes: number } | null;
  at: Date;
}

const BY_CODE: Order = { by: 'code', descending: true };
const live = (filter: Filter, order = BY_CODE): DocumentQuery => ({ filter, states: 'live', order });

/** `GET /api/Painel/{idCliente}`: what the first page shows, of what the caller reaches. All of it are bounded searches, a few at a time. */
@Injectable()
export class GetPanel {
  constructor(
    private readonly finder: DocumentSearch,
    private readonly openTasks: OpenTasks,
    private readonly bills: Bills,
    private readonly access: AccessPolicy,
    private readonly clock: Clock,
    private readonly timeZone: TimeZone,
  ) {}

  async execute(scope: Scope): Promise<Panel> {
    const at = this.clock.now();
    const today = this.timeZone.iso(at).slice(0, 10);
    const [counts, lists] = await Promise.all([this.counts(scope, today), this.lists(scope, today)]);
    return { ...counts, ...lists, at };
  }

  private async counts(scope: Scope, today: Day): Promise<Pick<Panel, 'statuses' | 'filed'>> {
    const statuses: { status: DocumentStatus; total: Total }[] = [];
    for (const status of LIVE)
      statuses.push({ status, total: await this.count(scope, live({ member: 'status', test: { among: [DOCUMENT_STATUS[status]] } })) });
    const filed: { month: string; total: Total }[] = [];
    let period = BillingPeriod.of(today);
    for (let month = 0; month < MONTHS; month += 1, period = period.previous) {
      const span = { from: this.timeZone.startOf(period.firstDay).getTime(), until: this.timeZone.endOf(period.lastDay).getTime() };
      const wanted = live({ member: 'created', test: { within: [span] } }, { by: 'created', descending: true });
      filed.unshift({ month: period.name, total: await this.count(scope, wanted) });
    }
    return { statuses, filed };
  }

  private async lists(scope: Scope, today: Day): Promise<Pick<Panel, 'recent' | 'due' | 'tasks' | 'storage'>> {
    const until = addDays(today, SOON_DAYS);
    const due = live({ member: 'due', test: { within: [{ from: today, until }] } }, { by: 'due', descending: false });
    return {
      recent: await this.first(scope, live({ all: [] })),
      due: { until, total: await this.count(scope, due), next: await this.first(scope, due) },
      tasks: await this.tasks(scope),
      storage: await this.storage(scope),
    };
  }

  private count(scope: Scope, wanted: DocumentQuery): Promise<Total> {
    return this.finder.count(scope, wanted, MOST_COUNTED);
  }

  private async first(scope: Scope, wanted: DocumentQuery): Promise<FoundEntry[]> {
    const { documents } = await this.finder.page(scope, wanted, SHOWN, null);
    return documents.flatMap((found) => entryOf(scope, found, null));
  }

  private async tasks({ actor, clientId }: Scope): Promise<Panel['tasks']> {
    const scope = await this.access.ofClient(actor, 'workflow:view', clientId);
    if (!scope) return null;
    const total = await this.openTasks.count(scope, actor.userId);
    return { total, next: total === 0 ? [] : await this.openTasks.page(scope, actor.userId, 1, SHOWN) };
  }

  private async storage({ actor, clientId }: Scope): Promise<Panel['storage']> {
    const scope = await this.access.ofClient(actor, 'billing:view', clientId);
    const newest = scope?.holdsWholeClient() ? await this.bills.newestQuantity(scope, 'stored-gigabytes') : null;
    return newest && { period: newest.period, gigabytes: newest.quantity.toNumber() };
  }
}
