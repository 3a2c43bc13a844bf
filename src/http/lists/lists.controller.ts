import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DescribeList } from '#application/lists/describe-list.use-case';
import { ListLists } from '#application/lists/list-lists.use-case';
import { ReadListRows } from '#application/lists/read-list-rows.use-case';
import type { Scope } from '#domain/access/scope';
import type { HttpResponse } from '../server/request-context';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { CellAnswer } from './list-rows.dto';
import { ListAnswer, ListFieldAnswer, ListQuery, ListRowsQuery } from './lists.dto';
import { streamJson } from './stream-json';

@ApiTags('List')
@Controller('api/Lista')
export class ListsController {
  constructor(
    private readonly listLists: ListLists,
    private readonly describeList: DescribeList,
    private readonly readListRows: ReadListRows,
  ) {}

  @Operation({
    number: '5.1',
    version: 'V1',
    summary: 'Fetch the lists',
    description:
      'All lists that the user may see, by client and name: those of every client on whose whole tree the user has the permission, and those of the levels ' +
      'on which it has it.',
    permission: 'list:view',
    reach: 'anywhere',
    answer: { status: 200, description: 'The lists.', type: [ListAnswer] },
  })
  @Get('GetListas')
  list(@CurrentScope() scope: Scope): ListAnswer[] {
    return this.listLists.execute(scope).map((reached) => ListAnswer.from(reached));
  }

  @Operation({
    number: '5.2',
    version: 'V1',
    summary: 'Fetch the fields of a list',
    description: 'In their configured order.',
    permission: 'list:view',
    reach: 'place',
    query: ListQuery,
    answer: { status: 200, description: 'The fields.', type: [ListFieldAnswer] },
    refusals: { codes: ['LIST_UNKNOWN'] },
  })
  @Get('GetCamposDaLista')
  describe(@CurrentScope() scope: Scope, @Query() { idLista }: ListQuery): ListFieldAnswer[] {
    return ListFieldAnswer.ofList(this.describeList.execute(scope, idLista));
  }

  @Operation({
    number: '5.3',
    version: 'V1',
    summary: 'Fetch the data of a list',
    description:
      'One entry per field of the list for every row; rows in the order in which they were added, fields in their configured order. The answer is streamed, ' +
      'whatever its size: a row that is added or changed meanwhile may be in it as it was before or after. With `Pagina` or `TamanhoPagina` one page of rows.',
    permission: 'list:view',
    reach: 'place',
    query: ListRowsQuery,
    answer: { status: 200, description: 'The cells.', type: [CellAnswer] },
    refusals: { codes: ['LIST_UNKNOWN'] },
  })
  @Get('GetLinhaLista')
  async rows(@CurrentScope() scope: Scope, @Query() query: ListRowsQuery, @Res() response: HttpResponse): Promise<void> {
    const rows = this.readListRows.execute(scope, { listId: query.idLista, paging: ListRowsQuery.pagingOf(query) });
    await streamJson(response, CellAnswer.from(rows));
  }
}
