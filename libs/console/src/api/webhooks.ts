import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, read } from './call';

export interface Webhook {
  id: string;
  url: string;
  description: string;
  /** Empty: all that its author may see. */
  types: readonly string[];
  level: string | null;
  state: string;
  /** Why it was disabled. */
  reason: string | null;
  reached: number;
  failures: number;
  failingSince: string | null;
  nextTry: string | null;
  author: string;
  created: string;
}
export interface Outcome {
  result: string;
  status: number | null;
  ms: number;
  at: string;
}
interface Delivery extends Outcome {
  position: number;
  attempt: number;
  isReplay: boolean;
  isGivenUp: boolean;
}
export interface WebhookValues {
  url: string;
  description: string;
  types: readonly string[];
  level: string | null;
}

interface WireWebhook {
  idWebhook: string;
  url: string;
  descricao: string;
  tipos: string[];
  idNivel: string | null;
  situacao: string;
  motivo: string | null;
  posicao: number;
  falhas: number;
  falhaDesde: string | null;
  proximaTentativa: string | null;
  idUsuario: string;
  dataCadastro: string;
}
interface WireOutcome {
  resultado: string;
  status: number | null;
  duracaoMs: number;
  dataHora: string;
}
interface WireDelivery extends WireOutcome {
  posicao: number;
  tentativa: number;
  reenvio: boolean;
  desistencia: boolean;
}

const PATH = '/api/Webhook';
const ACTIVE = 'ativo';
export const isActive = ({ state }: Webhook) => state === ACTIVE;

const webhookOf = (wire: WireWebhook): Webhook => ({
  id: wire.idWebhook,
  url: wire.url,
  description: wire.descricao,
  types: wire.tipos,
  level: wire.idNivel,
  state: wire.situacao,
  reason: wire.motivo,
  reached: wire.posicao,
  failures: wire.falhas,
  failingSince: wire.falhaDesde,
  nextTry: wire.proximaTentativa,
  author: wire.idUsuario,
  created: wire.dataCadastro,
});
const outcomeOf = (wire: WireOutcome): Outcome => ({ result: wire.resultado, status: wire.status, ms: wire.duracaoMs, at: wire.dataHora });

/** Those of a client, and the last position of its events. */
export const webhooks = (client: string) =>
  queryOptions({
    queryKey: ['webhooks', client],
    queryFn: async ({ signal }) => {
      const { webhooks: found, fim } = await read<{ webhooks: WireWebhook[]; fim: number }>(PATH, { idCliente: client }, signal);
      return { found: found.map(webhookOf), end: fim };
    },
  });

export const deliveries = (client: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', id],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { idCliente: client, cursor: pageParam };
      const { entregas, proximo } = await read<{ entregas: WireDelivery[]; proximo: number | null }>(
        `${PATH}/${id}/Entregas`,
        query,
        signal,
      );
      const found = entregas.map((wire): Delivery => ({
        ...outcomeOf(wire),
        position: wire.posicao,
        attempt: wire.tentativa,
        isReplay: wire.reenvio,
        isGivenUp: wire.desistencia,
      }));
      return { found, next: proximo ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

const bodyOf = ({ url, description, types, level }: Partial<WebhookValues>) => ({
  ...(url !== undefined && { url }),
  ...(description !== undefined && { descricao: description }),
  ...(types !== undefined && { tipos: types }),
  ...(level !== undefined && { idNivel: level }),
});

/** Answers its secret, which is shown this once. */
export async function createWebhook(client: string, { level, ...values }: WebhookValues): Promise<{ id: string; secret: string }> {
  const body = bodyOf({ ...values, ...(level !== null && { level }) });
  const { idWebhook, segredo } = (await (
    await call('POST', PATH, { query: { idCliente: client }, body, isOnce: true })
  ).json()) as WireWebhook & {
    segredo: string;
  };
  return { id: idWebhook, secret: segredo };
}

export const changeWebhook = (client: string, id: string, changed: Partial<WebhookValues>) =>
  call('PATCH', `${PATH}/${id}`, { query: { idCliente: client }, body: bodyOf(changed) });

export const removeWebhook = (client: string, id: string) => call('DELETE', `${PATH}/${id}`, { query: { idCliente: client } });

export async function testWebhook(client: string, id: string): Promise<Outcome> {
  return outcomeOf((await (await call('POST', `${PATH}/${id}/Teste`, { query: { idCliente: client } })).json()) as WireOutcome);
}

export const resumeWebhook = (client: string, id: string, mode: 'continuar' | 'pular') =>
  call('POST', `${PATH}/${id}/Retomada`, { query: { idCliente: client }, body: { modo: mode } });

/** How many events are sent again. */
export async function replayEvents(client: string, id: string, from: number, to: number): Promise<number> {
  const response = await call('POST', `${PATH}/${id}/Reenvio`, { query: { idCliente: client }, body: { de: from, ate: to } });
  return ((await response.json()) as { eventos: number }).eventos;
}

/** The new secret, shown this once, and until when the old one signs along. */
export async function replaceSecret(client: string, id: string, force: boolean): Promise<{ secret: string; until: string }> {
  const response = await call('POST', `${PATH}/${id}/Segredo`, { query: { idCliente: client }, body: { forcar: force }, isOnce: true });
  const { segredo, anteriorAte } = (await response.json()) as { segredo: string; anteriorAte: string };
  return { secret: segredo, until: anteriorAte };
}
