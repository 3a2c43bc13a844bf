import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetSealKey } from '#application/events/get-seal-key.use-case';
import { Operation } from '../openapi/operation';
import { SealKeysAnswer } from './receipts.dto';

@ApiTags('Event')
@Controller('.well-known')
export class SealKeysController {
  constructor(private readonly getSealKey: GetSealKey) {}

  @Operation({
    number: null,
    summary: 'Keys that sign the logs',
    description: 'For anybody: with them receipts and the `selo` of answers are verified. Keep them: a receipt outlives the service.',
    permission: null,
    reach: 'nothing',
    answer: { status: 200, description: 'The public keys.', type: SealKeysAnswer },
    headers: { 'Cache-Control': 'They change seldom.' },
  })
  @Get('acervo-selos')
  @Header('Cache-Control', 'public, max-age=3600')
  keys(): SealKeysAnswer {
    return SealKeysAnswer.from(this.getSealKey.execute());
  }
}
