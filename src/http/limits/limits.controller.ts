import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Settings } from '#application/support/settings';
import { Operation } from '../openapi/operation';
import { contextOf, type HttpRequest } from '../server/request-context';
import { ServerLimits } from '../server/server-limits';
import { LimitsAnswer } from './limits.dto';

@ApiTags('Limits')
@Controller('api/Limites')
export class LimitsController {
  constructor(
    private readonly settings: Settings,
    private readonly server: ServerLimits,
  ) {}

  @Operation({
    number: null,
    summary: 'Limits of searches, files and calls, and what is left of the calls',
    description: 'The limits of calls are those of the client and of the user; this call counts as one.',
    permission: 'own',
    reach: 'nothing',
    answer: { status: 200, description: 'The limits.', type: LimitsAnswer },
  })
  @Get()
  limits(@Req() request: HttpRequest): LimitsAnswer {
    return LimitsAnswer.from(this.settings, this.server, contextOf(request).rates);
  }
}
