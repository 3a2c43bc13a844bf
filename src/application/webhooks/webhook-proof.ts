import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import { Clock } from '#application/ports/unit-of-work';
import { WebhookSender } from '#application/ports/webhooks';
import { TimeZone } from '#application/support/time-zone';
import { DomainError } from '#domain/errors';
import type { Delivery, Webhook } from '#domain/webhooks/webhook';

/** Is in no log. */
export const TEST_TYPE = 'webhook.teste';

/** Asks an address whether it wants events at all: nobody can have the service flood a stranger. */
@Injectable()
export class WebhookProof {
  constructor(
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    private readonly timeZone: TimeZone,
  ) {}

  /** @param secrets none: they cannot be read */
  async ask({ id, clientId, url }: Pick<Webhook, 'id' | 'clientId' | 'url'>, secrets: readonly string[]): Promise<Delivery> {
    if (secrets.length === 0) throw new DomainError('WEBHOOK_SECRET_UNREADABLE');
    const messageId = newId();
    const event = {
      specversion: '1.0',
      id: messageId,
      source: `/clientes/${clientId}`,
      type: TEST_TYPE,
      subject: `webhooks/${id}`,
      time: this.timeZone.iso(this.clock.now()),
      datacontenttype: 'application/json',
      data: { idWebhook: id },
    };
    return this.sender.sendNow({ clientId, url, id: `${clientId}:${messageId}`, body: Buffer.from(JSON.stringify(event)), secrets });
  }

  /** Refuses unless the address answers 2xx. */
  async demand(webhook: Pick<Webhook, 'id' | 'clientId' | 'url'>, secrets: readonly string[]): Promise<void> {
    const { outcome } = await this.ask(webhook, secrets);
    if (outcome !== 'accepted')
      throw new DomainError('WEBHOOK_SILENT', [{ path: ['url'], code: 'RECEIVER_SILENT', details: { reason: outcome } }], {
        reason: outcome,
      });
  }
}
