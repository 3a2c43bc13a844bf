import { DeliveriesController } from './deliveries.controller';
import { WebhooksController } from './webhooks.controller';

export const webhookControllers = [WebhooksController, DeliveriesController];
