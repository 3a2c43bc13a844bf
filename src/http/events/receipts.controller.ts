import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetReceipt } from '#application/events/get-receipt.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { ReceiptAnswer, ReceiptQuery } from './receipts.dto';

@ApiTags('File')
@Controller('api/Arquivo')
export class ReceiptsController {
  constructor(private readonly getReceipt: GetReceipt) {}

  @Operation({
    number: null,
    summary: 'Receipt of a file',
    description:
      "Proves to anybody, without this service, that the archive took exactly these bytes: the event that added or signed the file, and its proof in the client's " +
      'signed log (RFC 9162). Keep it beside the file. It names nobody. `carimbo` tells since when, once the event is in a daily anchor. `docs/examples` has scripts that verify it with the key of `/.well-known/acervo-selos`.',
    permission: 'file:view',
    reach: 'place',
    query: ReceiptQuery,
    answer: { status: 200, description: 'The receipt.', type: ReceiptAnswer },
    refusals: { codes: ['FILE_UNKNOWN', 'RECEIPT_NOT_FOUND'] },
  })
  @Get('Recibo')
  async receipt(@CurrentScope() scope: Scope, @Query() { idArquivo }: ReceiptQuery): Promise<ReceiptAnswer> {
    return ReceiptAnswer.from(await this.getReceipt.execute(scope, idArquivo));
  }
}
