import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeWebhook } from '#application/webhooks/change-webhook.use-case';
import { CreateWebhook, type CreatedWebhook } from '#application/webhooks/create-webhook.use-case';
import { DeleteWebhook } from '#application/webhooks/delete-webhook.use-case';
import { ListWebhooks } from '#application/webhooks/list-webhooks.use-case';
import { ReplaceWebhookSecret, type NewSecret } from '#application/webhooks/replace-webhook-secret.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import type { IdempotentRun } from '../server/idempotent-run';
import { Call, CurrentScope } from '../validation/parameters';
import {
  ChangeWebhookBody,
  CreatedWebhookAnswer,
  CreateWebhookBody,
  SecretAnswer,
  SecretBody,
  WebhookAnswer,
  WebhookQuery,
  WebhooksAnswer,
  WebhooksQuery,
} from './webhooks.dto';

const NAMES = { types: 'tipos', levelId: 'idNivel' };
const OVERLAP_HOURS = 24;

@ApiTags('Webhook')
@Controller('api/Webhook')
export class WebhooksController {
  constructor(
    private readonly createWebhook: CreateWebhook,
    private readonly listWebhooks: ListWebhooks,
    private readonly changeWebhook: ChangeWebhook,
    private readonly deleteWebhook: DeleteWebhook,
    private readonly replaceSecret: ReplaceWebhookSecret,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'Have events sent to an address',
    description:
      'Every event from now on is sent by POST in the form of the feed (`GET /api/Evento`), signed after Standard Webhooks; events of one document, flow or ' +
      'user in their order. The address proves itself: it is sent `webhook.teste` and must answer 2xx. A client has at most ten. An event may arrive twice: ' +
      '`webhook-id` is then the same.',
    permission: 'webhook:manage',
    alongWith: 'event:view',
    reach: 'whole client',
    dryRun: 'unknown',
    repeatable: true,
    names: NAMES,
    query: WebhooksQuery,
    body: { type: CreateWebhookBody, example: { url: 'https://erp.exemplo.com.br/acervo', descricao: 'ERP', tipos: ['documento.*'] } },
    answer: { status: 201, description: 'The webhook and its secret, which is shown this once.', type: CreatedWebhookAnswer },
    refusals: { codes: ['WEBHOOKS_FULL', 'WEBHOOK_SILENT'], input: ['NOT_AN_OPTION', 'UNKNOWN_ID'], rules: ['RECEIVER_SILENT'] },
  })
  @Post()
  create(@CurrentScope() scope: Scope, @Body() body: CreateWebhookBody, @Call() call: IdempotentRun): Promise<Answer> {
    return call.once(
      (created: CreatedWebhook) => new Answer(CreatedWebhookAnswer.of(created, this.timeZone)),
      (receipt) => this.createWebhook.execute(scope, CreateWebhookBody.toInput(body), receipt),
    );
  }

  @Operation({
    number: null,
    summary: "A client's webhooks and how they do",
    description: 'In the order of their creation, without their secrets.',
    permission: 'webhook:manage',
    alongWith: 'event:view',
    reach: 'whole client',
    query: WebhooksQuery,
    answer: { status: 200, description: 'The webhooks.', type: WebhooksAnswer },
  })
  @Get()
  async list(@CurrentScope() scope: Scope): Promise<WebhooksAnswer> {
    const { webhooks, end } = await this.listWebhooks.execute(scope);
    return { webhooks: webhooks.map((webhook) => WebhookAnswer.from(webhook, this.timeZone)), fim: end };
  }

  @Operation({
    number: null,
    summary: 'Change a webhook',
    description: 'What is named changes. A new address must prove itself like the first one. From now on your permissions count.',
    permission: 'webhook:manage',
    alongWith: 'event:view',
    reach: 'whole client',
    dryRun: 'unknown',
    names: NAMES,
    query: WebhookQuery,
    body: { type: ChangeWebhookBody, example: { tipos: ['documento.*', 'arquivo.*'] } },
    answer: { status: 200, description: 'The webhook.', type: WebhookAnswer },
    refusals: {
      codes: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_SILENT', 'WEBHOOK_SECRET_UNREADABLE'],
      input: ['NOT_AN_OPTION', 'UNKNOWN_ID'],
      rules: ['RECEIVER_SILENT'],
    },
  })
  @Patch(':idWebhook')
  async change(
    @CurrentScope() scope: Scope,
    @Query() { idWebhook }: WebhookQuery,
    @Body() body: ChangeWebhookBody,
  ): Promise<WebhookAnswer> {
    return WebhookAnswer.from(await this.changeWebhook.execute(scope, idWebhook, ChangeWebhookBody.toChange(body)), this.timeZone);
  }

  @Operation({
    number: null,
    summary: 'Delete a webhook',
    description: 'With its secret and its log. What is being sent at this moment may still arrive.',
    permission: 'webhook:manage',
    alongWith: 'event:view',
    reach: 'whole client',
    dryRun: 'unknown',
    query: WebhookQuery,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['WEBHOOK_NOT_FOUND'] },
  })
  @Delete(':idWebhook')
  async remove(@CurrentScope() scope: Scope, @Query() { idWebhook }: WebhookQuery): Promise<string> {
    await this.deleteWebhook.execute(scope, idWebhook);
    return 'Webhook excluído com sucesso.';
  }

  @Operation({
    number: null,
    summary: "Replace a webhook's secret",
    description: 'The old one signs along for a while, so that receivers can change theirs without losing an event.',
    permission: 'webhook:manage',
    alongWith: 'event:view',
    reach: 'whole client',
    dryRun: 'unknown',
    repeatable: true,
    query: WebhookQuery,
    body: { type: SecretBody, optional: true, example: { sobreposicaoHoras: 24 } },
    answer: { status: 200, description: 'The new secret, which is shown this once.', type: SecretAnswer },
    refusals: { codes: ['WEBHOOK_NOT_FOUND', 'SECRET_OVERLAPS'] },
  })
  @Post(':idWebhook/Segredo')
  secret(
    @CurrentScope() scope: Scope,
    @Query() { idWebhook }: WebhookQuery,
    @Body() { sobreposicaoHoras: overlapHours = OVERLAP_HOURS, forcar: force = false }: SecretBody,
    @Call() call: IdempotentRun,
  ): Promise<Answer> {
    return call.once(
      (made: NewSecret) => new Answer(SecretAnswer.from(made, this.timeZone)),
      (receipt) => this.replaceSecret.execute(scope, idWebhook, { overlapHours, force }, receipt),
    );
  }
}
