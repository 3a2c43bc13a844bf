import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetSealKeys } from '#application/events/get-seal-keys.use-case';
import { TimeZone } from '#application/support/time-zone';
import { Operation } from '../openapi/operation';
import { SealKeysAnswer } from './receipts.dto';

@ApiTags('Event')
@Controller('.well-known')
export class SealKeysController {
  constructor(
    private readonly getSealKeys: GetSealKeys,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'Keys that sign the logs',
    description:
      'For anybody: with them receipts and the `selo` of answers are verified. The first one signs now; the others have signed before. Keep them: ' +
      'a receipt outlives the service.',
    permission: null,
    reach: 'nothing',
    limited: 'link',
    answer: { status: 200, description: 'The public keys.', type: SealKeysAnswer },
    headers: { 'Cache-Control': 'They change seldom.' },
  })
  @Get('acervo-selos')
  @Header('Cache-Control', 'public, max-age=300')
  async keys(): Promise<SealKeysAnswer> {
    return SealKeysAnswer.from(await this.getSealKeys.execute(), this.timeZone);
  }
}
