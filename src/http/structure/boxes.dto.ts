import { ApiProperty } from '@nestjs/swagger';
import type { BoxFilter, ListedBox } from '#application/structure/list-boxes.use-case';
import type { PlaceQuery } from '../auth/place-query';
import { CUSTODY_NAMES } from '../documents/document-names';
import { Guid, Integer } from '../validation/decorators';

export class BoxesQuery implements PlaceQuery {
  @Guid({ description: 'Client that owns the boxes.', required: true })
  idCliente!: string;

  @Integer({ description: 'Box code.', min: 1, example: 5001 })
  codigoCaixa?: number;

  @Guid({ description: 'Box type; an id of none finds nothing.' })
  idCaixaTipo?: string;

  @Integer({ description: 'Page, from 1.', min: 1, max: 1_000_000_000, example: 1 })
  Pagina?: number;

  @Integer({ description: "Boxes per page; the user's own number unless given.", min: 1, max: 500 })
  TamanhoPagina?: number;

  static filterOf({ codigoCaixa, idCaixaTipo }: BoxesQuery): BoxFilter {
    return { ...(codigoCaixa !== undefined && { code: codigoCaixa }), ...(idCaixaTipo !== undefined && { typeId: idCaixaTipo }) };
  }
}

class ListedBoxAnswer {
  @ApiProperty({ format: 'uuid' }) idCaixa!: string;
  @ApiProperty({ example: 5001 }) codigoCaixa!: number;
  @ApiProperty({ format: 'uuid' }) idCaixaTipo!: string;
  @ApiProperty({ example: 'Caixa Arquivo' }) tipo!: string;
  @ApiProperty({ example: 'Guarda Interna' }) guarda!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Unit that numbers and keeps it; null: the client.' })
  idUnidade!: string | null;
  @ApiProperty({ type: String, nullable: true }) numeroProvisorio!: string | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Of a box within another one: the code of that one.' })
  codigoCaixaExterna!: number | null;

  static from({ id, code, typeId, typeName, numberedBy, unitId, provisional, outerCode }: ListedBox): ListedBoxAnswer {
    return {
      idCaixa: id,
      codigoCaixa: code,
      idCaixaTipo: typeId,
      tipo: typeName,
      guarda: CUSTODY_NAMES[numberedBy],
      idUnidade: unitId,
      numeroProvisorio: provisional,
      codigoCaixaExterna: outerCode,
    };
  }
}

export class BoxesAnswer {
  @ApiProperty({ example: 42 }) QtdCaixas!: number;
  @ApiProperty({ example: 1 }) TotalPaginas!: number;
  @ApiProperty({ type: [ListedBoxAnswer] }) Caixas!: ListedBoxAnswer[];

  static from({ boxes, total, pages }: { boxes: readonly ListedBox[]; total: number; pages: number }): BoxesAnswer {
    return { QtdCaixas: total, TotalPaginas: pages, Caixas: boxes.map((box) => ListedBoxAnswer.from(box)) };
  }
}
