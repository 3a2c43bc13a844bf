import { Injectable } from '@nestjs/common';
import { Bills } from '#application/ports/billing';
import type { Scope } from '#domain/access/scope';
import type { Bill } from '#domain/bills/bill';
import { billUnknown } from '#domain/errors';

/** Operation 3.2. */
@Injectable()
export class GetBill {
  constructor(private readonly bills: Bills) {}

  async execute(scope: Scope, { unitId, billId }: { unitId: string; billId: string }): Promise<Bill> {
    const bill = await this.bills.find(scope, unitId, billId);
    if (!bill) throw billUnknown();
    return bill;
  }
}
