import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Asked } from '../routes/documents/search';
import { call, read, type Query } from './call';
import { fieldKey } from './field-key';
import { Refusal } from './refusal';
import type { Client, Field } from './structure';

export interface Value {
  label: string;
  value: string;
}
export interface Found {
  id: string;
  path: string;
  values: readonly Value[];
  code: string;
  status: string;
  files: string;
  box: string;
  custody: string;
  due: string;
}
/** One document with what a change of it needs. */
export interface OneDocument extends Found {
  unit: string;
  etag: string;
}
/** One part of a result; `next` continues it, whatever the service numbers parts by. */
export interface Part {
  /** Of all parts; only the first one says it. */
  total: number | null;
  rows: readonly Found[];
  next: number | undefined;
}

interface Pairs {
  MetaDados: { Label: string; Valor: string }[];
}
interface Answer {
  QtdDocumentos: number | null;
  Metadados: Pairs[];
}

/** Pairs of a result before and after those of the level's fields. */
const [BEFORE, BEHIND] = [2, 10];
const PAGE = 100;

/** One result of operation 4.4, by the meaning of its pairs. */
export function foundOf({ MetaDados: pairs }: Pairs): Found {
  const named = (label: string) => pairs.findLast(({ Label }) => Label === label)?.Valor ?? '';
  return {
    id: pairs[0]!.Valor,
    path: pairs[1]!.Valor,
    values: pairs.slice(BEFORE, -BEHIND).map(({ Label, Valor }) => ({ label: Label, value: Valor })),
    code: named('Código do Documento'),
    status: named('Status'),
    files: named('Total de Arquivos'),
    box: named('Nº Caixa'),
    custody: named('Tipo de Guarda'),
    due: named('Vencimento TTD'),
  };
}

/** As the service reads days. */
export const wireDay = (iso: string) => iso.split('-').reverse().join('/');

export function searchQuery({ client, level, code, status, from, to, values }: Asked): Query {
  const criteria = values.flatMap(({ label, list, value }, index) => [
    [`ValoresCampos[${index}].Label`, label],
    [`ValoresCampos[${index}].ValorCampo`, value],
    [`ValoresCampos[${index}].NomeLista`, list ?? ''],
  ]);
  return {
    IdCliente: client,
    IdArvoreOrganizacional: level,
    Documento: code,
    IdDocumentoStatus: status,
    DataCadastroInicial: from && wireDay(from),
    DataCadastroFinal: to && wireDay(to),
    ...(Object.fromEntries(criteria) as Query),
  };
}

/** The source of the grid's rows: newest first, in parts (operation 4.4). Whatever replaces it answers parts, too. */
export const documents = (asked: Asked) =>
  infiniteQueryOptions({
    queryKey: ['documents', asked],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<Part> => {
      // Counting costs more than reading: once is enough.
      const query = { ...searchQuery(asked), Pagina: pageParam, TamanhoPagina: PAGE, BuscarQtdPaginasDocumento: pageParam === 1 };
      const { QtdDocumentos: total, Metadados } = await read<Answer>('/api/Documento/Get', query, signal);
      return { total, rows: Metadados.map(foundOf), next: Metadados.length === PAGE ? pageParam + 1 : undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

async function inUnit(client: string, unit: string, code: string, signal?: AbortSignal): Promise<OneDocument | null> {
  const query = { IdCliente: client, IdUnidade: unit, Documento: code };
  const response = await call('GET', '/api/Documento/Get', { query, signal }).catch((problem: unknown) => {
    if (problem instanceof Refusal && problem.code === 'ID_INEXISTENTE') return null;
    throw problem;
  });
  if (!response) return null;
  const [pairs] = ((await response.json()) as Answer).Metadados;
  return pairs ? { ...foundOf(pairs), unit, etag: response.headers.get('ETag') ?? '' } : null;
}

/** The document with this code; a result does not say which unit it belongs to, so each is asked. */
export const documentByCode = (client: Client, code: string) =>
  queryOptions({
    queryKey: ['document', client.id, code],
    queryFn: async ({ signal }) => {
      for (const { id } of client.units) {
        const found = await inUnit(client.id, id, code, signal);
        if (found) return found;
      }
      return null;
    },
  });

/** Values of a document by `fieldKey`: a result has them in the order of the level's fields. */
export const valuesByField = (fields: readonly Field[], values: readonly Value[]): Record<string, string> =>
  Object.fromEntries(fields.map((field, index) => [fieldKey(field), values[index]?.value ?? '']));
