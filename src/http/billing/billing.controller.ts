import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetBill } from '#application/billing/get-bill.use-case';
import { ListBills } from '#application/billing/list-bills.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { BillAnswer, BillQuery, BillsQuery } from './billing.dto';

const WHOSE =
  'Invoices of the clients that the unit serves and on whose whole tree the user has the permission there; a grant on a single level shows none.';

@ApiTags('Billing')
@Controller('api/Billing')
export class BillingController {
  constructor(
    private readonly listBills: ListBills,
    private readonly getBill: GetBill,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: '3.1',
    version: 'V1',
    summary: 'Fetch the invoices of a unit',
    description: `Those whose \`BillDate\` is in the period, both ends included, oldest first: a month's invoices are found by that month. ${WHOSE}`,
    permission: 'billing:view',
    reach: 'unit',
    query: BillsQuery,
    answer: {
      status: 200,
      description: 'Ids of the invoices.',
      schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
    },
    refusals: { input: ['ORDER'] },
  })
  @Get('Get')
  list(@CurrentScope() scope: Scope, @Query() { idUnidade, startDate, dueDate }: BillsQuery): Promise<string[]> {
    return this.listBills.execute(scope, { unitId: idUnidade, from: startDate, until: dueDate });
  }

  @Operation({
    number: '3.2',
    version: 'V1',
    summary: 'Fetch the data of one invoice of the unit',
    description: `Amounts are exact, with at most four decimal places. ${WHOSE} Any other id is unknown.`,
    permission: 'billing:view',
    reach: 'unit',
    query: BillQuery,
    answer: { status: 200, description: 'The invoice.', type: BillAnswer },
    refusals: { codes: ['BILL_UNKNOWN'] },
  })
  @Get('Get/Conta')
  async get(@CurrentScope() scope: Scope, @Query() { idUnidade, billId }: BillQuery): Promise<BillAnswer> {
    return BillAnswer.from(await this.getBill.execute(scope, { unitId: idUnidade, billId }), this.timeZone);
  }
}
