import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListDeliveries } from '#application/webhooks/list-deliveries.use-case';
import { ReplayEvents } from '#application/webhooks/replay-events.use-case';
import { ResumeWebhook } from '#application/webhooks/resume-webhook.use-case';
import { TestWebhook } from '#application/webhooks/test-webhook.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import {
  DeliveriesAnswer,
  DeliveriesQuery,
  ReplayAnswer,
  ReplayBody,
  ResumeBody,
  TestAnswer,
  WebhookAnswer,
  WebhookQuery,
} from './webhooks.dto';

const USUAL_LIMIT = 100;

@ApiTags('Webhook')
@Controller('api/Webhook')
export class DeliveriesController {
  constructor(
    private readonly testWebhook: TestWebhook,
    private readonly listDeliveries: ListDeliveries,
    private readonly replayEvents: ReplayEvents,
    private readonly resumeWebhook: ResumeWebhook,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'Send a test event to a webhook',
    description:
      'Sends `webhook.teste` at once, signed like all events, and tells what became of it. It changes nothing, also of a webhook that is disabled.',
    permission: 'webhook:manage',
    alongWith: 'event:view',
    reach: 'whole client',
    dryRun: 'unknown',
    query: WebhookQuery,
    answer: { status: 200, description: 'What became of it.', type: TestAnswer },
    refusals: { codes: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_SECRET_UNREADABLE'] },
  })
  @Post(':idWebhook/Teste')
  async test(@CurrentScope() scope: Scope, @Query() { idWebhook }: WebhookQuery): Promise<TestAnswer> {
    return TestAnswer.of(await this.testWebhook.execute(scope, idWebhook), this.timeZone);
  }

  @Operation({
    number: null,
    summary: 'What was sent to a webhook',
    description: 'One entry per try, newest first, for a week and at most 10,000; about a second behind.',
    permission: 'webhook:manage',
    alongWith: 'event:view',
    reach: 'whole client',
    query: DeliveriesQuery,
    answer: { status: 200, description: 'One page of deliveries.', type: DeliveriesAnswer },
    refusals: { codes: ['WEBHOOK_NOT_FOUND'] },
  })
  @Get(':idWebhook/Entregas')
  async list(@CurrentScope() scope: Scope, @Query() query: DeliveriesQuery): Promise<DeliveriesAnswer> {
    const { idWebhook, cursor = null, limite = USUAL_LIMIT } = query;
    return DeliveriesAnswer.from(await this.listDeliveries.execute(scope, idWebhook, cursor, limite), this.timeZone);
  }

  @Operation({
    number: null,
    summary: 'Send events to a webhook again',
    description:
      'Beside all others, under the same `webhook-id`; those that were given up, too. Of positions that the webhook has not reached yet nothing is sent twice. Its author stays who it was.',
    permission: 'webhook:manage',
    alongWith: 'event:view',
    reach: 'whole client',
    dryRun: 'unknown',
    query: WebhookQuery,
    body: { type: ReplayBody, example: { de: 1001, ate: 1025 } },
    answer: { status: 200, description: 'How many events are sent again.', type: ReplayAnswer },
    refusals: { codes: ['WEBHOOK_NOT_FOUND', 'REPLAY_WAITING'] },
  })
  @Post(':idWebhook/Reenvio')
  async replay(@CurrentScope() scope: Scope, @Query() { idWebhook }: WebhookQuery, @Body() { de, ate }: ReplayBody): Promise<ReplayAnswer> {
    return { eventos: await this.replayEvents.execute(scope, idWebhook, { from: de, to: ate }) };
  }

  @Operation({
    number: null,
    summary: 'Resume a webhook',
    description:
      'Ends a pause, or what has disabled it. You become its author: from now on it gets what your permissions allow, and it is disabled when you lose them.',
    permission: 'webhook:manage',
    alongWith: 'event:view',
    reach: 'whole client',
    dryRun: 'unknown',
    query: WebhookQuery,
    body: { type: ResumeBody, example: { modo: 'continuar' } },
    answer: { status: 200, description: 'The webhook.', type: WebhookAnswer },
    refusals: { codes: ['WEBHOOK_NOT_FOUND'] },
  })
  @Post(':idWebhook/Retomada')
  async resume(@CurrentScope() scope: Scope, @Query() { idWebhook }: WebhookQuery, @Body() body: ResumeBody): Promise<WebhookAnswer> {
    return WebhookAnswer.from(await this.resumeWebhook.execute(scope, idWebhook, ResumeBody.skips(body)), this.timeZone);
  }
}
