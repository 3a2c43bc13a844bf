import { Body, Controller, Delete, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddListRow } from '#application/lists/add-list-row.use-case';
import { ChangeListRow } from '#application/lists/change-list-row.use-case';
import { RemoveListRow } from '#application/lists/remove-list-row.use-case';
import { SearchListRows } from '#application/lists/search-list-rows.use-case';
import type { FieldProblem } from '#domain/errors';
import type { Scope } from '#domain/access/scope';
import { Answer } from '../server/answer';
import type { HttpResponse } from '../server/request-context';
import { Operation } from '../openapi/operation';
import { Call, CurrentScope, Ignored, Unread } from '../validation/parameters';
import type { IdempotentRun } from '../server/idempotent-run';
import { readable } from '../validation/decorators';
import { OF_ROWS } from '../errors/refusal-codes';
import { ADD_ROW, CHANGE_ROW, SEARCH_ROWS } from './examples';
import {
  AddRowQuery,
  CellBody,
  ChangeRowQuery,
  CriterionBody,
  FoundRowAnswer,
  RowQuery,
  RowPreviewAnswer,
  SearchRowsQuery,
  toCells,
  toPreview,
} from './list-rows.dto';
import { streamJson } from './stream-json';

const PREVIEW = 'With `simular` nothing is stored and the answer is the row as it would stand.';
const PREVIEWED = { status: 200, description: 'With `simular`: the row as it would stand.', types: [RowPreviewAnswer] };

@ApiTags('List')
@Controller('api')
export class ListRowsController {
  constructor(
    private readonly changeListRow: ChangeListRow,
    private readonly removeListRow: RemoveListRow,
    private readonly addListRow: AddListRow,
    private readonly searchListRows: SearchListRows,
  ) {}

  @Operation({
    number: '5.4',
    version: 'V1',
    summary: 'Change the data of a list item',
    description:
      'Changes the fields that are sent and leaves the others; an empty value takes the value away, but not from a key or mandatory field. A field that forbids ' +
      'change once it has a value keeps it. The documents that point at the row show the new values, and are due by them where their level counts from such a ' +
      `field. The rows of child lists keep their own values. ${PREVIEW}`,
    permission: 'list:change',
    reach: 'place',
    dryRun: 'own',
    query: ChangeRowQuery,
    body: { type: CellBody, joint: true, isArray: true, nonEmpty: true, example: CHANGE_ROW },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    also: [PREVIEWED],
    refusals: { ...OF_ROWS, codes: ['LIST_NOT_FOUND', 'LIST_ROW_NOT_FOUND'] },
  })
  @Put('Lista/:idLista/Cliente/:idCliente/LinhaLista/:idLinhaLista')
  async change(
    @CurrentScope() scope: Scope,
    @Query() query: ChangeRowQuery,
    @Body() body: CellBody[],
    @Ignored() ignored: readonly string[],
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = { listId: readable(query.idLista), rowId: readable(query.idLinhaLista), cells: toCells(body), unread };
    if (query.simular) return new Answer(toPreview(await this.changeListRow.simulate(scope, input), ignored));
    await this.changeListRow.execute(scope, input);
    return new Answer('Registro alterado com sucesso.');
  }

  @Operation({
    number: null,
    summary: 'Delete a list item',
    description:
      'Refused while documents point at it, also deleted ones, which may be restored. Rows of child lists keep their own values.',
    permission: 'list:change',
    reach: 'place',
    dryRun: 'unknown',
    query: RowQuery,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['LIST_NOT_FOUND', 'LIST_ROW_NOT_FOUND', 'LIST_ROW_IN_USE'] },
  })
  @Delete('Lista/:idLista/Cliente/:idCliente/LinhaLista/:idLinhaLista')
  async remove(@CurrentScope() scope: Scope, @Query() { idLista, idLinhaLista }: RowQuery): Promise<string> {
    await this.removeListRow.execute(scope, idLista, idLinhaLista);
    return 'Registro excluído com sucesso.';
  }

  @Operation({
    number: '5.5',
    version: 'V1',
    summary: 'Create a list item',
    description:
      'For every kind of list. All key and mandatory fields must be sent; a row with the same key is refused, and one without its row in the parent list. ' +
      PREVIEW,
    permission: 'list:change',
    reach: 'place',
    dryRun: 'own',
    repeatable: true,
    query: AddRowQuery,
    body: { type: CellBody, joint: true, isArray: true, nonEmpty: true, example: ADD_ROW },
    answer: {
      status: 201,
      description: 'A text that names the id of the new row.',
      schema: { type: 'string' },
    },
    also: [PREVIEWED],
    refusals: { ...OF_ROWS, codes: ['LIST_UNKNOWN'] },
  })
  @Post('AdicionarItemLista/Post')
  async add(
    @CurrentScope() scope: Scope,
    @Query() query: AddRowQuery,
    @Body() body: CellBody[],
    @Call() call: IdempotentRun,
    @Ignored() ignored: readonly string[],
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = { listId: readable(query.idLista), cells: toCells(body), unread };
    if (query.simular) return new Answer(toPreview(await this.addListRow.simulate(scope, input), ignored), { status: 200 });
    return call.once(
      (id: string) => new Answer(`Item adicionado: '${id}'!`),
      (receipt) => this.addListRow.execute(scope, input, receipt),
    );
  }

  @Operation({
    number: '5.6',
    version: 'V1',
    summary: 'Search list items',
    description:
      'Rows that hold all of the values, at most 100; without any, all rows. Values are compared as in operation 4.4: whole, ignoring case, accents and repeated ' +
      'blanks, or by their beginning where the text ends in `%`; numbers and amounts by value, dates by day, CPF and CNPJ by digits. Streamed.',
    permission: 'list:view',
    reach: 'place',
    dryRun: 'reads',
    query: SearchRowsQuery,
    body: { type: CriterionBody, joint: true, isArray: true, example: SEARCH_ROWS },
    answer: { status: 200, description: 'The rows, in the order in which they were added.', type: [FoundRowAnswer] },
    refusals: { codes: ['LIST_NOT_FOUND'], input: ['DATE_IMPOSSIBLE', 'LIST_FIELD_UNKNOWN', 'TOO_MANY_DECIMALS', 'TOO_MANY_DIGITS'] },
  })
  @Post('Lista/RetornaLinhaListasPorCampoValor/:idLista/:idUnidade/:idCliente')
  async search(
    @CurrentScope() scope: Scope,
    @Query() { idLista }: SearchRowsQuery,
    @Body() body: CriterionBody[],
    @Unread() unread: readonly FieldProblem[],
    @Res() response: HttpResponse,
  ): Promise<void> {
    const rows = this.searchListRows.execute(scope, { listId: readable(idLista), criteria: toCells(body), unread });
    response.statusCode = 200;
    await streamJson(response, FoundRowAnswer.from(rows));
  }
}
