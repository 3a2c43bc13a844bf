import { ApiProperty } from '@nestjs/swagger';
import { WORDS } from '#application/events/event-data';
import type { CreatedWebhook, NewWebhook } from '#application/webhooks/create-webhook.use-case';
import type { DeliveriesPage } from '#application/webhooks/list-deliveries.use-case';
import type { NewSecret } from '#application/webhooks/replace-webhook-secret.use-case';
import type { TimeZone } from '#application/support/time-zone';
import type { FieldProblem } from '#domain/errors';
import {
  MOST_REPLAYED,
  withoutQuery,
  type Delivery,
  type DisableReason,
  type SendOutcome,
  type Webhook,
  type WebhookState,
} from '#domain/webhooks/webhook';
import type { PlaceQuery } from '../auth/place-query';
import { Choice, Flag, Guid, Integer, Text, TextList } from '../validation/decorators';

const STATES: Record<WebhookState, string> = { active: 'ativo', paused: 'em_pausa', disabled: 'desativado' };
const { gone, failing, rights, secret } = WORDS.why;
const REASONS: Record<DisableReason, string> = { gone, failing, rights, secret };
const OUTCOMES: Record<SendOutcome, string> = {
  accepted: 'aceito',
  refused: 'recusado',
  'not-allowed': 'endereco_nao_permitido',
  unreachable: 'sem_conexao',
  timeout: 'tempo_esgotado',
};
const MODES = { continue: 'continuar', skip: 'pular' };

const URL_TEXT =
  'Address that takes a POST: https, at a public host; where the service is for its own machine alone (embedded storage, `HOST` on loopback), also ' +
  '`http://127.0.0.1:<port>`. It is sent `webhook.teste` first, and must answer 2xx within 15 seconds.';
const URL_FORM = { format: 'uri', pattern: /^https?:\/\// } as const;
const TYPES_TEXT = 'Types of events, `documento.*` for all of a group. Empty or absent: all that you may see.';
const LEVEL_TEXT =
  'Only events of documents at this level and below; events of lists, flows, users and the client itself have no level and are left out.';

export class WebhooksQuery implements PlaceQuery {
  @Guid({ description: 'Client that the webhook belongs to.', required: true })
  idCliente!: string;
}

export class WebhookQuery extends WebhooksQuery {
  @Guid({ description: 'Webhook.', required: true })
  idWebhook!: string;
}

export class DeliveriesQuery extends WebhookQuery {
  @Integer({ description: 'Where the page begins: `proximo` of the page before.', min: 1 })
  cursor?: number;

  @Integer({ description: 'Deliveries per page.', min: 1, max: 500, example: 100 })
  limite?: number;
}

class WebhookMembers {
  @Text({ description: 'Your own words for it.', max: 250, allowEmpty: true, example: 'ERP' })
  descricao?: string;

  @TextList({ description: TYPES_TEXT, max: 50, maxText: 60 })
  tipos?: string[];
}

export class CreateWebhookBody extends WebhookMembers {
  @Text({ description: URL_TEXT, required: true, max: 2048, ...URL_FORM, example: 'https://erp.exemplo.com.br/acervo' })
  url!: string;

  @Guid({ description: LEVEL_TEXT, filled: true })
  idNivel?: string;

  static toInput({ url, descricao = '', tipos = [], idNivel }: CreateWebhookBody): NewWebhook {
    return { url, description: descricao, types: [...new Set(tipos)], levelId: idNivel ?? null };
  }
}

export class ChangeWebhookBody extends WebhookMembers {
  @Text({ description: URL_TEXT, max: 2048, ...URL_FORM, example: 'https://erp.exemplo.com.br/acervo' })
  url?: string;

  @Guid({ description: `${LEVEL_TEXT} \`null\`: of all levels.`, clears: true })
  idNivel?: string | null;

  static toChange({ url, descricao, tipos, idNivel }: ChangeWebhookBody): Partial<NewWebhook> {
    return {
      ...(url !== undefined && { url }),
      ...(descricao !== undefined && { description: descricao }),
      ...(tipos !== undefined && { types: [...new Set(tipos)] }),
      ...(idNivel !== undefined && { levelId: idNivel }),
    };
  }
}

export class SecretBody {
  @Integer({ description: 'Hours for which the old secret signs along; 24 unless given.', min: 0, max: 168, example: 24 })
  sobreposicaoHoras?: number;

  @Flag({ description: 'Also while an older secret still signs along; that one then signs no more.', example: false })
  forcar?: boolean;
}

export class ReplayBody {
  @Integer({ description: 'First position.', required: true, min: 1, example: 1001 })
  de!: number;

  @Integer({
    description: 'Last position; the same for one event. At most 1000 positions at a time.',
    required: true,
    min: 1,
    example: 1025,
  })
  ate!: number;

  static check({ de, ate }: ReplayBody): FieldProblem[] {
    // Without the bounds: they would repeat what was sent.
    return ate < de || ate >= de + MOST_REPLAYED ? [{ path: ['ate'], code: 'OUT_OF_RANGE' }] : [];
  }
}

export class ResumeBody {
  @Choice(Object.values(MODES), {
    description: '`continuar`: from where it stopped, with the parked events. `pular`: only what happens from now on.',
    required: true,
    example: 'continuar',
  })
  modo!: string;

  static skips({ modo }: ResumeBody): boolean {
    return modo === MODES.skip;
  }
}

export class WebhookAnswer {
  @ApiProperty({ format: 'uuid' }) idWebhook!: string;
  @ApiProperty({
    example: 'https://erp.exemplo.com.br/acervo',
    description: 'A query is shown as `***` but to who creates the webhook: it may hold a key. Sent back like that, the address stays.',
  })
  url!: string;
  @ApiProperty({ example: 'ERP' }) descricao!: string;
  @ApiProperty({ type: [String], example: ['documento.*', 'arquivo.incluido'], description: 'Empty: all.' }) tipos!: string[];
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) idNivel!: string | null;
  @ApiProperty({
    enum: Object.values(STATES),
    description:
      '`em_pausa`: five sends in a row have failed; one is tried now and then until the address answers 2xx again. `desativado`: nothing is sent until you resume it.',
  })
  situacao!: string;
  @ApiProperty({
    enum: Object.values(REASONS),
    enumName: 'WebhookDisableReason',
    nullable: true,
    description:
      'Why it was disabled: the address answered 410, three days without a success, its author lost the permission, or its secret cannot be read with the present `LINK_SECRET`.',
  })
  motivo!: string | null;
  @ApiProperty({ example: 1025, description: 'All events up to this position are done: sent, set aside to be tried again, or not for it.' })
  posicao!: number;
  @ApiProperty({ example: 0, description: 'Failures in a row.' }) falhas!: number;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Since when sends fail.' }) falhaDesde!: string | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Next try of what has failed.' })
  proximaTentativa!: string | null;
  @ApiProperty({ format: 'uuid', description: 'Whoever changed it last; it is sent what this user may see.' }) idUsuario!: string;
  @ApiProperty({ example: '2026-11-23T09:30:00.123-03:00' }) dataCadastro!: string;

  static from(webhook: Webhook, timeZone: TimeZone): WebhookAnswer {
    const time = (at: Date | null) => at && timeZone.iso(at);
    return {
      idWebhook: webhook.id,
      url: withoutQuery(webhook.url),
      descricao: webhook.description,
      tipos: [...webhook.types],
      idNivel: webhook.levelId,
      situacao: STATES[webhook.state],
      motivo: webhook.disabledBecause && REASONS[webhook.disabledBecause],
      posicao: webhook.reached,
      falhas: webhook.failures,
      falhaDesde: time(webhook.failingSince),
      proximaTentativa: time(webhook.retryAt),
      idUsuario: webhook.actorId,
      dataCadastro: timeZone.iso(webhook.createdAt),
    };
  }
}

export class WebhooksAnswer {
  @ApiProperty({ type: [WebhookAnswer] }) webhooks!: WebhookAnswer[];
  @ApiProperty({ example: 1025, description: "Last position of the client's events: what a webhook has less than this is still to come." })
  fim!: number;
}

export class CreatedWebhookAnswer extends WebhookAnswer {
  @ApiProperty({
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwq3Zx0Y1vB2c=',
    description: 'Verifies the signatures (Standard Webhooks). Shown this once; keep it like a password.',
  })
  segredo!: string;

  static of({ webhook, secret }: CreatedWebhook, timeZone: TimeZone): CreatedWebhookAnswer {
    return { ...WebhookAnswer.from(webhook, timeZone), url: webhook.url, segredo: secret };
  }
}

export class SecretAnswer {
  @ApiProperty({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwq3Zx0Y1vB2c=', description: 'Shown this once.' }) segredo!: string;
  @ApiProperty({ example: '2026-11-24T09:30:00.123-03:00', description: 'Until then the old secret signs along.' }) anteriorAte!: string;

  static from({ secret, previousUntil }: NewSecret, timeZone: TimeZone): SecretAnswer {
    return { segredo: secret, anteriorAte: timeZone.iso(previousUntil) };
  }
}

class OutcomeAnswer {
  @ApiProperty({ enum: Object.values(OUTCOMES), description: '`aceito`: answered 2xx. Answers are not kept.' }) resultado!: string;
  @ApiProperty({ type: Number, nullable: true, example: 204, description: 'HTTP status; null: no answer.' }) status!: number | null;
  @ApiProperty({ example: 87 }) duracaoMs!: number;
  @ApiProperty({ example: '2026-11-23T09:30:00.123-03:00' }) dataHora!: string;

  static of({ outcome, status, ms, at }: Delivery, timeZone: TimeZone): OutcomeAnswer {
    return { resultado: OUTCOMES[outcome], status, duracaoMs: ms, dataHora: timeZone.iso(at) };
  }
}

export class TestAnswer extends OutcomeAnswer {}

class DeliveryAnswer extends OutcomeAnswer {
  @ApiProperty({ example: 1025 }) posicao!: number;
  @ApiProperty({ example: 1, description: 'From 1.' }) tentativa!: number;
  @ApiProperty({ description: 'Sent again on request.' }) reenvio!: boolean;
  @ApiProperty({ description: 'It was the last try: the event stays in the feed, and can be sent again on request.' })
  desistencia!: boolean;
}

export class DeliveriesAnswer {
  @ApiProperty({ type: [DeliveryAnswer] }) entregas!: DeliveryAnswer[];
  @ApiProperty({ type: Number, nullable: true, description: 'Cursor of the next page; null on the last one.' }) proximo!: number | null;

  static from({ attempts, next }: DeliveriesPage, timeZone: TimeZone): DeliveriesAnswer {
    const entregas = attempts.map((attempt) => ({
      ...OutcomeAnswer.of(attempt, timeZone),
      posicao: attempt.position,
      tentativa: attempt.try,
      reenvio: attempt.replay,
      desistencia: attempt.dropped,
    }));
    return { entregas, proximo: next };
  }
}

export class ReplayAnswer {
  @ApiProperty({ example: 25, description: 'Events that are sent again; those that its filters leave out are not.' }) eventos!: number;
}
