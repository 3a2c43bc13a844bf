import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, read } from './call';
import { queryClient } from './query-client';

/** What a user may do, and where; a null unit is any, a null level the whole tree. */
export interface Grant {
  client: string;
  unit: string | null;
  level: string | null;
  profile: string;
  profileName: string;
}
export interface User {
  id: string;
  login: string;
  name: string;
  email: string;
  isActive: boolean;
  client: string;
  pageSize: number;
  mustChangePassword: boolean;
  passwordMonths: number | null;
}
export interface UserWithGrants extends User {
  grants: readonly Grant[];
}
export interface Profile {
  id: string;
  name: string;
  permissions: ReadonlySet<string>;
}
interface OpenSession {
  id: string;
  isThis: boolean;
  opened: string;
  renewed: string;
  until: string;
}

interface WireUser {
  idUsuario: string;
  login: string;
  nome: string;
  email: string | null;
  status: 'A' | 'I';
  idCliente: string;
  registrosPorPagina: number;
  alteraSenhaProximoLogin: boolean;
  frequenciaTrocaSenha: number | null;
}
interface WireGrant {
  idCliente: string;
  idUnidade: string | null;
  idArvoreOrganizacional: string | null;
  idPerfil: string;
  nomePerfil: string;
}
const PAGE = 50;

const userOf = (wire: WireUser): User => ({
  id: wire.idUsuario,
  login: wire.login,
  name: wire.nome,
  email: wire.email ?? '',
  isActive: wire.status === 'A',
  client: wire.idCliente,
  pageSize: wire.registrosPorPagina,
  mustChangePassword: wire.alteraSenhaProximoLogin,
  passwordMonths: wire.frequenciaTrocaSenha,
});

export const users = (text: string, status: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'found', text, status],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }) => {
      const query = { Pagina: pageParam, TamanhoPagina: PAGE, texto: text, status };
      const answer = await read<{ QtdUsuarios: number; TotalPaginas: number; Usuarios: WireUser[] }>('/api/Usuario', query, signal);
      return {
        total: answer.QtdUsuarios,
        users: answer.Usuarios.map(userOf),
        next: pageParam < answer.TotalPaginas ? pageParam + 1 : undefined,
      };
    },
    getNextPageParam: ({ next }) => next,
  });

export const user = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: async ({ signal }): Promise<UserWithGrants> => {
      const wire = await read<WireUser & { permissoes: WireGrant[] }>(`/api/Usuario/${id}`, {}, signal);
      const grants = wire.permissoes.map((grant) => ({
        client: grant.idCliente,
        unit: grant.idUnidade,
        level: grant.idArvoreOrganizacional,
        profile: grant.idPerfil,
        profileName: grant.nomePerfil,
      }));
      return { ...userOf(wire), grants };
    },
  });

export const profiles = (client: string) =>
  queryOptions({
    queryKey: ['profiles', client],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await read<{ idPerfil: string; nome: string; permissoes: string[] }[]>('/api/Perfil', { idCliente: client }, signal)).map(
        ({ idPerfil, nome, permissoes }): Profile => ({ id: idPerfil, name: nome, permissions: new Set(permissoes) }),
      ),
  });

export const sessions = (id: string) =>
  queryOptions({
    queryKey: ['users', 'sessions', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await read<{ idSessao: string; atual: boolean; dataInicio: string; dataRenovacao: string; dataFim: string }[]>(
          `/api/Usuario/${id}/Sessoes`,
          {},
          signal,
        )
      ).map((wire): OpenSession => ({
        id: wire.idSessao,
        isThis: wire.atual,
        opened: wire.dataInicio,
        renewed: wire.dataRenovacao,
        until: wire.dataFim,
      })),
  });

export const forgetUsers = () => queryClient.invalidateQueries({ queryKey: ['users'] });

interface NewUser {
  login: string;
  nome: string;
  email: string;
  senha: string;
  alteraSenhaProximoLogin: boolean;
  idClientePermissao: string;
  idUnidadePermissao: string;
}

/** Answers the id; nothing is permitted to the user yet. */
export async function createUser(body: NewUser): Promise<string> {
  const sentence = (await (
    await call('POST', '/api/Usuario/AdicionarUsuario', { body: { ...body, clienteMaster: false }, isOnce: true })
  ).json()) as string;
  return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(sentence)![0];
}

export const changeUser = (id: string, body: object) => call('PUT', `/api/Usuario/${id}`, { body });
export const changeStatus = (id: string, isActive: boolean) =>
  call('PATCH', `/api/Usuario/${id}/AlterarStatusUsuario`, { body: { novoStatus: isActive ? 'A' : 'I' } });
export const unlockUser = (id: string) => call('POST', `/api/Usuario/${id}/Desbloquear`);
export const endSession = (id: string, session: string) => call('DELETE', `/api/Usuario/${id}/Sessoes/${session}`);
export const setGrants = (id: string, grants: readonly Omit<Grant, 'profileName'>[]) =>
  call('PUT', `/api/Usuario/${id}/Permissoes`, {
    body: grants.map(({ client, unit, level, profile }) => ({
      idCliente: client,
      ...(unit && { idUnidade: unit }),
      ...(level && { idArvoreOrganizacional: level }),
      idPerfil: profile,
    })),
  });
