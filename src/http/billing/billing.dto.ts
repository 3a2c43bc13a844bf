import { ApiProperty } from '@nestjs/swagger';
import type { TimeZone } from '#application/support/time-zone';
import { BillingPeriod } from '#domain/bills/billing-period';
import type { Bill, BillLine } from '#domain/bills/bill';
import { SERVICE_IDS } from '#domain/bills/contract';
import type { FieldProblem } from '#domain/errors';
import type { PlaceQuery } from '../auth/place-query';
import { Guid, Moment } from '../validation/decorators';

export class BillsQuery implements PlaceQuery {
  @Guid({ description: 'Service unit that bills.', required: true })
  idUnidade!: string;

  @Moment('start', { description: 'Dated from this moment on; a day counts from its beginning.', required: true, example: '01/10/2026' })
  startDate!: Date;

  @Moment('end', { description: 'Dated up to this moment; a day counts to its end.', required: true, example: '31/10/2026' })
  dueDate!: Date;

  static check({ startDate, dueDate }: BillsQuery): FieldProblem[] {
    return dueDate < startDate ? [{ path: ['dueDate'], code: 'ORDER' }] : [];
  }
}

export class BillQuery implements PlaceQuery {
  @Guid({ description: 'Service unit that billed.', required: true })
  idUnidade!: string;

  @Guid({ description: 'Invoice.', required: true })
  billId!: string;
}

class ServiceContractAnswer {
  @ApiProperty({ enum: Object.values(SERVICE_IDS), example: 1, description: 'What is metered (docs/billing.md).' }) ServiceId!: number;
  @ApiProperty({ format: 'uuid' }) ServiceContractId!: string;
  @ApiProperty({ example: 'Documentos armazenados' }) ServiceContractDescription!: string;
  @ApiProperty({ example: 552, format: 'double', description: 'What was metered in the period.' }) Quantity!: number;
  @ApiProperty({ example: 172, format: 'double', description: 'What is charged for it: packages, less the discount.' }) Price!: number;
  @ApiProperty({ example: 2, format: 'double', description: 'Price of one unit package; 0 without one.' }) UnityPrice!: number;

  static from(line: BillLine): ServiceContractAnswer {
    return {
      ServiceId: SERVICE_IDS[line.kind],
      ServiceContractId: line.serviceId,
      ServiceContractDescription: line.description,
      Quantity: line.quantity.toNumber(),
      Price: line.price.toNumber(),
      UnityPrice: line.unitPrice.toNumber(),
    };
  }
}

/** Answer of 3.2. */
export class BillAnswer {
  @ApiProperty({ format: 'uuid' }) BillId!: string;
  @ApiProperty({ format: 'uuid' }) ClientId!: string;
  @ApiProperty({ example: 'Empresa Exemplo', description: 'As it was when the invoice was made, like all names here.' })
  ClientName!: string;
  @ApiProperty({ example: '2026-10-31T00:00:00.000-03:00', description: 'Beginning of the last day of the period that it is for.' })
  BillDate!: string;
  @ApiProperty({ example: '2026-11-18T00:00:00.000-03:00', description: 'Beginning of the day on which it is due.' }) BillDueDate!: string;
  @ApiProperty({ example: 172, format: 'double', description: 'Sum of the prices.' }) BillTotal!: number;
  @ApiProperty({ example: '2020/001' }) ContractNumber!: string;
  @ApiProperty({ type: [ServiceContractAnswer] }) ServiceContracts!: ServiceContractAnswer[];

  static from(bill: Bill, timeZone: TimeZone): BillAnswer {
    return {
      BillId: bill.id,
      ClientId: bill.clientId,
      ClientName: bill.clientName,
      BillDate: timeZone.iso(timeZone.startOf(BillingPeriod.of(`${bill.period}-01`).lastDay)),
      BillDueDate: timeZone.iso(timeZone.startOf(bill.dueDay)),
      BillTotal: bill.total.toNumber(),
      ContractNumber: bill.contractNumber,
      ServiceContracts: bill.lines.map((line) => ServiceContractAnswer.from(line)),
    };
  }
}
