import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, read } from './call';

export interface List {
  id: string;
  name: string;
  parent: string | null;
  mayChange: boolean;
}
export interface ListField {
  id: string;
  name: string;
  type: string;
  isKey: boolean;
  isMandatory: boolean;
  options: readonly string[] | null;
}
/** Values by the id of their field. */
export interface ListRow {
  id: string;
  values: Readonly<Record<string, string>>;
}

interface WireList {
  IdLista: string;
  NomeLista: string;
  NomeListaPai: string | null;
  IdCliente: string;
  PermiteAlteracao: boolean;
}
interface WireField {
  IdCampo: string;
  NomeCampo: string;
  DefinicaoCampo: string;
  CampoChave: boolean;
  Obrigatorio: boolean;
  OpcoesLista: string | null;
  Valores: string | null;
  ValoresSeparador: string;
}
interface WireCell {
  IdCampo: string;
  IdLinhaLista: string;
  Valor: string;
}
const PAGE = 100;

export const lists = (client: string) =>
  queryOptions({
    queryKey: ['lists', client],
    queryFn: async ({ signal }) =>
      (await read<WireList[]>('/api/Lista/GetListas', {}, signal))
        .filter(({ IdCliente }) => IdCliente === client)
        .map((list): List => ({ id: list.IdLista, name: list.NomeLista, parent: list.NomeListaPai, mayChange: list.PermiteAlteracao })),
  });

export const listFields = (client: string, list: string) =>
  queryOptions({
    queryKey: ['list-fields', list],
    queryFn: async ({ signal }) =>
      (await read<WireField[]>('/api/Lista/GetCamposDaLista', { idCliente: client, idLista: list }, signal)).map((field): ListField => ({
        id: field.IdCampo,
        name: field.NomeCampo,
        type: field.DefinicaoCampo,
        isKey: field.CampoChave,
        isMandatory: field.Obrigatorio,
        options: field.Valores?.split(field.ValoresSeparador).filter(Boolean) ?? null,
      })),
  });

/** Cells come one by one, those of a row together. */
export function rowsOf(cells: readonly WireCell[]): ListRow[] {
  const rows = new Map<string, Record<string, string>>();
  for (const { IdLinhaLista, IdCampo, Valor } of cells) {
    const values = rows.get(IdLinhaLista) ?? {};
    values[IdCampo] = Valor;
    rows.set(IdLinhaLista, values);
  }
  return [...rows].map(([id, values]) => ({ id, values }));
}

export const listRows = (client: string, list: string) =>
  infiniteQueryOptions({
    queryKey: ['list-rows', list],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const query = { idCliente: client, idLista: list, Pagina: pageParam, TamanhoPagina: PAGE };
      const rows = rowsOf(await read<WireCell[]>('/api/Lista/GetLinhaLista', query, signal));
      return { rows, next: rows.length === PAGE ? pageParam + 1 : undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

type Cells = readonly { idCampo: string; valorCampo: string }[];
export const cellsOf = (fields: readonly ListField[], values: Readonly<Record<string, string>>): Cells =>
  fields.map(({ id }) => ({ idCampo: id, valorCampo: (values[id] ?? '').trim() }));

export const addRow = (client: string, list: string, cells: Cells) =>
  call('POST', '/api/AdicionarItemLista/Post', { query: { idCliente: client, idLista: list }, body: cells, isOnce: true });
export const changeRow = (client: string, list: string, row: string, cells: Cells) =>
  call('PUT', `/api/Lista/${list}/Cliente/${client}/LinhaLista/${row}`, { body: cells });
