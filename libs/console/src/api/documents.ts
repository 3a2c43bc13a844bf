import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { statusCode } from '../i18n/format';
import type { Asked } from '../routes/documents/search';
import { call } from './call';
import { fieldKey } from './field-key';
import { searchBody } from './find';
import { Refusal } from './refusal';
import type { Client, Field } from './structure';

export interface Value {
  label: string;
  value: string;
}
/** A row of a result; its level is named by its id. */
export interface Found {
  id: string;
  level: string;
  values: readonly Value[];
  code: string;
  status: string;
  files: string;
  /** An ISO moment. */
  created: string;
  due: string;
  /** Where the words stand that were searched for in the text of files. */
  excerpts: readonly Excerpt[];
}
export interface Excerpt {
  file: string;
  page: number;
  /** With the found words in brackets. */
  text: string;
}
/** One document with what a change of it needs. */
export interface OneDocument {
  id: string;
  path: string;
  values: readonly Value[];
  code: string;
  status: string;
  box: string;
  custody: string;
  due: string;
  unit: string;
  etag: string;
}
/** One part of a result; `next` continues it. */
export interface Part {
  /** Of all parts; only the first one says it. */
  total: { value: number; isExact: boolean } | null;
  rows: readonly Found[];
  next: string | undefined;
  /** Files whose text is still to be read. */
  pending: number;
}

interface Page {
  documentos: {
    id: string;
    codigo: number;
    idArvoreOrganizacional: string;
    status: number;
    cadastro: string;
    vencimento: string | null;
    arquivos: number;
    campos: { label: string; valor: string }[];
    destaques?: { idArquivo: string; pagina: number; trecho: string }[];
  }[];
  proximo: string | null;
  total: { valor: number; exato: boolean } | null;
  texto: { arquivosPendentes: number } | null;
}

const foundOf = (wire: Page['documentos'][number]): Found => ({
  id: wire.id,
  level: wire.idArvoreOrganizacional,
  values: wire.campos.map(({ label, valor }) => ({ label, value: valor })),
  code: String(wire.codigo),
  status: String(wire.status),
  files: String(wire.arquivos),
  created: wire.cadastro,
  due: wire.vencimento ?? '',
  excerpts: (wire.destaques ?? []).map(({ idArquivo, pagina, trecho }) => ({ file: idArquivo, page: pagina, text: trecho })),
});

/** The source of the grid's rows: typed searches, in parts. A part may be short, or empty, before the end: the next one goes on. */
export const documents = (asked: Asked) =>
  infiniteQueryOptions({
    queryKey: ['documents', asked],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Part> => {
      const query = { idCliente: asked.client, idArvoreOrganizacional: asked.level };
      const response = await call('POST', '/api/v3/Documento/Pesquisar', { query, body: searchBody(asked, pageParam), signal });
      const { documentos, proximo, total, texto } = (await response.json()) as Page;
      return {
        total: total && { value: total.valor, isExact: total.exato },
        rows: documentos.map(foundOf),
        next: proximo ?? undefined,
        pending: texto?.arquivosPendentes ?? 0,
      };
    },
    getNextPageParam: ({ next }) => next,
    // Comparing all rows with those before takes longer than drawing those in view.
    structuralSharing: false,
  });

interface Pairs {
  MetaDados: { Label: string; Valor: string }[];
}
/** Status of documents that were deleted and are kept for a while. */
export const DELETED = '4';

interface Answer {
  Metadados: Pairs[];
}

/** Pairs of a result of operation 4.4 before and after those of the level's fields. */
const [BEFORE, BEHIND] = [2, 10];

/** One result of operation 4.4, by the meaning of its pairs. */
function readPairs({ MetaDados: pairs }: Pairs): Omit<OneDocument, 'unit' | 'etag'> {
  const named = (label: string) => pairs.findLast(({ Label }) => Label === label)?.Valor ?? '';
  const status = named('Status');
  return {
    id: pairs[0]!.Valor,
    path: pairs[1]!.Valor,
    values: pairs.slice(BEFORE, -BEHIND).map(({ Label, Valor }) => ({ label: Label, value: Valor })),
    code: named('Código do Documento'),
    status: statusCode(status) ?? status,
    box: named('Nº Caixa'),
    custody: named('Tipo de Guarda'),
    due: named('Vencimento TTD'),
  };
}

interface InUnit {
  client: string;
  unit: string;
  code: string;
  isDeleted: boolean;
}

async function inUnit({ client, unit, code, isDeleted }: InUnit, signal?: AbortSignal): Promise<OneDocument | null> {
  const query = { IdCliente: client, IdUnidade: unit, Documento: code, IdDocumentoStatus: isDeleted ? DELETED : undefined };
  const response = await call('GET', '/api/Documento/Get', { query, signal }).catch((problem: unknown) => {
    if (problem instanceof Refusal && problem.code === 'ID_INEXISTENTE') return null;
    throw problem;
  });
  if (!response) return null;
  const [pairs] = ((await response.json()) as Answer).Metadados;
  return pairs ? { ...readPairs(pairs), unit, etag: response.headers.get('ETag') ?? '' } : null;
}

/** The document with this code, a deleted one too; a result does not say which unit it belongs to, so each is asked. */
export const documentByCode = (client: Client, code: string) =>
  queryOptions({
    queryKey: ['document', client.id, code],
    queryFn: async ({ signal }) => {
      for (const isDeleted of [false, true])
        for (const { id } of client.units) {
          const found = await inUnit({ client: client.id, unit: id, code, isDeleted }, signal);
          if (found) return found;
        }
      return null;
    },
  });

/** Values of a document by `fieldKey`: a result has them in the order of the level's fields. */
export const valuesByField = (fields: readonly Field[], values: readonly Value[]): Record<string, string> =>
  Object.fromEntries(fields.map((field, index) => [fieldKey(field), values[index]?.value ?? '']));
