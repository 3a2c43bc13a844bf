import type { QueryRunner } from 'typeorm';
import { createTable, optional, primary, type Columns } from './columns';

/** Contracts with their prices, and the bills that were made of them. Amounts are whole ten-thousandths (ADR 0019). */
export async function billingTables(runner: QueryRunner, c: Columns): Promise<void> {
  await contracts(runner, c);
  await bills(runner, c);
}

async function contracts(runner: QueryRunner, c: Columns): Promise<void> {
  await createTable(
    runner,
    'contract',
    [
      c.token('id', 36, primary),
      c.token('client_id'),
      c.token('unit_id'),
      c.text('number', 50),
      c.token('starts_on', 10),
      c.token('ends_on', 10, optional),
      c.small('due_days'),
      c.small('suspended'),
    ],
    { indexes: [['client_id'], ['unit_id']] },
  );
  const packages = ['initial', 'periodic', 'unit'].flatMap((name) => [
    c.number(`${name}_quantity`, optional),
    c.number(`${name}_price`, optional),
  ]);
  await createTable(
    runner,
    'contract_service',
    [
      c.token('id', 36, primary),
      c.token('client_id'),
      c.token('contract_id'),
      c.small('position'),
      c.token('kind', 30),
      c.text('description', 250),
      ...packages,
      c.number('discount'),
      c.token('starts_on', 10, optional),
      c.token('ends_on', 10, optional),
    ],
    { indexes: [['contract_id', 'position']] },
  );
  await createTable(
    runner,
    'box_custody',
    [c.code(), c.token('client_id'), c.token('unit_id'), c.token('box_id'), c.instant('started_at'), c.instant('ended_at', optional)],
    {
      indexes: [
        ['client_id', 'unit_id', 'started_at', 'ended_at'],
        ['box_id', 'ended_at'],
      ],
    },
  );
}

async function bills(runner: QueryRunner, c: Columns): Promise<void> {
  await createTable(
    runner,
    'bill',
    [
      c.token('id', 36, primary),
      c.token('client_id'),
      c.text('client_name', 250),
      c.token('unit_id'),
      c.token('contract_id'),
      c.text('contract_number', 50),
      c.token('period', 7),
      c.instant('billed_at'),
      c.token('due_day', 10),
      c.number('total'),
    ],
    { unique: [['contract_id', 'period']], indexes: [['client_id', 'unit_id', 'period']] },
  );
  await createTable(
    runner,
    'bill_line',
    [
      c.token('bill_id', 36, primary),
      c.small('position', primary),
      c.token('client_id'),
      c.token('service_id'),
      c.token('kind', 30),
      c.text('description', 250),
      c.number('quantity'),
      c.number('price'),
      c.number('unit_price'),
      // Of the initial package of the service, by this bill; null where it had none.
      c.number('initial_used', optional),
    ],
    { indexes: [['service_id', 'initial_used']] },
  );
}
