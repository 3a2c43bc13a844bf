import { ApiProperty } from '@nestjs/swagger';
import type { RowStream } from '#application/lists/row-batches';
import type { RowPreview } from '#application/lists/row-preview';
import type { SentValue } from '#domain/documents/sent-value';
import type { CellInput } from '#domain/value-lists/sent-cells';
import type { PlaceQuery } from '../auth/place-query';
import { NUMBER_READ } from '../documents/preview.dto';
import { SIMULATION } from '../openapi/dry-run';
import { IGNORED_NAMES } from '../validation/ignored-names';
import { Flag, Guid, readable, Value } from '../validation/decorators';
import { EXAMPLE } from './examples';
import { ListQuery } from './lists.dto';

export class AddRowQuery extends ListQuery {
  @Flag({ description: SIMULATION, filled: true })
  simular?: boolean;
}

export class ChangeRowQuery extends AddRowQuery {
  @Guid({ description: 'Row of the list.', required: true })
  idLinhaLista!: string;
}

export class RowQuery implements PlaceQuery {
  @Guid({ description: 'List.', required: true, example: EXAMPLE.list })
  idLista!: string;

  @Guid({ description: 'Client that owns the list.', required: true })
  idCliente!: string;

  @Guid({ description: 'Row of the list.', required: true })
  idLinhaLista!: string;
}

export class SearchRowsQuery implements PlaceQuery {
  @Guid({ description: 'List.', required: true, example: EXAMPLE.list })
  idLista!: string;

  @Guid({ description: 'Service unit of the client.', required: true })
  idUnidade!: string;

  @Guid({ description: 'Client that owns the list.', required: true })
  idCliente!: string;
}

/** One cell of an added or changed row. */
export class CellBody {
  @Guid({ description: 'Field of the list.', required: true })
  idCampo!: string;

  @Value({ description: 'Value; empty takes it away.', required: true, allowEmpty: true, example: '1024' })
  valorCampo!: SentValue;
}

/** One value that rows must hold. */
export class CriterionBody {
  @Guid({ description: 'Field of the list.', required: true })
  idCampo!: string;

  @Value({ description: 'Value; a text ending in `%` matches by its beginning.', required: true, example: 'Limpeza%' })
  valorCampo!: SentValue;
}

export function toCells(body: readonly (CellBody | CriterionBody)[]): CellInput[] {
  return body.map(({ idCampo, valorCampo }, index) => ({ fieldId: readable(idCampo), value: readable(valorCampo), path: [index] }));
}

/** Answer of 5.3. */
export class CellAnswer {
  @ApiProperty({ format: 'uuid' }) IdCampo!: string;
  @ApiProperty({ format: 'uuid' }) IdLinhaLista!: string;
  @ApiProperty({ example: 'Limpeza Total Ltda', description: 'Always text; none is "".' }) Valor!: string;
  @ApiProperty({ description: 'Part of the key that is unique in the list.' }) Chave!: boolean;
  @ApiProperty({ description: 'Needed to add a row.' }) Obrigatorio!: boolean;

  /** One entry per field of the list for every row. */
  static async *from({ list, batches }: RowStream): AsyncGenerator<CellAnswer[]> {
    for await (const rows of batches) {
      yield rows.flatMap((row) =>
        list.fields.map((field) => ({
          IdCampo: field.id,
          IdLinhaLista: row.id,
          Valor: row.texts.get(field.code) ?? '',
          Chave: field.isKey,
          Obrigatorio: field.isImportMandatory,
        })),
      );
    }
  }
}

class FoundCell {
  @ApiProperty({ format: 'uuid' }) IdCampo!: string;
  @ApiProperty({ example: 'Limpeza Total Ltda', description: 'Always text; none is "".' }) Valor!: string;
  @ApiProperty({ description: 'Part of the key that is unique in the list.' }) Chave!: boolean;
}

/** Answer of 5.6. */
export class FoundRowAnswer {
  @ApiProperty({ format: 'uuid' }) IdLista!: string;
  @ApiProperty({ format: 'uuid' }) IdLinhaLista!: string;
  @ApiProperty({ type: [FoundCell], description: 'One entry per field of the list.' }) LinhaLista!: FoundCell[];

  static async *from({ list, batches }: RowStream): AsyncGenerator<FoundRowAnswer[]> {
    for await (const rows of batches) {
      yield rows.map((row) => ({
        IdLista: list.id,
        IdLinhaLista: row.id,
        LinhaLista: list.fields.map(({ id, code, isKey }) => ({ IdCampo: id, Valor: row.texts.get(code) ?? '', Chave: isKey })),
      }));
    }
  }
}

const ACTIONS = { change: 'alterar', add: 'incluir' } as const;

class PreviewedCell {
  @ApiProperty({ format: 'uuid' }) idCampo!: string;
  @ApiProperty({ example: 'CNPJ' }) nomeCampo!: string;
  @ApiProperty({ example: '11222333000181' }) valor!: string;
  @ApiProperty({ required: false, description: NUMBER_READ }) numero?: number;
}

/** Answer of 5.4 and 5.5 in a dry run. */
export class RowPreviewAnswer {
  @ApiProperty({ example: true }) simulado!: true;
  @ApiProperty({ enum: ['alterar', 'incluir'] }) acao!: 'alterar' | 'incluir';
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) idLinhaLista!: string | null;
  @ApiProperty({ type: [PreviewedCell] }) campos!: PreviewedCell[];
  @ApiProperty({ type: [String], description: IGNORED_NAMES, example: [] }) camposIgnorados!: readonly string[];
}

export function toPreview({ action, rowId, cells }: RowPreview, ignored: readonly string[]): RowPreviewAnswer {
  return {
    simulado: true,
    acao: ACTIONS[action],
    idLinhaLista: rowId,
    campos: cells.map(({ field, text, number }) => ({
      idCampo: field.id,
      nomeCampo: field.label,
      valor: text,
      ...(number !== null && { numero: number }),
    })),
    camposIgnorados: ignored,
  };
}
