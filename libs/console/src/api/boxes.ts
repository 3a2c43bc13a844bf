import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, read } from './call';
import { queryClient } from './query-client';

export interface Box {
  id: string;
  code: number;
  type: string;
  custody: string;
  /** That numbers and keeps it; null: the client. */
  unit: string | null;
  provisional: string | null;
  /** The box that it lies in. */
  outer: number | null;
}
export interface Kept {
  id: string;
  code: number;
  level: string;
  values: readonly string[];
}

export interface BoxType {
  id: string;
  name: string;
}
/** What is empty is left to the service. */
export interface NewBox {
  codigoCaixa: string;
  idUnidade: string;
  idCaixaTipo: string;
  codigoCaixaExterna: string;
  numeroProvisorio: string;
}

interface WireBox {
  idCaixa: string;
  codigoCaixa: number;
  tipo: string;
  guarda: string;
  idUnidade: string | null;
  numeroProvisorio: string | null;
  codigoCaixaExterna: number | null;
}
interface WireBoxes {
  TotalPaginas: number;
  Caixas: WireBox[];
  Tipos: { idCaixaTipo: string; nome: string }[];
}
interface WireFound {
  documentos: { id: string; codigo: number; idArvoreOrganizacional: string; campos: { valor: string }[] }[];
  proximo: string | null;
}
const PAGE = 100;

const boxesIn = ({ Caixas }: WireBoxes): Box[] =>
  Caixas.map((box) => ({
    id: box.idCaixa,
    code: box.codigoCaixa,
    type: box.tipo,
    custody: box.guarda,
    unit: box.idUnidade,
    provisional: box.numeroProvisorio,
    outer: box.codigoCaixaExterna,
  }));

/** By their codes. */
export const boxes = (client: string) =>
  infiniteQueryOptions({
    queryKey: ['boxes', client],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await read<WireBoxes>(`/api/Caixa/${client}`, { Pagina: pageParam, TamanhoPagina: PAGE }, signal);
      const types = answer.Tipos.map(({ idCaixaTipo, nome }): BoxType => ({ id: idCaixaTipo, name: nome }));
      return { boxes: boxesIn(answer), types, next: pageParam < answer.TotalPaginas ? pageParam + 1 : undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

/** Client and units number theirs each: several may have the same code. */
export const boxesOfCode = (client: string, code: string) =>
  queryOptions({
    queryKey: ['boxes', client, code],
    queryFn: async ({ signal }) => boxesIn(await read<WireBoxes>(`/api/Caixa/${client}`, { codigoCaixa: code }, signal)),
  });

/** Answers its code. */
export async function createBox(client: string, { idUnidade, ...box }: NewBox): Promise<number> {
  const body = Object.fromEntries(Object.entries(box).filter(([, value]) => value.trim() !== ''));
  const response = await call('POST', '/api/Caixa', { query: { idCliente: client, idUnidade }, body, isOnce: true });
  await queryClient.invalidateQueries({ queryKey: ['boxes', client] });
  return ((await response.json()) as WireBox).codigoCaixa;
}

export const contents = (client: string, code: string) =>
  infiniteQueryOptions({
    queryKey: ['documents', 'box', client, code],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const filtro = { todas: [{ sistema: 'caixa', operador: 'igual', valor: code }] };
      const body = { filtro, tamanhoPagina: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) };
      const response = await call('POST', '/api/v3/Documento/Pesquisar', { query: { idCliente: client }, body, signal });
      const { documentos, proximo } = (await response.json()) as WireFound;
      const kept = documentos.map(({ id, codigo, idArvoreOrganizacional, campos }): Kept => ({
        id,
        code: codigo,
        level: idArvoreOrganizacional,
        values: campos.map(({ valor }) => valor).filter(Boolean),
      }));
      return { kept, next: proximo ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
  });
