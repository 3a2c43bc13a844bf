import { ApiProperty } from '@nestjs/swagger';
import type { CreateBoxInput } from '#application/structure/create-box.use-case';
import type { BoxFilter, BoxPage, ListedBox } from '#application/structure/list-boxes.use-case';
import { HIGHEST_CODE, type BoxType } from '#domain/boxes/box';
import type { FieldProblem } from '#domain/errors';
import type { PlaceQuery } from '../auth/place-query';
import { CUSTODY_NAMES } from '../documents/document-names';
import { Guid, Integer, Text } from '../validation/decorators';

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

export class CreateBoxQuery implements PlaceQuery {
  @Guid({ description: 'Client that owns the box.', required: true })
  idCliente!: string;

  @Guid({
    description: 'Unit of the client that numbers and keeps the box (outsourced custody); absent: the client does (internal custody).',
  })
  idUnidade?: string;
}

const TYPE_OR_OUTER = '"idCaixaTipo" e "codigoCaixaExterna"';

export class CreateBoxBody {
  @Integer({
    description:
      'Code, unique among the boxes that the client and its units number; absent: the one after the highest, or after 999999999999 the lowest free one.',
    min: 1,
    max: HIGHEST_CODE,
    example: 5010,
  })
  codigoCaixa?: number;

  @Guid({ description: 'Type, one of `Tipos` of `GET /api/Caixa/{idCliente}`; only without `codigoCaixaExterna`.' })
  idCaixaTipo?: string;

  @Integer({ description: 'Code of the box, numbered alike, that this one lies in: it has the same type.', min: 1, example: 5001 })
  codigoCaixaExterna?: number;

  @Text({ description: 'Number from before the box was numbered.', max: 50, allowEmpty: true, example: 'P-77' })
  numeroProvisorio?: string;

  static check({ idCaixaTipo, codigoCaixaExterna }: CreateBoxBody): FieldProblem[] {
    if (idCaixaTipo === undefined && codigoCaixaExterna === undefined) return [{ path: ['idCaixaTipo'], code: 'REQUIRED' }];
    if (idCaixaTipo === undefined || codigoCaixaExterna === undefined) return [];
    return [{ path: ['codigoCaixaExterna'], code: 'EXACTLY_ONE', details: { of: TYPE_OR_OUTER } }];
  }

  static toInput({ idUnidade }: CreateBoxQuery, body: CreateBoxBody): CreateBoxInput {
    return {
      code: body.codigoCaixa ?? null,
      unitId: idUnidade ?? null,
      typeId: body.idCaixaTipo ?? null,
      outerCode: body.codigoCaixaExterna ?? null,
      provisional: body.numeroProvisorio?.trim() || null,
    };
  }
}

export class ListedBoxAnswer {
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

class BoxTypeAnswer {
  @ApiProperty({ format: 'uuid' }) idCaixaTipo!: string;
  @ApiProperty({ example: 'Caixa Arquivo' }) nome!: string;

  static from({ id, name }: BoxType): BoxTypeAnswer {
    return { idCaixaTipo: id, nome: name };
  }
}

export class BoxesAnswer {
  @ApiProperty({ example: 42 }) QtdCaixas!: number;
  @ApiProperty({ example: 1 }) TotalPaginas!: number;
  @ApiProperty({ type: [ListedBoxAnswer] }) Caixas!: ListedBoxAnswer[];
  @ApiProperty({ type: [BoxTypeAnswer], description: 'Types that a new box of the client may have, at most 1,000, by name.' })
  Tipos!: BoxTypeAnswer[];

  static from({ boxes, total, pages, types }: BoxPage): BoxesAnswer {
    return {
      QtdCaixas: total,
      TotalPaginas: pages,
      Caixas: boxes.map((box) => ListedBoxAnswer.from(box)),
      Tipos: types.map((type) => BoxTypeAnswer.from(type)),
    };
  }
}
