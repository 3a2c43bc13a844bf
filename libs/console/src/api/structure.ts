import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from './call';

export interface Field {
  label: string;
  list: string | null;
  type: string;
  isMandatory: boolean;
}
export interface Level {
  id: string;
  parent: string | null;
  name: string;
  path: string;
  permissions: ReadonlySet<string>;
  fields: readonly Field[];
}
/** A client, with the units that serve it. */
export interface Client {
  id: string;
  name: string;
  units: readonly { id: string; name: string }[];
  levels: readonly Level[];
  /** Of signatures. */
  origins: readonly { id: string; message: string }[];
}

interface WireUnit {
  idUnidade: string;
  nomeUnidade: string;
  clientes: {
    idCliente: string;
    nomeCliente: string;
    arvores: {
      idArvoreOrganizacional: string;
      idPai: string | null;
      nome: string;
      caminho: string;
      permissoes: string[];
      campos: { label: string; nomeLista: string | null; tipo: string; obrigatorio: boolean }[];
    }[];
    origensAssinatura: { id: string; mensagem: string }[];
  }[];
}

const levelOf = (wire: WireUnit['clientes'][number]['arvores'][number]): Level => ({
  id: wire.idArvoreOrganizacional,
  parent: wire.idPai,
  name: wire.nome,
  path: wire.caminho,
  permissions: new Set(wire.permissoes),
  fields: wire.campos.map(({ label, nomeLista, tipo, obrigatorio }) => ({ label, list: nomeLista, type: tipo, isMandatory: obrigatorio })),
});

/** The service answers units with their clients; people think of clients. */
function clientsOf(units: readonly WireUnit[]): Client[] {
  const clients = new Map<string, Client>();
  for (const { idUnidade, nomeUnidade, clientes } of units)
    for (const { idCliente, nomeCliente, arvores, origensAssinatura } of clientes) {
      const known = clients.get(idCliente) ?? { id: idCliente, name: nomeCliente, units: [], levels: [], origins: [] };
      const levels = new Map([...known.levels, ...arvores.map(levelOf)].map((level) => [level.id, level]));
      const origins = origensAssinatura.map(({ id, mensagem }) => ({ id, message: mensagem }));
      clients.set(idCliente, {
        ...known,
        units: [...known.units, { id: idUnidade, name: nomeUnidade }],
        levels: [...levels.values()],
        origins,
      });
    }
  return [...clients.values()];
}

export const structure = () =>
  queryOptions({
    queryKey: ['structure'],
    queryFn: async ({ signal }) => clientsOf(await read<WireUnit[]>('/api/Estrutura', {}, signal)),
    staleTime: 5 * 60_000,
  });

/** The client of the address, or the first within reach. */
export function useClient(id: string | null | undefined) {
  const { data: clients = [], isPending, error, refetch } = useQuery(structure());
  const client = id ? clients.find((each) => each.id === id) : clients[0];
  return { clients, client, isPending, error, retry: () => void refetch() };
}

interface Schema {
  enum?: string[];
  properties?: Record<string, Schema>;
}

/** What may be chosen for fields with choices, by `choiceKey`. */
export const choices = (level: string) =>
  queryOptions({
    queryKey: ['choices', level],
    queryFn: async ({ signal }) => (await read<{ esquema: Schema }>(`/api/Estrutura/${level}`, {}, signal)).esquema,
    staleTime: 60_000,
  });

export function choicesOf(schema: Schema | undefined, { label, list, type }: Field): readonly string[] | null {
  if (type === 'Checkbox') return ['Sim', 'Não'];
  const properties = list === null ? schema?.properties : schema?.properties?.[list]?.properties;
  return properties?.[label]?.enum ?? null;
}
