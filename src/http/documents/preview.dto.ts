import { ApiProperty } from '@nestjs/swagger';
import type { DocumentPreview } from '#application/documents/document-preview';
import { writeDay } from '#domain/documents/calendar';
import { Answer } from '../server/answer';
import { IGNORED_NAMES } from '../validation/ignored-names';
import { CUSTODY_NAMES, STATUS_NAMES } from './document-names';

export const NUMBER_READ = 'Of fields of numbers and money: the number that the value was read as.';

class PreviewedValue {
  @ApiProperty({ example: 'Número' }) label!: string;
  @ApiProperty({ type: String, nullable: true }) nomeLista!: string | null;
  @ApiProperty({ example: '1024' }) valor!: string;
  @ApiProperty({ required: false, example: 1024, description: NUMBER_READ }) numero?: number;
}

class PreviewedRow {
  @ApiProperty({ example: 'Fornecedores' }) nomeLista!: string;
  @ApiProperty({ enum: ['vincular', 'incluir'] }) acao!: 'vincular' | 'incluir';
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) idLinhaLista!: string | null;
}

class PreviewedFile {
  @ApiProperty({ example: 'Nota fiscal 1024' }) nomeAmigavel!: string;
  @ApiProperty({ example: 'pdf' }) extensao!: string;
  @ApiProperty({ example: 48213, description: 'Bytes.' }) tamanho!: number;
  @ApiProperty({ description: 'SHA-256 of the bytes, hexadecimal.' }) sha256!: string;
}

/** Answer of a call with `simular`. */
export class PreviewAnswer {
  @ApiProperty({ example: true }) simulado!: true;
  @ApiProperty({ type: String, nullable: true, example: 'Eletrônico', description: 'Of a document that would be created.' })
  status!: string | null;
  @ApiProperty({ type: Number, nullable: true, example: 5001 }) codigoCaixa!: number | null;
  @ApiProperty({ type: String, nullable: true, example: 'Guarda Interna' }) tipoDeGuarda!: string | null;
  @ApiProperty({ type: String, nullable: true, example: '15/08/2029' }) vencimentoTTD!: string | null;
  @ApiProperty({ type: [PreviewedValue] }) campos!: PreviewedValue[];
  @ApiProperty({ type: [PreviewedRow] }) listas!: PreviewedRow[];
  @ApiProperty({ type: [PreviewedFile] }) arquivos!: PreviewedFile[];
  @ApiProperty({ type: [String], description: IGNORED_NAMES, example: [] }) camposIgnorados!: readonly string[];

  static from({ status, box, dueDay, values, rows, files }: DocumentPreview, ignored: readonly string[]): Answer {
    const body: PreviewAnswer = {
      simulado: true,
      status: status && STATUS_NAMES[status],
      codigoCaixa: box?.code ?? null,
      tipoDeGuarda: status && CUSTODY_NAMES[box?.numberedBy ?? 'nobody'],
      vencimentoTTD: dueDay && writeDay(dueDay),
      campos: values.map(({ label, listName, text, number }) => ({
        label,
        nomeLista: listName,
        valor: text,
        ...(number !== null && { numero: number }),
      })),
      listas: rows.map(({ listName, rowId }) => ({
        nomeLista: listName,
        acao: rowId === null ? 'incluir' : 'vincular',
        idLinhaLista: rowId,
      })),
      arquivos: files.map(({ name, extension, size, sha256 }) => ({ nomeAmigavel: name, extensao: extension, tamanho: size, sha256 })),
      camposIgnorados: ignored,
    };
    return new Answer(body, { status: 200 });
  }
}
