import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListBoxes } from '#application/structure/list-boxes.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { BoxesAnswer, BoxesQuery } from './boxes.dto';

@ApiTags('Structure')
@Controller('api/Caixa')
export class BoxesController {
  constructor(private readonly listBoxes: ListBoxes) {}

  @Operation({
    number: null,
    summary: 'Boxes of a client',
    description: 'By code: those that the client numbers, and those of the units within reach.',
    permission: 'document:view',
    reach: 'place',
    query: BoxesQuery,
    answer: { status: 200, description: 'One page of boxes.', type: BoxesAnswer },
  })
  @Get(':idCliente')
  async list(@CurrentScope() scope: Scope, @Query() query: BoxesQuery): Promise<BoxesAnswer> {
    const { Pagina = 1, TamanhoPagina } = query;
    return BoxesAnswer.from(await this.listBoxes.execute(scope, BoxesQuery.filterOf(query), Pagina, TamanhoPagina));
  }
}
