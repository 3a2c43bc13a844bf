import { Injectable } from '@nestjs/common';
import { Bills } from '#application/ports/bills';
import type { Scope } from '#domain/access/scope';

/** Operation 3.1. */
@Injectable()
export class ListBills {
  constructor(private readonly bills: Bills) {}

  execute(scope: Scope, { unitId, from, until }: { unitId: string; from: Date; until: Date }): Promise<string[]> {
    return this.bills.idsOf(scope, unitId, from, until);
  }
}
