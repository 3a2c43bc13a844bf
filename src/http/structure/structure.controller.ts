import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DescribeReach } from '#application/structure/describe-reach.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../shared/operation';
import { Granted } from '../shared/parameters';
import { UnitAnswer } from './structure.dto';

@ApiTags('Structure')
@Controller('api/Estrutura')
export class StructureController {
  constructor(private readonly describeReach: DescribeReach) {}

  @Operation({
    number: null,
    summary: 'What the caller can reach: units, clients, levels with their fields, boxes, signature origins',
    description: 'Begin here: it names every id that the other operations ask for.',
    permission: 'document:view',
    reach: 'anywhere',
    answer: { status: 200, description: 'Units with their clients.', type: [UnitAnswer] },
  })
  @Get()
  async describe(@Granted() scope: Scope): Promise<UnitAnswer[]> {
    return (await this.describeReach.execute(scope)).map((unit) => UnitAnswer.from(unit));
  }
}
