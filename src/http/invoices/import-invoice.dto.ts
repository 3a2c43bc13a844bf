import type { CreateDocumentInput } from '#application/documents/create-document.use-case';
import type { FileInput } from '#application/files/file-acceptance';
import type { UploadSession } from '#application/files/upload-session';
import type { InvoiceInput, InvoiceProblems } from '#application/invoices/invoice-check';
import { sentText, type SentValue } from '#domain/documents/sent-value';
import type { IndexerInput } from '#domain/documents/indexing';
import type { FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { DocumentPlaceQuery } from '../auth/place-query';
import { SIMULATION } from '../openapi/dry-run';
import { toIndexers } from '../documents/indexer-value.dto';
import { FileContent, Flag, Guid, readable, Text, ValueMap } from '../validation/decorators';

const toValue = ([label, value]: [string, SentValue]): IndexerInput => ({
  listName: null,
  label,
  value: readable(value),
  path: ['customFields', label],
});

const FILE_NAME = 'Nota fiscal';

export class ImportQuery extends DocumentPlaceQuery {
  @Flag({ description: SIMULATION, filled: true })
  simular?: boolean;
}

/** Body of 7.1. */
export class ImportInvoice {
  @Guid({ description: 'The level once more; equal to `idArvoreOrganizacional`.', required: true })
  idArvore!: string;

  @Text({ description: 'CNPJ of the service unit, with or without punctuation.', required: true, max: 20, example: '11.222.333/0001-81' })
  cnpj!: string;

  @FileContent({ description: 'The invoice as XML, in Base64: well formed, at most 10 MB, without a DTD.' })
  arquivoXML?: StagedFile;

  @FileContent({ description: 'The invoice as PDF, in Base64.' })
  arquivoPDF?: StagedFile;

  @ValueMap({ description: 'Values of custom fields of the level, by their labels; lists have no place here.', required: true })
  CamposCustomizados!: Readonly<Record<string, SentValue>>;

  static check({ arquivoXML, arquivoPDF, CamposCustomizados }: ImportInvoice): FieldProblem[] {
    if (arquivoXML || arquivoPDF || Object.values(CamposCustomizados).some((value) => sentText(value).trim() !== '')) return [];
    const of = '"arquivoXML", "arquivoPDF" e "CamposCustomizados"';
    return [{ path: ['CamposCustomizados'], code: 'AT_LEAST_ONE', details: { of } }];
  }

  static toInvoice({ idUnidade, idArvoreOrganizacional }: DocumentPlaceQuery, { idArvore, cnpj, arquivoXML }: ImportInvoice): InvoiceInput {
    return {
      unitId: idUnidade,
      nodeId: idArvoreOrganizacional,
      treeId: readable(idArvore),
      cnpj: readable(cnpj),
      xml: readable(arquivoXML),
    };
  }

  static toInput(
    { idUnidade, idArvoreOrganizacional }: DocumentPlaceQuery,
    { arquivoXML, arquivoPDF, CamposCustomizados }: ImportInvoice,
    { invalid, refused }: InvoiceProblems,
    upload: UploadSession,
  ): CreateDocumentInput {
    return {
      unitId: idUnidade,
      nodeId: idArvoreOrganizacional,
      boxCode: null,
      externalKey: null,
      ifExists: 'refuse',
      values: readable(CamposCustomizados) ? Object.entries(CamposCustomizados).map(toValue) : toIndexers(null),
      // The XML has been parsed already; the PDF needs the check.
      files: [...fileOf('xml', arquivoXML, false), ...fileOf('pdf', arquivoPDF, true)],
      upload,
      unread: invalid,
      found: refused,
    };
  }
}

function fileOf(extension: 'xml' | 'pdf', staged: StagedFile | undefined | null, mustFitExtension: boolean): FileInput[] {
  return staged ? [{ source: { staged }, name: FILE_NAME, extension, share: false, mustFitExtension, path: [extension] }] : [];
}
