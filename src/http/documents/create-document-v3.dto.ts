import { ApiProperty } from '@nestjs/swagger';
import type { CreateDocumentInput, CreatedDocument } from '#application/documents/create-document.use-case';
import type { UploadSession } from '#application/files/upload-session';
import { externalKeyOf } from '#domain/documents/document';
import type { FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { Extension, FileContent, Flag, Integer, isUnread, ListOf, MediaType, readable, Text } from '../validation/decorators';
import { EXTERNAL_KEY, placeInput, readableFiles, type CreateQuery, type UnreadFile } from './create-query.dto';
import { IndexerValue, toIndexers } from './indexer-value.dto';

export class FileV3 {
  @Text({
    description: 'Public http or https address from which the service downloads the file.',
    max: 2048,
    allowEmpty: true,
    pattern: /^$|^https?:\/\//,
  })
  linkArquivo?: string;

  @FileContent({ description: 'File content in Base64. Exactly one of this and `linkArquivo`.' })
  arquivo?: StagedFile;

  @MediaType({ description: 'Data type of the file.', required: true, example: 'application/pdf' })
  contentType!: string;

  @Extension({ description: 'File extension; the content must be of this type.', required: true, example: 'pdf' })
  extensao!: string;

  @Text({ description: 'Display name for searching within the document.', required: true, max: 255, example: 'Nota fiscal 1024' })
  nomeAmigavel!: string;

  @Flag({ description: '1 or true: share the file; 0, false or absent: do not.', example: true })
  compartilhado?: boolean;

  static checkMembers({ linkArquivo, arquivo }: Partial<FileV3>): FieldProblem[] {
    if (isUnread(linkArquivo)) return [];
    const url = linkArquivo?.trim();
    if (Boolean(url) === (arquivo !== undefined)) return [{ path: ['arquivo'], code: 'EXACTLY_ONE' }];
    return url && !URL.canParse(url) ? [{ path: ['linkArquivo'], code: 'FORMAT', details: { type: 'link' } }] : [];
  }
}

/** Operation 2.6. */
export class CreateDocumentV3 {
  @Integer({ description: 'Box that holds the document; null when not applicable.', min: 1, nullable: true })
  codigoCaixa?: number;

  @Text(EXTERNAL_KEY)
  chaveExterna?: string;

  @ListOf(() => IndexerValue, { description: 'Indexer values. At least one of this and `arquivos`.' })
  valoresCampos?: IndexerValue[];

  @ListOf(() => FileV3, { description: 'Attachments; null when there are none.', max: 1000, nullable: true })
  arquivos?: FileV3[];

  static checkMembers({ valoresCampos = [], arquivos = [] }: Partial<CreateDocumentV3>): FieldProblem[] {
    // What could not be read is null.
    return [valoresCampos, arquivos].every((sent: readonly unknown[] | null) => sent?.length === 0)
      ? [{ path: ['valoresCampos'], code: 'AT_LEAST_ONE' }]
      : [];
  }

  static toInput(place: CreateQuery, body: CreateDocumentV3, upload: UploadSession, unread: readonly FieldProblem[]): CreateDocumentInput {
    const { codigoCaixa = null, chaveExterna, valoresCampos = [], arquivos = [] } = body;
    return {
      ...placeInput(place),
      externalKey: externalKeyOf(chaveExterna),
      boxCode: codigoCaixa,
      values: toIndexers(readable(valoresCampos)),
      files: readableFiles(arquivos, toFile),
      upload,
      unread,
    };
  }
}

function toFile({ arquivo, linkArquivo, extensao, nomeAmigavel, compartilhado = false }: FileV3, index: number): UnreadFile {
  const url = linkArquivo?.trim();
  return {
    source: arquivo ? { staged: arquivo } : url ? { url } : null,
    name: nomeAmigavel,
    extension: readable(extensao),
    share: compartilhado,
    mustFitExtension: true,
    path: ['files', index],
  };
}

export class CreatedFileV3 {
  @ApiProperty({ format: 'uuid' }) idArquivo!: string;
  @ApiProperty({ required: false, description: 'Only of files created with `compartilhado` true.' }) linkCompartilhado?: string;
}

/** Operation 2.7. */
export class CreatedV3 {
  @ApiProperty({ format: 'uuid' }) idDocumento!: string;
  @ApiProperty({ example: 146491663 }) codigoDocumento!: number;
  @ApiProperty({ type: [CreatedFileV3] }) arquivos!: CreatedFileV3[];

  static from({ id, code, files }: CreatedDocument): CreatedV3 {
    return {
      idDocumento: id,
      codigoDocumento: code,
      arquivos: files.map((file) => ({ idArquivo: file.id, ...(file.link !== null && { linkCompartilhado: file.link }) })),
    };
  }
}
