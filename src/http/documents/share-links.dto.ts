import { ApiProperty } from '@nestjs/swagger';
import type { SharedDocument } from '#application/documents/shared-documents';
import type { TimeZone } from '#application/support/time-zone';
import type { PlaceQuery } from '../auth/place-query';
import { Guid, GuidList, Moment, readable } from '../validation/decorators';

const FILES =
  'Ids of files of the document; may repeat, or hold a comma list. Absent: all files. `idArquivo`, `idArquivos` and `idImagens` are the same name.';
const DEADLINE =
  'Deadline; a day counts to its end. Absent: files that are shared already keep theirs, the others get none; empty or `null`: no end.';
/** Clients know a file under each of them: 4.5 answers `IdArquivo`. */
const FILE_NAMES = ['idImagens', 'idArquivo', 'idArquivos'];
const until = { description: DEADLINE, example: '31/12/2027', clears: 'or empty' as const };
const named = { description: FILES, aliases: FILE_NAMES };

export class DocumentOfClientQuery implements PlaceQuery {
  @Guid({ description: 'Document.', required: true })
  idDocumento!: string;

  @Guid({ description: 'Client that owns the document.', required: true })
  idCliente!: string;
}

export class SharedFilesQuery extends DocumentOfClientQuery {
  @GuidList(named)
  idImagem?: string[];
}

export class ShareFilesQuery extends SharedFilesQuery {
  @Moment('end', until)
  PrazoCompartilhamento?: Date | null;
}

export class SharedFilesBody {
  @GuidList(named)
  idImagem?: string[];
}

export class ShareFilesBody extends SharedFilesBody {
  @Moment('end', until)
  PrazoCompartilhamento?: Date | null;
}

/** The query takes precedence over the body, even if unreadable. An unreadable id is null and keeps its index. */
export function filesNamed(query: SharedFilesQuery, body: SharedFilesBody): (string | null)[] {
  const named = readable(query.idImagem === undefined ? body.idImagem : query.idImagem) ?? [];
  const distinct = new Set<string>();
  return named.map(readable).filter((id) => id === null || (!distinct.has(id) && distinct.add(id)));
}

/** Null: none; undefined: nothing is said of it. */
export function deadlineNamed(query: ShareFilesQuery, body: ShareFilesBody): Date | null | undefined {
  return query.PrazoCompartilhamento === undefined ? body.PrazoCompartilhamento : query.PrazoCompartilhamento;
}

class SharedFileAnswer {
  @ApiProperty({ format: 'uuid' }) IdArquivo!: string;
  @ApiProperty({ example: 'Contrato assinado' }) NomeAmigavel!: string;
  @ApiProperty({ required: false, description: 'Only of shared files.' }) LinkCompartilhado?: string;
  @ApiProperty({
    required: false,
    description: 'Only of files shared until a deadline; ISO 8601.',
    example: '2027-12-31T23:59:59.999-03:00',
  })
  PrazoCompartilhamento?: string;
}

export class SharedDocumentAnswer {
  @ApiProperty({ format: 'uuid' }) IdDocumento!: string;
  @ApiProperty({ example: 146491663 }) CodigoDocumento!: number;
  @ApiProperty({ type: [SharedFileAnswer] }) Arquivos!: SharedFileAnswer[];

  static from({ id, code, files }: SharedDocument, timeZone: TimeZone): SharedDocumentAnswer {
    return {
      IdDocumento: id,
      CodigoDocumento: code,
      Arquivos: files.map((file) => ({
        IdArquivo: file.id,
        NomeAmigavel: file.name,
        ...(file.link !== null && { LinkCompartilhado: file.link }),
        ...(file.expiresAt !== null && { PrazoCompartilhamento: timeZone.iso(file.expiresAt) }),
      })),
    };
  }
}
