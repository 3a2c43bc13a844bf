import { ApiProperty } from '@nestjs/swagger';
import type { FileTextPage } from '#application/text-extraction/get-file-text.use-case';
import type { ReadingFault, ReadingState, WorkKind } from '#domain/files/file-reading';
import { Choice, Integer } from '../validation/decorators';
import { FileQuery } from '../files/files.dto';

const STATES: Record<ReadingState, string> = {
  done: 'lido',
  empty: 'sem-texto',
  pending: 'pendente',
  failed: 'falhou',
  skipped: 'nao-lido',
};
const FAULTS: Record<ReadingFault, string> = {
  encrypted: 'PROTEGIDO_POR_SENHA',
  damaged: 'CONTEUDO_INVALIDO',
  inflated: 'COMPACTACAO_SUSPEITA',
  doctype: 'XML_COM_DECLARACOES',
  'too-many-pixels': 'IMAGEM_GRANDE',
  'too-heavy': 'ARQUIVO_PESADO',
  unreadable: 'LEITURA_FALHOU',
  'too-large': 'ARQUIVO_GRANDE',
  'no-engine': 'LEITOR_NAO_INSTALADO',
  'switched-off': 'LEITURA_DESLIGADA',
};

export class FileTextQuery extends FileQuery {
  @Integer({ description: 'Page of the text, from 1. Absent: the first.', min: 1, max: 2000, example: 1 })
  pagina?: number;
}

export class FileTextAnswer {
  @ApiProperty({ format: 'uuid' }) idImagem!: string;
  @ApiProperty({
    enum: Object.values(STATES),
    example: 'lido',
    description: '`pendente`: it is still to be read; `nao-lido`: files of this type or size are not, or were not when it was stored.',
  })
  estado!: string;
  @ApiProperty({
    enum: Object.values(FAULTS),
    enumName: 'UnreadReason',
    nullable: true,
    example: null,
    description: 'Why it could not be read.',
  })
  motivo!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'pdf.js 5.6.205', description: 'What has read it.' })
  leitor!: string | null;
  @ApiProperty({ example: 12, description: 'Pages with their text; formats without pages are cut into some of about 4 000 characters.' })
  paginas!: number;
  @ApiProperty({ example: false, description: 'There is more text than is kept (1 MiB, 2 000 pages).' }) cortado!: boolean;
  @ApiProperty({ example: 1 }) pagina!: number;
  @ApiProperty({ type: String, nullable: true, example: 'Contrato de locação…', description: 'Null: there is no such page.' })
  texto!: string | null;

  static from(idImagem: string, pagina: number, { reading, text }: FileTextPage): FileTextAnswer {
    return {
      idImagem,
      estado: STATES[reading?.state ?? 'skipped'],
      motivo: reading?.fault ? FAULTS[reading.fault] : null,
      leitor: reading?.engine ?? null,
      paginas: reading?.pages ?? 0,
      cortado: reading?.isCut ?? false,
      pagina,
      texto: text,
    };
  }
}

const SIZES: Record<string, WorkKind> = { '320': 'read', '1240': 'large' };

export class PreviewQuery extends FileQuery {
  @Choice(Object.keys(SIZES), { description: 'Width and height at most, in pixels. Absent: 320.', example: '320' })
  tamanho?: string;

  static kindOf({ tamanho = '320' }: PreviewQuery): WorkKind {
    return SIZES[tamanho] ?? 'read';
  }
}
