import { ApiProperty } from '@nestjs/swagger';
import type { AskedGroup, AskedItem } from '#application/documents/filter-reader';
import type { FindAnswer, FindInput } from '#application/documents/find-documents.use-case';
import type { FoundEntry } from '#application/documents/found-entry';
import type { TimeZone } from '#application/support/time-zone';
import { writeDay } from '#domain/documents/calendar';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { FILTER_LIMITS } from '#domain/documents/filter';
import { TEXT_LIMITS } from '#domain/documents/text-query';
import type { SentValue } from '#domain/documents/sent-value';
import type { FieldProblem } from '#domain/errors';
import type { PlaceQuery } from '../auth/place-query';
import { Choice, Flag, Guid, Integer, ListOf, ObjectOf, Text, TextList, Value, ValueList, type Class } from '../validation/decorators';
import { meaningOf, MEMBER_WORDS, OPERATOR_WORDS, ORDER_WORDS } from './filter-words';

export const LARGEST_PAGE = 500;
/** Largest body of a search. */
export const FIND_BYTES = 64 * 1024;
const LONGEST_CURSOR = 2048;
const ASCENDING = 'crescente';
const DESCENDING = 'decrescente';

export class FindQuery implements PlaceQuery {
  @Guid({ description: 'Client that owns the documents.', required: true })
  idCliente!: string;

  @Guid({ description: 'Service unit of the client.' })
  idUnidade?: string;

  @Guid({ description: 'Level; includes the levels under it. Absent: every level that the user may see.' })
  idArvoreOrganizacional?: string;
}

const GROUPS = ['todas', 'alguma', 'nenhuma'] as const;
const KINDS = ['campo', 'sistema', ...GROUPS] as const;
const wordsOf = (names: readonly string[]) => `${names.slice(0, -1).map((name) => `"${name}"`).join(', ')} e "${names.at(-1)}"`; // prettier-ignore
const oneOf = (names: readonly string[]): FieldProblem => ({ path: [], code: 'EXACTLY_ONE', details: { of: wordsOf(names) } });

/** Generated clients send an empty list for one that nobody has filled. */
const isSent = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
const filled = <T extends readonly unknown[]>(list: T | null | undefined): T | null | undefined => (isSent(list) ? list : undefined);

/** Conditions together. Holds one of its three lists. */
export class FilterGroup {
  @ListOf((): Class => FilterCondition, { description: 'All of them must hold.' })
  todas?: FilterCondition[];

  @ListOf((): Class => FilterCondition, { description: 'At least one of them must hold.' })
  alguma?: FilterCondition[];

  @ListOf((): Class => FilterCondition, { description: 'None of them may hold.' })
  nenhuma?: FilterCondition[];

  static checkMembers(read: Partial<FilterGroup>): FieldProblem[] {
    const sent = GROUPS.filter((name) => isSent(read[name]));
    // Of no conditions one cannot hold: a list that is empty by mistake must not find everything.
    const isEmpty = sent.length === 0 && read.alguma !== undefined && read.todas === undefined;
    return sent.length > 1 ? [oneOf(GROUPS)] : isEmpty ? [{ path: ['alguma'], code: 'REQUIRED' }] : [];
  }
}

/** A condition on an indexer field (`campo`) or on what every document has (`sistema`), or a group. */
export class FilterCondition extends FilterGroup {
  @Text({ description: 'Label of an indexer field.', max: 250, example: 'Valor Total' })
  campo?: string;

  @Text({
    description: 'Name of the list, where the field is one of a list and the label alone is not enough.',
    max: 250,
    allowEmpty: true,
  })
  nomeLista?: string;

  @Choice(Object.values(MEMBER_WORDS), { description: 'What every document has: its code, the day it was registered, its status…' })
  sistema?: string;

  @Choice(Object.values(OPERATOR_WORDS), { description: 'How the value is compared.', example: 'entre' })
  operador?: string;

  @Value({ description: 'The value, spelt as in a create.' })
  valor?: SentValue;

  @ValueList({ description: 'The values of `em` and `nao-em`; both ends of `entre`.', max: FILTER_LIMITS.valuesOfOne })
  valores?: SentValue[];

  static override checkMembers(read: Partial<FilterCondition>): FieldProblem[] {
    return KINDS.filter((name) => isSent(read[name])).length === 1 ? [] : [oneOf(KINDS)];
  }
}

class FindOrder {
  @Text({ description: 'Label of an indexer field. Documents without a value come last, newest first.', max: 250 })
  campo?: string;

  @Text({ description: 'Name of the list of the field.', max: 250, allowEmpty: true })
  nomeLista?: string;

  @Choice(Object.values(ORDER_WORDS), { description: 'Instead of a field.' })
  sistema?: string;

  @Choice([ASCENDING, DESCENDING], { description: 'Direction; `decrescente` unless given.' })
  sentido?: string;

  static checkMembers(read: Partial<FindOrder>): FieldProblem[] {
    const names = ['campo', 'sistema'] as const;
    return names.filter((name) => read[name] !== undefined).length === 1 ? [] : [oneOf(names)];
  }
}

export class FindBody {
  @ObjectOf((): Class => FilterGroup, { description: 'Absent: all documents that are not deleted.' })
  filtro?: FilterGroup;

  @Text({
    description:
      'Words of the text of files, all of which a document must have: `multa`, `resc*` for a beginning, `-aditivo` for one that it must not have.',
    max: TEXT_LIMITS.characters,
    example: 'rescisao multa* -aditivo',
  })
  texto?: string;

  @ObjectOf((): Class => FindOrder, { description: 'Absent: newest first.' })
  ordem?: FindOrder;

  @TextList({ description: 'Labels of the fields to show. Absent: all of the level.', max: FILTER_LIMITS.columns })
  colunas?: string[];

  @Integer({ description: "Documents per page; the user's own number unless given.", min: 1, max: LARGEST_PAGE })
  tamanhoPagina?: number;

  @Text({ description: '`proximo` of the page before. Absent: the first page.', max: LONGEST_CURSOR })
  cursor?: string;

  @Flag({ description: 'Fill in `total`.' })
  contar?: boolean;

  @Flag({ description: 'Fill in `destaques`, where `texto` is sent.' })
  destaques?: boolean;

  static toInput({ idUnidade, idArvoreOrganizacional }: FindQuery, body: FindBody, unread: readonly FieldProblem[]): FindInput {
    const { filtro, texto, ordem, colunas, tamanhoPagina, cursor, contar, destaques } = body;
    return {
      ...(idUnidade !== undefined && { unitId: idUnidade }),
      ...(idArvoreOrganizacional !== undefined && { nodeId: idArvoreOrganizacional }),
      filter: filtro && groupOf(filtro),
      text: texto,
      order: ordem && {
        label: ordem.campo,
        listName: ordem.nomeLista?.trim() ? ordem.nomeLista : null,
        member: meaningOf(ORDER_WORDS, ordem.sistema),
        descending: ordem.sentido !== ASCENDING,
      },
      columns: filled(colunas),
      cursor,
      ...(tamanhoPagina != null && { pageSize: tamanhoPagina }),
      count: contar ?? false,
      highlight: destaques ?? false,
      unread,
    };
  }
}

/** A list has no items where they could not be read. */
const itemsOf = (items: readonly FilterCondition[] | null | undefined) => filled(items) && Object.values(items ?? []).map(itemOf);

function groupOf({ todas, alguma, nenhuma }: FilterGroup): AskedGroup {
  return { all: itemsOf(todas), any: itemsOf(alguma), none: itemsOf(nenhuma) };
}

function itemOf(item: FilterCondition): AskedItem {
  const { campo, nomeLista, sistema, operador, valor, valores } = item;
  return {
    ...groupOf(item),
    label: campo,
    listName: nomeLista?.trim() ? nomeLista : null,
    member: meaningOf(MEMBER_WORDS, sistema),
    operator: meaningOf(OPERATOR_WORDS, operador),
    value: valor,
    values: filled(valores),
  };
}

class FoundField {
  @ApiProperty({ example: 'Valor Total' }) label!: string;
  @ApiProperty({ required: false, description: 'Of a field of a list: its name.', example: 'Fornecedores' }) nomeLista?: string;
  @ApiProperty({ description: 'As it was filed; "" if there is none.', example: '4.980,00' }) valor!: string;
}

class HighlightAnswer {
  @ApiProperty({ format: 'uuid' }) idArquivo!: string;
  @ApiProperty({ example: 3 }) pagina!: number;
  @ApiProperty({
    description: 'At most 200 characters of the text, its words in brackets: no HTML.',
    example: '… por [rescisão] antecipada, a [multa] …',
  })
  trecho!: string;
}

export class FoundDocumentAnswer {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 81_233 }) codigo!: number;
  @ApiProperty({ format: 'uuid' }) idArvoreOrganizacional!: string;
  @ApiProperty({ description: '1 to 6, as in 4.4.', example: 2 }) status!: number;
  @ApiProperty({ format: 'date-time', description: 'When it was registered.' }) cadastro!: string;
  @ApiProperty({ type: String, nullable: true, example: '15/08/2029' }) vencimento!: string | null;
  @ApiProperty({ description: 'How many files it has.', example: 1 }) arquivos!: number;
  @ApiProperty({ type: [FoundField], description: 'In the order of `colunas`, or of the level.' }) campos!: FoundField[];

  @ApiProperty({
    type: [HighlightAnswer],
    required: false,
    description: 'Where `destaques` was sent: up to three, of the first 50 documents of a page.',
  })
  destaques?: HighlightAnswer[];

  static from({ found, level, values, highlights }: FoundEntry, timeZone: TimeZone): FoundDocumentAnswer {
    return {
      id: found.id,
      codigo: found.code,
      idArvoreOrganizacional: level.node.id,
      status: DOCUMENT_STATUS[found.status],
      cadastro: timeZone.iso(found.createdAt),
      vencimento: found.dueDay === null ? null : writeDay(found.dueDay),
      arquivos: found.fileCount,
      campos: values.map(({ label, listName, text }) => ({ label, ...(listName !== null && { nomeLista: listName }), valor: text })),
      ...(highlights && { destaques: highlights.map(({ fileId, page, text }) => ({ idArquivo: fileId, pagina: page, trecho: text })) }),
    };
  }
}

export class TotalAnswer {
  @ApiProperty({ example: 10_000 }) valor!: number;
  @ApiProperty({ description: 'False: there are at least so many.' }) exato!: boolean;

  static from({ value, isExact }: NonNullable<FindAnswer['total']>): TotalAnswer {
    return { valor: value, exato: isExact };
  }
}

class TextStateAnswer {
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Files that the user may read and whose text is still to be read; null: the client has more than 1 000 of them.',
    example: 12,
  })
  arquivosPendentes!: number | null;
}

export class FindAnswerBody {
  @ApiProperty({ type: [FoundDocumentAnswer] }) documentos!: FoundDocumentAnswer[];
  @ApiProperty({ type: String, nullable: true, description: '`cursor` of the next page; null at the end.' }) proximo!: string | null;
  @ApiProperty({ description: 'False: the work of one call was used up before the page was full; go on with `proximo`.' })
  completa!: boolean;
  @ApiProperty({ type: TotalAnswer, nullable: true, description: 'Null unless `contar`; exact up to 10 000.' }) total!: TotalAnswer | null;

  @ApiProperty({ type: TextStateAnswer, nullable: true, description: 'Null unless `texto`.' }) texto!: TextStateAnswer | null;

  static from({ documents, next, isComplete, total, text }: FindAnswer, timeZone: TimeZone): FindAnswerBody {
    return {
      documentos: documents.map((entry) => FoundDocumentAnswer.from(entry, timeZone)),
      proximo: next,
      completa: isComplete,
      total: total && TotalAnswer.from(total),
      texto: text && { arquivosPendentes: text.pending },
    };
  }
}
