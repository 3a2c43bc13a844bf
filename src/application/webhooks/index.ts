import { ChangeWebhook } from './change-webhook.use-case';
import { CreateWebhook } from './create-webhook.use-case';
import { DeleteWebhook } from './delete-webhook.use-case';
import { ListDeliveries } from './list-deliveries.use-case';
import { ListWebhooks } from './list-webhooks.use-case';
import { ReplaceWebhookSecret } from './replace-webhook-secret.use-case';
import { ReplayEvents } from './replay-events.use-case';
import { ResumeWebhook } from './resume-webhook.use-case';
import { TestWebhook } from './test-webhook.use-case';
import { WebhookProof } from './webhook-proof';
import { WebhookPump } from './webhook-pump';
import { WebhookRights } from './webhook-rights';
import { WebhookTerms } from './webhook-terms';

export const webhookUseCases = [
  ChangeWebhook,
  CreateWebhook,
  DeleteWebhook,
  ListDeliveries,
  ListWebhooks,
  ReplaceWebhookSecret,
  ReplayEvents,
  ResumeWebhook,
  TestWebhook,
  WebhookProof,
  WebhookPump,
  WebhookRights,
  WebhookTerms,
];
