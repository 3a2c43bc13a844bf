import { ApiProperty } from '@nestjs/swagger';
import type { CreateDocumentInput, CreatedDocument } from '#application/documents/create-document.use-case';
import type { UploadSession } from '#application/files/upload-session';
import { externalKeyOf } from '#domain/documents/document';
import type { SentValue } from '#domain/documents/sent-value';
import type { FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { Extension, FileContent, Flag, Integer, ListOf, MediaType, readable, Text, Value } from '../validation/decorators';
import { EXTERNAL_KEY, placeInput, readableFiles, type CreateQuery } from './create-query.dto';
import { toIndexers } from './indexer-value.dto';

export class FileV2 {
  @FileContent({ description: 'File content in Base64.', required: true })
  Arquivo!: StagedFile;

  @MediaType({ description: '`application/<extension>`.', example: 'application/pdf' })
  ContentType?: string;

  @Extension({ description: 'File extension; the content must be of this type.', required: true, example: 'pdf' })
  Extensao!: string;

  @Text({ description: 'Display name; used to search within the document.', required: true, max: 255, example: 'Contrato assinado' })
  NomeAmigavel!: string;

  @Flag({ description: 'true or 1: share the file; false, 0 or absent: do not.', example: true })
  compartilhado?: boolean;
}

export class IndexerValueV2 {
  @Text({ description: 'Name of the list, only when the field belongs to one.', max: 250, allowEmpty: true, example: '' })
  NomeLista?: string;

  @Text({ description: 'Name of the field as configured on the level.', required: true, max: 250, example: 'Título' })
  Label!: string;

  @Value({ description: 'Value; empty is the same as not sent.', allowEmpty: true, example: 'Contrato de limpeza' })
  ValorCampo?: SentValue;
}

/** Operation 2.4. */
export class CreateDocumentV2 {
  @Integer({ description: 'Box that holds the document; null for an electronic one.', min: 1, nullable: true })
  CodigoCaixa?: number;

  @Text(EXTERNAL_KEY)
  ChaveExterna?: string;

  @Text({ description: 'Accepted and not used: the service makes the id.', max: 50, allowEmpty: true, example: '' })
  IdDocumento?: string;

  @ListOf(() => FileV2, { description: 'Files, if any.', max: 1000 })
  Arquivos?: FileV2[];

  @ListOf(() => IndexerValueV2, { description: 'Indexer values as configured on the level.' })
  ValoresCampos?: IndexerValueV2[];

  static toInput(place: CreateQuery, body: CreateDocumentV2, upload: UploadSession, unread: readonly FieldProblem[]): CreateDocumentInput {
    const { CodigoCaixa = null, ChaveExterna, ValoresCampos = [], Arquivos = [] } = body;
    const values = readable(ValoresCampos)?.map(({ NomeLista, Label, ValorCampo }) => ({
      nomeLista: NomeLista,
      label: Label,
      valorCampo: ValorCampo,
    }));
    return {
      ...placeInput(place),
      externalKey: externalKeyOf(ChaveExterna),
      boxCode: CodigoCaixa,
      values: toIndexers(values ?? null),
      files: readableFiles(Arquivos, ({ Arquivo, Extensao, NomeAmigavel, compartilhado = false }, index) => ({
        source: readable(Arquivo) && { staged: Arquivo },
        name: NomeAmigavel,
        extension: readable(Extensao),
        share: compartilhado,
        mustFitExtension: true,
        path: ['files', index],
      })),
      upload,
      unread,
    };
  }
}

export class CreatedFileV2 {
  @ApiProperty({ format: 'uuid' }) IdArquivo!: string;
  @ApiProperty({ required: false, description: 'Only of files created with `compartilhado` true.' }) LinkCompartilhado?: string;
}

/** Operation 2.5. */
export class CreatedV2 {
  @ApiProperty({ format: 'uuid' }) IdDocumento!: string;
  @ApiProperty({ example: 146491663 }) CodigoDocumento!: number;
  @ApiProperty({ type: [CreatedFileV2] }) Arquivos!: CreatedFileV2[];

  static from({ id, code, files }: CreatedDocument): CreatedV2 {
    return {
      IdDocumento: id,
      CodigoDocumento: code,
      Arquivos: files.map((file) => ({ IdArquivo: file.id, ...(file.link !== null && { LinkCompartilhado: file.link }) })),
    };
  }
}
