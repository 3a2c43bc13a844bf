import { ApiProperty } from '@nestjs/swagger';
import { contentTypeOf } from '#libs/file-signature';
import type { DescribedDocument, DescribedFile } from '#application/documents/get-document.use-case';
import type { TimeZone } from '#application/support/time-zone';
import { writeDay } from '#domain/documents/calendar';
import type { Indexer } from '#domain/trees/client-structure';
import { TYPE_NAMES } from '../structure/structure.dto';
import { CUSTODY_NAMES, STATUS_NAMES } from './document-names';

class FieldOfDocument {
  @ApiProperty({ format: 'uuid' }) idCampo!: string;
  @ApiProperty({ example: 'Número' }) label!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) nomeLista!: string | null;
  @ApiProperty({ example: 'Numérico' }) tipo!: string;
  @ApiProperty() obrigatorio!: boolean;
  @ApiProperty({ example: '1024', description: 'As it is shown; without one "".' }) valor!: string;

  static from({ field, list, mandatory }: Indexer, values: ReadonlyMap<number, string>): FieldOfDocument {
    return {
      idCampo: field.id,
      label: field.label,
      nomeLista: list?.name ?? null,
      tipo: TYPE_NAMES[field.type],
      obrigatorio: mandatory,
      valor: values.get(field.code) ?? '',
    };
  }
}

class FileOfDocument {
  @ApiProperty({ format: 'uuid' }) idArquivo!: string;
  @ApiProperty({ example: 'Contrato assinado' }) nomeAmigavel!: string;
  @ApiProperty({ example: 'pdf' }) extensao!: string;
  @ApiProperty({ example: 'application/pdf' }) contentType!: string;
  @ApiProperty({ example: '1' }) versao!: string;
  @ApiProperty({ example: 48213, description: 'Bytes.' }) tamanho!: number;
  @ApiProperty({ description: 'SHA-256 of the bytes, hexadecimal.' }) sha256!: string;
  @ApiProperty({ format: 'date-time' }) dataInclusao!: string;
  @ApiProperty({ description: 'Whether these bytes are signed by the archive.' }) assinado!: boolean;
  @ApiProperty({ description: 'Whether a share link leads to it.' }) compartilhado!: boolean;

  static from({ file, isSigned, isShared }: DescribedFile, timeZone: TimeZone): FileOfDocument {
    return {
      idArquivo: file.id,
      nomeAmigavel: file.name,
      extensao: file.extension,
      contentType: contentTypeOf(file.extension),
      versao: file.version,
      tamanho: file.size,
      sha256: file.sha256,
      dataInclusao: timeZone.iso(file.createdAt),
      assinado: isSigned,
      compartilhado: isShared,
    };
  }
}

class FilingUser {
  @ApiProperty({ format: 'uuid' }) idUsuario!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Maria da Silva' }) nome!: string | null;
}

export class DocumentAnswer {
  @ApiProperty({ format: 'uuid' }) idDocumento!: string;
  @ApiProperty({ example: 146491663 }) codigoDocumento!: number;
  @ApiProperty({ format: 'uuid' }) idCliente!: string;
  @ApiProperty({ format: 'uuid' }) idUnidade!: string;
  @ApiProperty({ format: 'uuid' }) idArvoreOrganizacional!: string;
  @ApiProperty({ example: 'Financeiro > Notas Fiscais' }) caminho!: string;
  @ApiProperty({ example: 'Eletrônico' }) status!: string;
  @ApiProperty({ type: String, nullable: true, example: 'ERP-2026-000123' }) chaveExterna!: string | null;
  @ApiProperty({ type: Number, nullable: true, example: 5001 }) codigoCaixa!: number | null;
  @ApiProperty({ type: Number, nullable: true, example: null }) codigoSubCaixa!: number | null;
  @ApiProperty({ example: 'Guarda Interna' }) tipoDeGuarda!: string;
  @ApiProperty({ type: String, nullable: true, example: '15/08/2029' }) vencimentoTTD!: string | null;
  @ApiProperty({ format: 'date-time' }) dataCadastro!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) dataAlteracao!: string | null;
  @ApiProperty({ type: FilingUser }) usuarioCadastro!: FilingUser;
  @ApiProperty({ type: [FieldOfDocument] }) campos!: FieldOfDocument[];
  @ApiProperty({ type: [FileOfDocument] }) arquivos!: FileOfDocument[];

  static from({ found, head, level, files }: DescribedDocument, timeZone: TimeZone): DocumentAnswer {
    return {
      idDocumento: found.id,
      codigoDocumento: found.code,
      idCliente: found.clientId,
      idUnidade: head.unitId,
      idArvoreOrganizacional: level.node.id,
      caminho: level.node.path,
      status: STATUS_NAMES[found.status],
      chaveExterna: head.externalKey,
      codigoCaixa: found.box?.code ?? null,
      codigoSubCaixa: found.subBox?.code ?? null,
      tipoDeGuarda: CUSTODY_NAMES[found.boxNumberedBy ?? 'nobody'],
      vencimentoTTD: found.dueDay === null ? null : writeDay(found.dueDay),
      dataCadastro: timeZone.iso(head.createdAt),
      dataAlteracao: head.changedAt && timeZone.iso(head.changedAt),
      usuarioCadastro: { idUsuario: head.createdBy.id, nome: head.createdBy.name },
      campos: level.indexers.map((indexer) => FieldOfDocument.from(indexer, found.values)),
      arquivos: files.map((file) => FileOfDocument.from(file, timeZone)),
    };
  }
}
