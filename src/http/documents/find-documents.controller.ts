import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FindDocuments } from '#application/documents/find-documents.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import type { FieldProblem } from '#domain/errors';
import { Operation } from '../openapi/operation';
import { CurrentScope, Unread } from '../validation/parameters';
import { FIND } from './examples';
import { FIND_BYTES, FindAnswerBody, FindBody, FindQuery } from './find-documents.dto';

/** How the places of problems are called on the wire. */
const NAMES = {
  filter: 'filtro',
  all: 'todas',
  any: 'alguma',
  none: 'nenhuma',
  label: 'campo',
  listName: 'nomeLista',
  member: 'sistema',
  operator: 'operador',
  value: 'valor',
  values: 'valores',
  order: 'ordem',
  columns: 'colunas',
  text: 'texto',
};

@ApiTags('Document')
@Controller('api')
export class FindDocumentsController {
  constructor(
    private readonly findDocuments: FindDocuments,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    version: 'V3',
    summary: 'Find documents by a typed filter, in any order, page by page',
    description:
      'A condition names an indexer field (`campo`) or what every document has (`sistema`), an operator and its values; groups (`todas`, `alguma`, `nenhuma`) ' +
      'hold conditions and groups, four deep. Values are spelt as in creates and compared by the type of the field: `entre` includes both ends, `diferente`, ' +
      '`nao-em` and `vazio` also find documents without a value, `contem` wants each of its words to begin a word of the value. A level includes those under it. ' +
      'Deleted documents are found only where a condition on `status` names 4. For the next page send the same request with `cursor`; `proximo` is null only at ' +
      'the end, and a page may be short before it (`completa`). A document whose value changes between two pages may come twice or not at all; new ones do not ' +
      'shift pages. `texto` wants words of the text of files, which is read soon after a file is stored, where the service reads files; it finds only documents ' +
      'whose files the user may read (permission to view files). `GET /api/Limites` tells the limits.',
    permission: 'document:view',
    reach: 'place',
    dryRun: 'reads',
    query: FindQuery,
    body: { type: FindBody, joint: true, bytes: FIND_BYTES, example: FIND },
    names: NAMES,
    answer: { status: 200, description: 'One page of documents.', type: FindAnswerBody },
    refusals: {
      input: [
        'CURSOR_OF_OTHER_SEARCH',
        'DATE_IMPOSSIBLE',
        'EXACTLY_ONE',
        'FIELD_NOT_ON_LEVEL',
        'FILTER_TOO_DEEP',
        'FILTER_TOO_LARGE',
        'OPERATOR_INVALID',
        'PHRASE_UNSUPPORTED',
        'RANGE_REVERSED',
        'TOO_SHORT',
        'UNKNOWN_ID',
        'TOO_MANY_DECIMALS',
        'TOO_MANY_DIGITS',
      ],
      rules: ['ORDER_AMBIGUOUS', 'TEXT_NOT_CONFIGURED', 'TEXT_TOO_FREQUENT'],
    },
  })
  @Post('v3/Documento/Pesquisar')
  async find(
    @CurrentScope() scope: Scope,
    @Query() query: FindQuery,
    @Body() body: FindBody,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<FindAnswerBody> {
    return FindAnswerBody.from(await this.findDocuments.execute(scope, FindBody.toInput(query, body, unread)), this.timeZone);
  }
}
