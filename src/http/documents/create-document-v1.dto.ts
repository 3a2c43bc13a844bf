import type { CreateDocumentInput, CreatedDocument } from '#application/documents/create-document.use-case';
import type { UploadSession } from '#application/files/upload-session';
import { externalKeyOf } from '#domain/documents/document';
import type { FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { Extension, FileContent, Integer, ListOf, MediaType, readable, Text } from '../validation/decorators';
import { EXTERNAL_KEY, placeInput, readableFiles, type CreateQuery } from './create-query.dto';
import { IndexerValue, toIndexers } from './indexer-value.dto';

export class FileV1 {
  @FileContent({ description: 'File content in Base64; line breaks and a `data:` prefix are allowed.', required: true })
  arquivo!: StagedFile;

  @MediaType({ description: '`application/<extension>`. Not used: files are served with the type of their extension.' })
  contentType?: string;

  @Extension({ description: 'File extension, with or without a dot.', required: true, example: 'pdf' })
  extensao!: string;

  @Text({ description: 'Display name; used to search within the document.', required: true, max: 255, example: 'Nota fiscal 1024' })
  nomeAmigavel!: string;
}

/** Operation 2.1 to 2.3. */
export class CreateDocumentV1 {
  @Integer({ description: 'Box that holds the document; null for an electronic one.', min: 1, nullable: true, example: 5001 })
  codigoCaixa?: number;

  @Text(EXTERNAL_KEY)
  chaveExterna?: string;

  @ListOf(() => IndexerValue, { description: 'Indexer values as configured on the level.' })
  valoresCampos?: IndexerValue[];

  @ListOf(() => FileV1, { description: 'Files, if any.', max: 1000 })
  arquivos?: FileV1[];

  static toInput(place: CreateQuery, body: CreateDocumentV1, upload: UploadSession, unread: readonly FieldProblem[]): CreateDocumentInput {
    const { codigoCaixa = null, chaveExterna, valoresCampos = [], arquivos = [] } = body;
    return {
      ...placeInput(place),
      externalKey: externalKeyOf(chaveExterna),
      boxCode: codigoCaixa,
      values: toIndexers(readable(valoresCampos)),
      files: readableFiles(arquivos, ({ arquivo, extensao, nomeAmigavel }, index) => ({
        source: readable(arquivo) && { staged: arquivo },
        name: nomeAmigavel,
        extension: readable(extensao),
        share: false,
        mustFitExtension: false,
        path: ['files', index],
      })),
      upload,
      unread,
    };
  }
}

/** Clients parse the id by position: no character may change. */
export function createdV1({ id, code, existed }: CreatedDocument): string[] {
  return [existed ? 'Registro já existente.' : 'Registro adicionado com sucesso.', `IdDocumento: ${id}`, `CodigoDocumento: ${code}`];
}
