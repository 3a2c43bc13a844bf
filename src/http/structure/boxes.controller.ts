import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateBox } from '#application/structure/create-box.use-case';
import { ListBoxes, type ListedBox } from '#application/structure/list-boxes.use-case';
import { stableId } from '#application/support/stable-id';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import type { IdempotentRun } from '../server/idempotent-run';
import { Call, CurrentScope } from '../validation/parameters';
import { BoxesAnswer, BoxesQuery, CreateBoxBody, CreateBoxQuery, ListedBoxAnswer } from './boxes.dto';

@ApiTags('Structure')
@Controller('api/Caixa')
export class BoxesController {
  constructor(
    private readonly listBoxes: ListBoxes,
    private readonly createBox: CreateBox,
  ) {}

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

  @Operation({
    number: null,
    summary: 'Create a box',
    description:
      'For documents on paper, which name it in `codigoCaixa`. The client numbers it, or with `idUnidade` a unit, whose contract may bill its custody. ' +
      'Its code is that of no other box of the client, whoever numbers it: one may be taken by a box of a unit that the caller does not see. Without `codigoCaixa` it gets the next code. With `codigoCaixaExterna` it lies in another box.',
    permission: 'document:create',
    reach: 'place',
    dryRun: 'unknown',
    repeatable: true,
    names: { typeId: 'idCaixaTipo', outerCode: 'codigoCaixaExterna' },
    query: CreateBoxQuery,
    body: { type: CreateBoxBody, example: { idCaixaTipo: stableId('box-type', 'Caixa Arquivo'), numeroProvisorio: 'P-77' } },
    answer: { status: 201, description: 'The box with its code.', type: ListedBoxAnswer },
    refusals: { input: ['BOX_UNKNOWN', 'BOX_WITHIN_ANOTHER', 'EXACTLY_ONE', 'UNKNOWN_ID'], rules: ['BOX_CODE_TAKEN'] },
  })
  @Post()
  create(
    @CurrentScope() scope: Scope,
    @Query() query: CreateBoxQuery,
    @Body() body: CreateBoxBody,
    @Call() call: IdempotentRun,
  ): Promise<Answer> {
    return call.once(
      (box: ListedBox) => new Answer(ListedBoxAnswer.from(box)),
      (receipt) => this.createBox.execute(scope, CreateBoxBody.toInput(query, body), receipt),
    );
  }
}
