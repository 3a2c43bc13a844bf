import { ApiProperty } from '@nestjs/swagger';
import type { PlaceQuery } from '../auth/place-query';
import type { FileInput } from '#application/files/file-acceptance';
import type { StagedFile } from '#domain/files/document-file';
import { splitFileName, type Form } from '../upload/read-multipart';
import { Choice, Extension, FileContent, Guid, readable, Text } from '../validation/decorators';

export class DocumentFilesQuery {
  @Guid({ description: 'Document.', required: true })
  idDocumento!: string;
}

export class FileQuery implements PlaceQuery {
  @Guid({ description: 'File.', required: true })
  idImagem!: string;

  @Guid({ description: 'Client that owns the file.', required: true })
  idCliente!: string;
}

const MODES = ['exibir', 'baixar'] as const;

export class FileAddressQuery extends FileQuery {
  @Choice(MODES, {
    description: '`exibir`: the browser shows what it safely can (PDF, pictures) and saves the rest; `baixar`: it saves it.',
    example: 'baixar',
  })
  modo?: (typeof MODES)[number];
}

export class FileAddressAnswer {
  @ApiProperty({ example: 'http://localhost:3000/compartilhado/ExemploDeLinkDoAcervo' }) endereco!: string;
  @ApiProperty({ format: 'date-time', description: 'Until then it can be opened; what has begun goes on.' }) validade!: string;
}

class DocumentFileAnswer {
  @ApiProperty({ format: 'uuid' }) idImagem!: string;
  @ApiProperty({ example: 'Contrato assinado' }) nomeDoArquivo!: string;
  @ApiProperty({ example: '1' }) versao!: string;
  @ApiProperty({ format: 'byte', description: 'The bytes in Base64.' }) binario!: string;
  @ApiProperty({ example: 'pdf' }) extensao!: string;
}

/** Documents the answer of 2.1, which is streamed. */
export class DocumentFilesAnswer {
  @ApiProperty({ example: 1 }) qtdArquivos!: number;
  @ApiProperty({ type: [DocumentFileAnswer] }) arquivos!: DocumentFileAnswer[];
}

/** Documents the JSON answer of 2.5, which is streamed. */
export class FileAnswer {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Flow of the file; null for a file of a document.' })
  idWorkflow!: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) idDocumento!: string | null;
  @ApiProperty({ example: 'Contrato assinado' }) nomeImagem!: string;
  @ApiProperty({ example: 'pdf' }) extensao!: string;
  @ApiProperty({ format: 'byte', description: 'The bytes in Base64.' }) arquivo!: string;
}

export class DocumentFileQuery extends DocumentFilesQuery {
  @Guid({
    description: 'File of the document; `idImagem` is the same name.',
    required: true,
    aliases: ['idArquivos', 'idImagem', 'idImagens'],
  })
  idArquivo!: string;
}

/** One file of 2.2 and 2.3. */
export class NewFileBody {
  @FileContent({ description: 'File content in Base64; line breaks and a `data:` prefix are allowed.', required: true })
  arquivo!: StagedFile;

  @Text({ description: 'Display name.', required: true, max: 255, example: 'Contrato assinado' })
  nomeImagem!: string;

  @Text({ description: 'Label of the version; absent: the next number of files of this name.', max: 50, allowEmpty: true, example: '1' })
  versao?: string;

  @Extension({ description: 'File extension, with or without a dot.', required: true, example: 'pdf' })
  extensao!: string;

  /** The files with readable bytes. */
  static toInputs(files: readonly NewFileBody[]): FileInput[] {
    return files.flatMap(({ arquivo, nomeImagem, versao, extensao }, index) => {
      const staged = readable(arquivo);
      if (!staged) return [];
      const version = versao?.trim();
      return [
        {
          source: { staged },
          name: nomeImagem,
          extension: extensao,
          ...(version && { version }),
          share: false,
          mustFitExtension: false,
          path: [index],
        },
      ];
    });
  }

  /** The other fields of a form apply to all its files. */
  static fromForm({ files, fields }: Form): unknown {
    const common = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    return files.map(({ fileName, staged }) => {
      const { name, extension } = splitFileName(fileName);
      return { ...common, arquivo: staged, nomeImagem: name, extensao: extension };
    });
  }
}

export class AddedFileAnswer {
  @ApiProperty({ format: 'uuid' }) idImagem!: string;
  @ApiProperty({ example: 'Contrato assinado' }) nomeImagem!: string;
}
