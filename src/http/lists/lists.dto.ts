import { ApiProperty } from '@nestjs/swagger';
import type { ReachedList } from '#application/lists/list-lists.use-case';
import type { FieldType } from '#domain/trees/field';
import { growsWhileFiling, type ValueList } from '#domain/value-lists/value-list';
import type { PlaceQuery } from '../auth/place-query';
import { Guid, Integer } from '../validation/decorators';
import { TYPE_NAMES } from '../structure/structure.dto';
import { EXAMPLE } from './examples';

/** Contract 5.2 fixes these numbers. */
const TYPE_IDS: Record<FieldType, number> = {
  text: 860,
  number: 864,
  money: 865,
  date: 866,
  cpf: 867,
  cnpj: 868,
  'cnpj-or-cpf': 869,
  checkbox: 870,
  options: 883,
};
const OPTIONS_SEPARATOR = '|@#';

export class ListQuery implements PlaceQuery {
  @Guid({ description: 'Client that owns the list.', required: true })
  idCliente!: string;

  @Guid({ description: 'List.', required: true, example: EXAMPLE.list })
  idLista!: string;
}

export class ListRowsQuery extends ListQuery {
  @Integer({ description: 'Page of rows, from 1; with neither of the two every row is answered.', min: 1, max: 1_000_000_000, example: 1 })
  Pagina?: number;

  @Integer({ description: "Rows per page; the user's own number unless given.", min: 1, max: 500 })
  TamanhoPagina?: number;

  static pagingOf({ Pagina, TamanhoPagina }: ListRowsQuery) {
    if (Pagina === undefined && TamanhoPagina === undefined) return null;
    return { page: Pagina ?? 1, ...(TamanhoPagina !== undefined && { pageSize: TamanhoPagina }) };
  }
}

/** Answer of 5.1. */
export class ListAnswer {
  @ApiProperty({ format: 'uuid' }) IdLista!: string;
  @ApiProperty({ example: 'Fornecedores' }) NomeLista!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null without a parent list, or where it is out of reach.' })
  IdListaPai!: string | null;
  @ApiProperty({ type: String, nullable: true }) NomeListaPai!: string | null;
  @ApiProperty({ format: 'uuid' }) IdCliente!: string;
  @ApiProperty({ example: 'Empresa Exemplo' }) NomeCliente!: string;
  @ApiProperty({ enum: ['C', 'A'], description: 'C consolidação, A autocomplete.' }) TipoLista!: string;
  @ApiProperty({ description: 'Whether filing a document may add a row.' }) PermiteAlteracao!: boolean;

  static from({ list, parent, clientId, clientName }: ReachedList): ListAnswer {
    return {
      IdLista: list.id,
      NomeLista: list.name,
      IdListaPai: parent?.id ?? null,
      NomeListaPai: parent?.name ?? null,
      IdCliente: clientId,
      NomeCliente: clientName,
      TipoLista: list.kind === 'autocomplete' ? 'A' : 'C',
      PermiteAlteracao: growsWhileFiling(list),
    };
  }
}

/** Answer of 5.2. */
export class ListFieldAnswer {
  @ApiProperty({ format: 'uuid' }) IdLista!: string;
  @ApiProperty({ example: 'Fornecedores' }) NomeLista!: string;
  @ApiProperty({ format: 'uuid' }) IdCampo!: string;
  @ApiProperty({ example: 'CNPJ' }) NomeCampo!: string;
  @ApiProperty({ example: 868, enum: Object.values(TYPE_IDS) }) IdDefinicaoCampos!: number;
  @ApiProperty({ example: 'CNPJ', enum: Object.values(TYPE_NAMES) }) DefinicaoCampo!: string;
  @ApiProperty({ description: 'Part of the key that is unique in the list.' }) CampoChave!: boolean;
  @ApiProperty({ description: 'Needed to add a row; a key field always is.' }) Obrigatorio!: boolean;
  @ApiProperty({ type: Number, nullable: true, description: 'Of a text its characters, of a number the value itself.' })
  TamanhoMax!: number | null;
  @ApiProperty({ type: Number, nullable: true }) TamanhoMin!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Always null.' }) OpcoesLista!: null;
  @ApiProperty({ type: String, nullable: true, example: 'Vigente|@#Encerrado', description: 'Options of a field of type Lista, joined.' })
  Valores!: string | null;
  @ApiProperty({ example: OPTIONS_SEPARATOR }) ValoresSeparador!: string;
  @ApiProperty({ description: 'Whether a value can no longer be changed.' }) ProibirEdicaoAposValor!: boolean;

  static ofList({ id, name, fields }: ValueList): ListFieldAnswer[] {
    return fields.map((field) => ({
      IdLista: id,
      NomeLista: name,
      IdCampo: field.id,
      NomeCampo: field.label,
      IdDefinicaoCampos: TYPE_IDS[field.type],
      DefinicaoCampo: TYPE_NAMES[field.type],
      CampoChave: field.isKey,
      Obrigatorio: field.isImportMandatory,
      TamanhoMax: field.max,
      TamanhoMin: field.min,
      OpcoesLista: null,
      Valores: field.type === 'options' ? field.options.join(OPTIONS_SEPARATOR) : null,
      ValoresSeparador: OPTIONS_SEPARATOR,
      ProibirEdicaoAposValor: field.lockedAfterValue,
    }));
  }
}
