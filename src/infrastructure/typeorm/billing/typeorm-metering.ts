import { Injectable } from '@nestjs/common';
import { Metering, type MeteredPlace, type Span } from '#application/ports/billing';
import type { Amount } from '#domain/bills/amount';
import type { ServiceKind } from '#domain/bills/contract';
import { Sql } from '../sql';
import { METERS } from './meters';

@Injectable()
export class TypeOrmMetering extends Metering {
  constructor(private readonly sql: Sql) {
    super();
  }

  measure(kind: ServiceKind, place: MeteredPlace, span: Span): Promise<Amount> {
    return new METERS[kind](this.sql).measure(place, span);
  }
}
