import { checkUrl, DownloadError, safeSend, type DownloadFailure } from '#libs/safe-download';
import { WebhookSender, type WebhookMessage } from '#application/ports/webhook-sender';
import { Semaphore } from '#application/semaphore';
import type { Delivery, SendOutcome } from '#domain/webhooks/webhook';
import type { Config } from '#src/config';
import { failpoint } from '../failpoints';
import { KeyedTurns } from '../remote-files/keyed-turns';
import { newWebhookSecret, webhookHeaders } from './webhook-signature';

const AT_ONCE = 64;
/** Nobody is flooded by way of the service, however many webhooks lead to one host. */
const AT_ONCE_TO_A_HOST = 8;
const MOST_WAITING = 10_000;

/** What is told of a failure; the rest would show what answers in the network, and what does not. */
const OUTCOME: Partial<Record<DownloadFailure, SendOutcome>> = {
  URL_INVALID: 'not-allowed',
  SCHEME: 'not-allowed',
  CREDENTIALS: 'not-allowed',
  PORT: 'not-allowed',
  ADDRESS_NOT_ALLOWED: 'not-allowed',
  TIMEOUT: 'timeout',
};

type Settings = Pick<Config, 'linkAllowedNetworks' | 'linkNameServers'>;

export class SafeWebhookSender extends WebhookSender {
  private readonly turns = new Semaphore(AT_ONCE, MOST_WAITING);
  private readonly hosts = new KeyedTurns(AT_ONCE_TO_A_HOST);

  constructor(private readonly settings: Settings) {
    super();
  }

  isUrl(text: string): boolean {
    try {
      checkUrl(text);
      return true;
    } catch {
      return false;
    }
  }

  newSecret(): string {
    return newWebhookSecret();
  }

  async send({ url, id, body, secrets }: WebhookMessage, signal = new AbortController().signal): Promise<Delivery> {
    // Waiting for one host does not keep a place from others.
    const leaveHost = await this.hosts.take(new URL(url).hostname, signal);
    try {
      return await this.turns.run(() => this.request({ url, id, body, secrets }, signal), signal);
    } finally {
      leaveHost();
    }
  }

  private async request({ url, id, body, secrets }: WebhookMessage, signal: AbortSignal): Promise<Delivery> {
    const at = new Date();
    const begun = performance.now();
    const ended = (outcome: SendOutcome, status: number | null): Delivery => ({
      outcome,
      at,
      ms: Math.round(performance.now() - begun),
      status,
    });
    try {
      const { status, retryAfterSeconds } = await safeSend(url, {
        body,
        headers: {
          'content-type': 'application/cloudevents+json; charset=utf-8',
          'user-agent': 'acervo',
          ...webhookHeaders({ id, at, body }, secrets),
        },
        allowedNetworks: this.settings.linkAllowedNetworks,
        nameServers: this.settings.linkNameServers,
        signal,
      });
      failpoint('sent');
      const isAccepted = status >= 200 && status < 300;
      return { ...ended(isAccepted ? 'accepted' : 'refused', status), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DownloadError)) throw error;
      return ended(OUTCOME[error.reason] ?? 'unreachable', null);
    }
  }
}
