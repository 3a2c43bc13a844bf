import { ApiProperty } from '@nestjs/swagger';
import type { FoundPage, SearchInput } from '#application/documents/search-documents.use-case';
import { writeDay } from '#domain/documents/calendar';
import { documentStatusOf, externalKeyOf } from '#domain/documents/document';
import type { SentValue } from '#domain/documents/sent-value';
import { bareTaxId, isCnpj } from '#domain/documents/tax-ids';
import type { FieldProblem } from '#domain/errors';
import { foldBlanks } from '#domain/text';
import type { PlaceQuery } from '../auth/place-query';
import { CUSTODY_NAMES, STATUS_NAMES } from './document-names';
import { CalendarDay, Flag, Guid, Integer, ListOf, Moment, readable, Text, Value, type Class } from '../validation/decorators';

class SearchedValue {
  @Text({ description: 'Name of a custom or list field.', required: true, max: 250 })
  Label!: string;

  @Value({ description: 'Value that the field must hold; a text ending in `%` matches by its beginning.', required: true })
  ValorCampo!: SentValue;

  @Text({ description: 'Name of the list, where two lists share a field name.', max: 250, allowEmpty: true })
  NomeLista?: string;
}

/** Operation 4.4. */
export class SearchQuery implements PlaceQuery {
  @Guid({ description: 'Client that owns the documents.', required: true })
  IdCliente!: string;

  @Guid({ description: 'Service unit of the client.' })
  IdUnidade?: string;

  @Guid({ description: 'Level; includes the levels under it. Absent: every level that the user may see.' })
  IdArvoreOrganizacional?: string;

  @Integer({ description: 'Box code.', min: 1, example: 5001 })
  Caixa?: number;

  @Integer({ description: 'Document code.', min: 1 })
  Documento?: number;

  @Text({ description: "The client system's own id of the document; matches exactly.", max: 100, allowEmpty: true })
  ChaveExterna?: string;

  @Text({ description: "CNPJ of the documents' unit, with or without punctuation.", max: 20, allowEmpty: true })
  CNPJUnidade?: string;

  @Moment('start', { description: 'Registered on or after.', example: '01/08/2024' })
  DataCadastroInicial?: Date;

  @Moment('end', { description: 'Registered up to; a day counts to its end.', example: '31/08/2024' })
  DataCadastroFinal?: Date;

  @CalendarDay({ description: 'Due on this day.', example: '15/08/2029' })
  DataVencimento?: string;

  @Guid({ description: 'User who registered the document.' })
  IdUsuarioIndexador?: string;

  @Integer({
    description: '1 Em Indexação, 2 Armazenado, 3 Emprestado, 4 Excluído, 5 Emprestado - Parcial, 6 Eletrônico. Absent: all but 4.',
    min: 1,
    max: 6,
  })
  IdDocumentoStatus?: number;

  @Guid({ description: 'Box type.' })
  IdCaixaTipo?: string;

  @ListOf((): Class => SearchedValue, { description: 'Pairs of field and value; all must hold.', max: 100 })
  ValoresCampos?: SearchedValue[];

  @Integer({ description: 'Page, from 1.', min: 1, max: 1_000_000_000, example: 1 })
  Pagina?: number;

  @Integer({ description: "Documents per page; the user's own number unless given.", min: 1, max: 500 })
  TamanhoPagina?: number;

  @Flag({ description: 'Fill in LabelPaginas, QtdDocumentos and TotalPaginas.' })
  BuscarQtdPaginasDocumento?: boolean;

  @Flag({ description: 'Trim the values returned and fold their blanks.' })
  RemoverEspacos?: boolean;

  static checkMembers({ CNPJUnidade }: Partial<SearchQuery>): FieldProblem[] {
    if (!CNPJUnidade?.trim() || isCnpj(bareTaxId(CNPJUnidade))) return [];
    return [{ path: ['CNPJUnidade'], code: 'FORMAT', details: { type: 'cnpj' } }];
  }

  static toInput(query: SearchQuery, unread: readonly FieldProblem[]): SearchInput {
    const { Caixa, Documento, CNPJUnidade, DataCadastroInicial, DataCadastroFinal, DataVencimento, IdUsuarioIndexador, IdCaixaTipo } =
      query;
    const status = documentStatusOf(query.IdDocumentoStatus ?? 0);
    const externalKey = externalKeyOf(query.ChaveExterna);
    return {
      ...(query.IdUnidade !== undefined && { unitId: query.IdUnidade }),
      ...(query.IdArvoreOrganizacional !== undefined && { nodeId: query.IdArvoreOrganizacional }),
      ...(CNPJUnidade?.trim() && { unitCnpj: bareTaxId(CNPJUnidade) }),
      ...(externalKey !== null && { externalKey }),
      ...(readable(Caixa) && { boxCode: Caixa as number }),
      ...(readable(Documento) && { documentCode: Documento as number }),
      ...(DataCadastroInicial && { createdFrom: DataCadastroInicial }),
      ...(DataCadastroFinal && { createdUntil: DataCadastroFinal }),
      ...(DataVencimento !== undefined && { dueDay: DataVencimento }),
      ...(readable(IdUsuarioIndexador) && { createdBy: IdUsuarioIndexador as string }),
      ...(readable(IdCaixaTipo) && { boxTypeId: IdCaixaTipo as string }),
      ...(status && { status }),
      ...(query.TamanhoPagina !== undefined && { pageSize: query.TamanhoPagina }),
      values: Object.entries(readable(query.ValoresCampos) ?? []).map(([index, { Label, ValorCampo, NomeLista }]) => ({
        label: readable(Label),
        value: readable(ValorCampo),
        listName: NomeLista?.trim() ? NomeLista : null,
        path: ['ValoresCampos', Number(index)],
      })),
      page: query.Pagina ?? 1,
      count: query.BuscarQtdPaginasDocumento ?? false,
      unread,
    };
  }
}

class Pair {
  @ApiProperty({ example: 'Número' }) Label!: string;
  @ApiProperty({ example: '1024', description: 'Always text; none is "".' }) Valor!: string;
}

class Entry {
  @ApiProperty({ type: [Pair] }) MetaDados!: Pair[];
}

export class SearchAnswer {
  @ApiProperty({ type: String, nullable: true, example: '1/7' }) LabelPaginas!: string | null;
  @ApiProperty({ type: Number, nullable: true, example: 312 }) QtdDocumentos!: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 7 }) TotalPaginas!: number | null;
  @ApiProperty({ type: [Entry], description: 'One entry per document, newest first.' }) Metadados!: Entry[];

  static from(page: FoundPage, foldValues: boolean): SearchAnswer {
    return {
      LabelPaginas: page.pages === null ? null : `${page.page}/${page.pages}`,
      QtdDocumentos: page.total,
      TotalPaginas: page.pages,
      Metadados: page.documents.map((document) => ({ MetaDados: pairsOf(document, foldValues) })),
    };
  }
}

function pairsOf({ found, level }: FoundPage['documents'][number], foldValues: boolean): Pair[] {
  const pair = (Label: string, Valor: string): Pair => ({ Label, Valor });
  const indexers = level.indexers.map(({ field }) => {
    const text = found.values.get(field.code) ?? '';
    return pair(field.label, foldValues ? foldBlanks(text) : text);
  });
  const numbers = (box: typeof found.box) => [box === null ? '' : String(box.code), box?.provisional ?? ''] as const;
  const [[box, provisional], [subBox, subBoxProvisional]] = [numbers(found.box), numbers(found.subBox)];
  return [
    pair('Id', found.id),
    pair('ArvoreDocumental', level.node.path),
    ...indexers,
    pair('Código do Documento', String(found.code)),
    pair('Status', STATUS_NAMES[found.status]),
    pair('Total de Arquivos', String(found.fileCount)),
    pair('Nº Caixa', box),
    pair('Nº Provisório', provisional),
    pair('Nº SubCaixa', subBox),
    pair('Nº SubCaixa Provisório', subBoxProvisional),
    pair('Tipo de Guarda', CUSTODY_NAMES[found.boxNumberedBy ?? 'nobody']),
    pair('Icone_Reserva', ''),
    pair('Vencimento TTD', found.dueDay === null ? '' : writeDay(found.dueDay)),
  ];
}
