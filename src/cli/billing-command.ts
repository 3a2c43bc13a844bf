import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '#application/ids';
import { CloseBilling, type Closed } from '#application/billing/close-billing.use-case';
import { operator } from '#domain/access/actor';
import { BillingPeriod } from '#domain/bills/billing-period';
import { parsed, type ArchiveCommand } from './archive-file/commands';
import { Output } from './output';
import { UsageError } from './usage-error';

const lineOf = ({ contract, outcome, bill }: Closed): string => {
  const what = `${contract.unitName} / ${contract.clientName} / ${contract.number}: ${outcome}`;
  return bill ? `${what} ${bill.total.toString()}, due ${bill.dueDay}, bill ${bill.id}` : what;
};

const dataOf = ({ contract, outcome, bill }: Closed) => ({
  unit: contract.unitName,
  client: contract.clientName,
  contract: contract.number,
  outcome,
  ...(bill && { total: bill.total.toString(), dueDay: bill.dueDay, bill: bill.id }),
});

/** `close-billing`: exit code 1 when a contract could not be billed. */
export const closeBilling: ArchiveCommand = async (app, words, output = new Output()) => {
  const { values, positionals } = parsed(words, {
    period: { type: 'string' },
    unit: { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  if (positionals.length > 0) throw new UsageError(`too many words: ${positionals.join(' ')}`);
  const period = BillingPeriod.parse(values.period ?? '');
  if (!period) throw new UsageError('--period must be a month, like 2026-10');
  const input = { period, unit: values.unit ?? null, dryRun: values['dry-run'] ?? false };
  const author = operator('close-billing', newId());
  const progress = output.progress('close-billing', 'contracts');
  let seen = 0;
  const counts = new Map<Closed['outcome'], number>([['billed', 0]]);
  for await (const closed of app.get(CloseBilling).execute(author, input)) {
    output.line(lineOf(closed), dataOf(closed));
    progress.show(++seen, null);
    counts.set(closed.outcome, (counts.get(closed.outcome) ?? 0) + 1);
  }
  const summary = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  const data = { period: period.name, dryRun: input.dryRun, contracts: Object.fromEntries(counts) };
  const ending = input.dryRun ? '; nothing was stored: this was a dry run' : '';
  return { text: `${period.name}: ${summary}${ending}`, exitCode: counts.has('too large') ? 1 : 0, data };
};

/** The periods before the one in which the day lies, oldest first, for the demo archive. */
export async function closePeriodsBefore(app: INestApplicationContext, day: string, count: number): Promise<void> {
  const periods: BillingPeriod[] = [];
  for (let at = BillingPeriod.of(day).previous; periods.length < count; at = at.previous) periods.unshift(at);
  const author = operator('close-billing', newId());
  for (const period of periods) {
    for await (const _ of app.get(CloseBilling).execute(author, { period, unit: null, dryRun: false }));
  }
}
