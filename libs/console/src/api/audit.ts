import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, read } from './call';
import { wireDay } from './find';
import { Refusal } from './refusal';

export interface AuditEvent {
  position: number;
  at: string;
  user: string | null;
  origin: string;
  action: string;
  subject: Readonly<Record<string, unknown>>;
}
interface AuditAsked {
  client: string;
  action?: string | undefined;
  user?: string | undefined;
  /** Id of what the events are about. */
  thing?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface Answer {
  eventos: {
    sequencia: number;
    dataHora: string;
    idUsuario: string | null;
    origem: string | null;
    acao: string;
    objeto: Record<string, unknown>;
  }[];
  proximo: number | null;
}

export const auditEvents = ({ client, action, user, thing, from, to }: AuditAsked) =>
  infiniteQueryOptions({
    queryKey: ['audit', client, action, user, thing, from, to],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        idCliente: client,
        acao: action,
        idUsuario: user,
        idObjeto: thing,
        dataInicial: from && wireDay(from),
        dataFinal: to && wireDay(to),
        cursor: pageParam,
      };
      const { eventos, proximo } = await read<Answer>('/api/Auditoria', query, signal);
      const events = eventos.map((event): AuditEvent => ({
        position: event.sequencia,
        at: event.dataHora,
        user: event.idUsuario,
        origin: event.origem ?? '',
        action: event.acao,
        subject: event.objeto,
      }));
      return { events, next: proximo ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

interface Users {
  Usuarios: { idUsuario: string; nome: string }[];
  TotalPaginas: number;
}
const LARGEST_PAGE = 500;

/** Names by id, for those who may administer users; others see ids. */
export const userNames = (client: string) =>
  queryOptions({
    queryKey: ['users', client],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      try {
        const query = { TamanhoPagina: LARGEST_PAGE };
        const response = await call('GET', '/api/Usuario', { query, signal });
        const { Usuarios } = (await response.json()) as Users;
        return new Map(Usuarios.map(({ idUsuario, nome }) => [idUsuario, nome]));
      } catch (problem) {
        if (problem instanceof Refusal && problem.code === 'SEM_PERMISSAO') return new Map<string, string>();
        throw problem;
      }
    },
  });
