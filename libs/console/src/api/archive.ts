import { queryOptions } from '@tanstack/react-query';
import { call, newKey } from './call';

export const FIELD_TYPES = ['text', 'number', 'money', 'date', 'cpf', 'cnpj', 'cnpj-or-cpf', 'checkbox', 'options'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Levels and fields as the archive file has them; it names other fields by their labels, the editor by their ids. */
export interface ArchiveField {
  id: string;
  label: string;
  type: FieldType;
  min?: number;
  max?: number;
  mask?: string;
  options?: readonly string[];
  /** Must be filled first. */
  parent?: string;
  mandatory?: boolean;
}
export interface ArchiveLevel {
  id: string;
  name: string;
  fields?: readonly ArchiveField[];
  lists?: readonly { name: string; mandatory?: boolean }[];
  /** Without a list the field is one of levels. */
  retention?: { field: string; list?: string; months: number } | undefined;
  levels?: readonly ArchiveLevel[];
}
/** The rest of it is nothing that the console reads. */
export interface ArchiveWorkflow {
  /** Names from the top: what is filed there starts a flow. */
  levels?: readonly (readonly string[])[];
}
export interface ArchiveClient {
  id: string;
  name: string;
  units: readonly string[];
  levels?: readonly ArchiveLevel[];
  lists?: readonly { name: string }[];
  workflows?: readonly ArchiveWorkflow[];
}
export interface Archive {
  etag: string;
  client: ArchiveClient;
}

const ACTIONS = { incluir: 'add', alterar: 'change', remover: 'remove' } as const;
export type Action = (typeof ACTIONS)[keyof typeof ACTIONS];

const THINGS = new Map([
  ['níveis', 'level'],
  ['campos', 'field'],
]);

export interface Planned {
  /** `level` or `field`; anything else as the service calls it. */
  what: string;
  action: Action;
  name: string;
  details: readonly string[];
}
interface WirePlan {
  alteracoes: { tipo: string; itens: { acao: keyof typeof ACTIONS; nome: string; detalhes: string[] }[] }[];
}

const pathOf = (client: string) => `/api/Acervo/${client}`;

/** Of what is new: kept by the archive, so that its address is known before it is stored. */
export const newId = () => newKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

export async function readArchive(client: string, signal?: AbortSignal): Promise<Archive> {
  const response = await call('GET', pathOf(client), { signal });
  const { clients } = (await response.json()) as { clients: ArchiveClient[] };
  return { etag: response.headers.get('ETag') ?? '', client: clients[0]! };
}

/** It is not read again while somebody edits. */
export const archive = (client: string) =>
  queryOptions({ queryKey: ['archive', client], queryFn: ({ signal }) => readArchive(client, signal), staleTime: Infinity, gcTime: 0 });

interface Change {
  client: ArchiveClient;
  levels: readonly ArchiveLevel[];
  /** Absent: they stay as they are. */
  workflows?: readonly ArchiveWorkflow[] | undefined;
  etag: string;
  isDryRun: boolean;
  mayRemove: boolean;
}

/** Changes the levels of a client, or says what that would change. */
export async function changeLevels({ client, levels, workflows, etag, isDryRun, mayRemove }: Change): Promise<Planned[]> {
  const { id, name, units } = client;
  const response = await call('PUT', pathOf(id), {
    query: { simular: isDryRun, remover: mayRemove },
    headers: { 'If-Match': etag },
    body: { clients: [{ id, name, units, levels, workflows }] },
  });
  const { alteracoes } = (await response.json()) as WirePlan;
  return alteracoes.flatMap(({ tipo, itens }) =>
    itens.map(({ acao, nome, detalhes }) => ({ what: THINGS.get(tipo) ?? tipo, action: ACTIONS[acao], name: nome, details: detalhes })),
  );
}

/** How many documents stand at a level or below it. */
export const countAt = (client: string, level: string) =>
  queryOptions({
    queryKey: ['documents', 'count', client, level],
    queryFn: async ({ signal }) => {
      const query = { idCliente: client, idArvoreOrganizacional: level };
      const response = await call('POST', '/api/v3/Documento/Pesquisar', { query, body: { tamanhoPagina: 1, contar: true }, signal });
      const { total } = (await response.json()) as { total: { valor: number; exato: boolean } };
      return { value: total.valor, isExact: total.exato };
    },
  });
