import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DescribeLevel } from '#application/structure/describe-level.use-case';
import { DescribeReach } from '#application/structure/describe-reach.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { LevelDescription, LevelQuery } from './level.dto';
import { UnitAnswer } from './structure.dto';

@ApiTags('Structure')
@Controller('api/Estrutura')
export class StructureController {
  constructor(
    private readonly describeReach: DescribeReach,
    private readonly describeLevel: DescribeLevel,
  ) {}

  @Operation({
    number: null,
    summary: 'What the caller can reach: units, clients, levels with their fields, boxes, signature origins',
    description: 'Begin here: it names every id that the other operations ask for.',
    permission: 'document:view',
    reach: 'anywhere',
    answer: { status: 200, description: 'Units with their clients.', type: [UnitAnswer] },
  })
  @Get()
  async describe(@CurrentScope() scope: Scope): Promise<UnitAnswer[]> {
    return (await this.describeReach.execute(scope)).map((unit) => UnitAnswer.from(unit));
  }

  @Operation({
    number: null,
    summary: 'One level for developers: JSON Schema of its fields, example bodies',
    description:
      'The examples obey every rule of the level: posted to 4.2, 4.3 and 4.9 with its ids they create a document, as often as they are posted. ' +
      'Fields for which no value can be made up are left out. Of a list that grows a new row is shown, of a closed one the key of its first row. ' +
      'What a schema for texts cannot say stands in `x-` annotations: `x-minimo`, `x-maximo`, `x-campoPai`; check digits, and days that a month lacks, ' +
      'are checked by the service alone. A level that does not exist is refused like one out of reach.',
    permission: 'document:view',
    reach: 'anywhere',
    query: LevelQuery,
    answer: { status: 200, description: 'The level.', type: LevelDescription },
  })
  @Get(':idArvoreOrganizacional')
  async describeOne(@CurrentScope() scope: Scope, @Query() { idArvoreOrganizacional }: LevelQuery): Promise<LevelDescription> {
    return LevelDescription.from(await this.describeLevel.execute(scope, idArvoreOrganizacional));
  }
}
