import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetPanel } from '#application/structure/get-panel.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { PanelAnswer, PanelQuery } from './panel.dto';

@ApiTags('Structure')
@Controller('api/Painel')
export class PanelController {
  constructor(
    private readonly getPanel: GetPanel,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'What a first page shows of a client',
    description:
      'Documents by status, per month, the newest, those due within thirty days; the open tasks of the caller; the storage of the newest bills. ' +
      'Counts are exact up to 10 000. Only what the caller reaches is counted and shown.',
    permission: 'document:view',
    reach: 'place',
    query: PanelQuery,
    answer: { status: 200, description: 'The panel.', type: PanelAnswer },
  })
  @Get(':idCliente')
  async get(@CurrentScope() scope: Scope): Promise<PanelAnswer> {
    return PanelAnswer.from(await this.getPanel.execute(scope), this.timeZone);
  }
}
