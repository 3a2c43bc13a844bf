import type { Command } from 'commander';
import { newId } from '#application/support/ids';
import { CloseBilling, type Closed } from '#application/billing/close-billing.use-case';
import { operator } from '#domain/access/actor';
import { BillingPeriod } from '#domain/bills/billing-period';
import { t } from '#src/terminal/language';
import type { Run, Work } from './command-run';
import { UsageError } from '#src/terminal/usage-error';

const OUTCOMES: Record<Closed['outcome'], string> = {
  billed: 'faturado',
  'already billed': 'já faturado',
  idle: 'sem consumo',
  'too large': 'grande demais',
};
const outcomeOf = (outcome: Closed['outcome']) => t(outcome, OUTCOMES[outcome]);

const lineOf = ({ contract, outcome, bill }: Closed): string => {
  const what = `${contract.unitName} / ${contract.clientName} / ${contract.number}: ${outcomeOf(outcome)}`;
  if (!bill) return what;
  const total = bill.total.toString();
  return `${what} ${t(`${total}, due ${bill.dueDay}, bill ${bill.id}`, `${total}, vencimento ${bill.dueDay}, fatura ${bill.id}`)}`;
};

const dataOf = ({ contract, outcome, bill }: Closed) => ({
  unit: contract.unitName,
  client: contract.clientName,
  contract: contract.number,
  outcome,
  ...(bill && { total: bill.total.toString(), dueDay: bill.dueDay, bill: bill.id }),
});

interface Options {
  period: string;
  unit?: string;
  dryRun?: boolean;
}

/** Exit code 1 when a contract could not be billed. */
const closeBilling =
  ({ period: month, unit, dryRun = false }: Options): Work =>
  async (app, output) => {
    const period = BillingPeriod.parse(month);
    if (!period) throw new UsageError(t('--period must be a month, like 2026-10', '--period deve ser um mês, como 2026-10'));
    const author = operator('close-billing', newId());
    const progress = output.progress('close-billing', t('contracts', 'contratos'));
    let seen = 0;
    const counts = new Map<Closed['outcome'], number>([['billed', 0]]);
    for await (const closed of app.get(CloseBilling).execute(author, { period, unit: unit ?? null, dryRun })) {
      output.line(lineOf(closed), dataOf(closed));
      progress.show(++seen, null);
      counts.set(closed.outcome, (counts.get(closed.outcome) ?? 0) + 1);
    }
    const summary = [...counts].map(([outcome, count]) => `${count} ${outcomeOf(outcome)}`).join(', ');
    const data = { period: period.name, dryRun, contracts: Object.fromEntries(counts) };
    const ending = dryRun ? t('; nothing was stored: this was a dry run', '; nada foi gravado: foi só uma simulação') : '';
    return { text: `${period.name}: ${summary}${ending}`, exitCode: counts.has('too large') ? 1 : 0, data };
  };

export function addBillingCommand(acervo: Command, run: Run): void {
  acervo
    .command('close-billing')
    .description(
      t(
        'creates the bills of all contracts for a past month (docs/billing.md); repeating it creates no duplicates',
        'cria as faturas de todos os contratos de um mês encerrado (docs/pt/billing.md); repetir não duplica',
      ),
    )
    .requiredOption('--period <yyyy-MM>', t('the month', 'o mês'))
    .option('--unit <name>', t('only contracts of this unit', 'só contratos desta unidade'))
    .option('--dry-run', t('shows what would be billed, and stores nothing', 'mostra o que seria faturado, sem gravar nada'))
    .action((options: Options) => run(closeBilling(options)));
}
