import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateDocument } from '#application/documents/create-document.use-case';
import type { Intake } from '#application/files/intake';
import { InvoiceCheck } from '#application/invoices/invoice-check';
import type { FieldProblem } from '#domain/errors';
import type { Scope } from '#domain/access/scope';
import { Answer } from '../server/answer';
import { Operation } from '../openapi/operation';
import { Call, CurrentScope, Files, Unread } from '../validation/parameters';
import { DocumentPlaceQuery } from '../auth/place-query';
import type { IdempotentRun } from '../server/idempotent-run';
import { FILING } from '../errors/refusal-codes';
import { IMPORT } from './examples';
import { ImportInvoice } from './import-invoice.dto';

/** In errors no name of ours follows `CamposCustomizados` or the name of a file. */
const NAMES = {
  values: 'CamposCustomizados',
  customFields: 'CamposCustomizados{}',
  CamposCustomizados: 'CamposCustomizados{}',
  label: '',
  value: '',
  extension: '',
  treeId: 'idArvore',
  xml: 'arquivoXML',
  pdf: 'arquivoPDF',
};

@ApiTags('Invoice')
@Controller('api/NotaFiscal')
export class InvoicesController {
  constructor(
    private readonly invoiceCheck: InvoiceCheck,
    private readonly createDocument: CreateDocument,
  ) {}

  @Operation({
    number: '7.1',
    version: 'V1',
    summary: 'Import an invoice',
    description:
      'Deprecated: use `POST /api/Documento/Post`, which creates the same document. At least one of the files and a value is needed; values follow the ' +
      'configuration of the level. Everything is stored, or nothing.',
    permission: 'document:create',
    reach: 'place',
    query: DocumentPlaceQuery,
    repeatable: true,
    deprecated: { since: '2026-11-01', successor: '/api/Documento/Post' },
    names: NAMES,
    body: { type: ImportInvoice, joint: true, files: ['arquivoXML', 'arquivoPDF'], example: IMPORT },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: {
      ...FILING,
      input: [...FILING.input, 'AT_LEAST_ONE', 'LEVEL_DIFFERS'],
      rules: [...FILING.rules, 'CNPJ_NOT_OF_UNIT', 'XML_REFUSED'],
    },
  })
  @Post('ImportaNotaFiscal')
  import(
    @CurrentScope() scope: Scope,
    @Query() place: DocumentPlaceQuery,
    @Body() body: ImportInvoice,
    @Files() files: Intake,
    @Call() call: IdempotentRun,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    return call.once(
      () => new Answer('OK'),
      async (receipt) => {
        const { invalid, refused } = await this.invoiceCheck.problemsOf(scope, ImportInvoice.toInvoice(place, body));
        const found = { invalid: [...unread, ...invalid], refused };
        return this.createDocument.execute(scope, ImportInvoice.toInput(place, body, found, files), receipt);
      },
    );
  }
}
