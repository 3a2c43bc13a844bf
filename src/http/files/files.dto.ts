import { ApiProperty } from '@nestjs/swagger';
import type { PlaceQuery } from '../shared/place-query';
import { Guid } from '../shared/wire';

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

class DocumentFileAnswer {
  @ApiProperty({ format: 'uuid' }) idImagem!: string;
  @ApiProperty({ example: 'Contrato assinado' }) nomeDoArquivo!: string;
  @ApiProperty({ example: '1' }) versao!: string;
  @ApiProperty({ format: 'byte', description: 'The bytes in Base64.' }) binario!: string;
  @ApiProperty({ example: 'pdf' }) extensao!: string;
}

/** Documents the answer of 2.1, which is written as a stream. */
export class DocumentFilesAnswer {
  @ApiProperty({ example: 1 }) qtdArquivos!: number;
  @ApiProperty({ type: [DocumentFileAnswer] }) arquivos!: DocumentFileAnswer[];
}

/** Documents the JSON answer of 2.5, which is written as a stream. */
export class FileAnswer {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Flow of the file; null for a file of a document.' })
  idWorkflow!: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) idDocumento!: string | null;
  @ApiProperty({ example: 'Contrato assinado' }) nomeImagem!: string;
  @ApiProperty({ example: 'pdf' }) extensao!: string;
  @ApiProperty({ format: 'byte', description: 'The bytes in Base64.' }) arquivo!: string;
}
