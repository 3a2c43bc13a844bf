import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateDocument } from '#application/documents/create-document.use-case';
import type { UploadSession } from '#application/files/upload-session';
import { InvoiceCheck } from '#application/invoices/invoice-check';
import type { FieldProblem } from '#domain/errors';
import type { Scope } from '#domain/access/scope';
import { Answer } from '../server/answer';
import { DRY_RUN } from '../openapi/dry-run';
import { Operation } from '../openapi/operation';
import { PreviewAnswer } from '../documents/preview.dto';
import { Call, CurrentScope, Files, Ignored, Unread } from '../validation/parameters';
import type { IdempotentRun } from '../server/idempotent-run';
import { FILING } from '../errors/refusal-codes';
import { IMPORT } from './examples';
import { ImportInvoice, ImportQuery } from './import-invoice.dto';

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
    dryRun: 'own',
    query: ImportQuery,
    repeatable: true,
    deprecated: { since: '2026-11-01', successor: '/api/Documento/Post' },
    names: NAMES,
    body: { type: ImportInvoice, joint: true, files: ['arquivoXML', 'arquivoPDF'], readAgain: true, example: IMPORT },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    also: [{ status: '2XX', description: DRY_RUN, types: [PreviewAnswer] }],
    refusals: {
      ...FILING,
      input: [...FILING.input, 'AT_LEAST_ONE', 'LEVEL_DIFFERS'],
      rules: [...FILING.rules, 'CNPJ_NOT_OF_UNIT', 'XML_REFUSED'],
    },
  })
  @Post('ImportaNotaFiscal')
  async import(
    @CurrentScope() scope: Scope,
    @Query() place: ImportQuery,
    @Body() body: ImportInvoice,
    @Files() files: UploadSession,
    @Call() call: IdempotentRun,
    @Ignored() ignored: readonly string[],
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const checked = async () => {
      const { invalid, refused } = await this.invoiceCheck.problemsOf(scope, ImportInvoice.toInvoice(place, body));
      return ImportInvoice.toInput(place, body, { invalid: [...unread, ...invalid], refused }, files);
    };
    if (place.simular) return PreviewAnswer.from(await this.createDocument.preview(scope, await checked()), ignored);
    return call.once(
      () => new Answer('OK'),
      async (receipt) => this.createDocument.execute(scope, await checked(), receipt),
    );
  }
}
