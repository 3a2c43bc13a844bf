import { checkUrl, DownloadError, safeSend, type DownloadFailure } from '#libs/safe-download';
import { WebhookSender, type WebhookMessage } from '#application/ports/webhook-sender';
import { Semaphore } from '#application/semaphore';
import { busyWith } from '#domain/errors';
import type { Delivery, SendOutcome } from '#domain/webhooks/webhook';
import type { Config } from '#src/config';
import { failpoint } from '../failpoints';
import { KeyedTurns } from '../remote-files/keyed-turns';
import { newWebhookSecret, webhookHeaders } from './webhook-signature';

const AT_ONCE = 64;
/** Slow receivers of one client leave places to the others. */
const AT_ONCE_OF_A_CLIENT = 16;
/** Of requests that a caller waits for, which have places of their own. */
const NOW_AT_ONCE = 16;
const NOW_AT_ONCE_OF_A_CLIENT = 2;
const LONGEST_WAIT_MS = 5000;
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

interface Places {
  all: Semaphore;
  clients: KeyedTurns;
}

const placesFor = (all: number, ofAClient: number): Places => ({
  all: new Semaphore(all, MOST_WAITING),
  clients: new KeyedTurns(ofAClient),
});

type Settings = Pick<Config, 'linkAllowedNetworks' | 'linkNameServers'>;

export class SafeWebhookSender extends WebhookSender {
  private readonly events = placesFor(AT_ONCE, AT_ONCE_OF_A_CLIENT);
  private readonly prompt = placesFor(NOW_AT_ONCE, NOW_AT_ONCE_OF_A_CLIENT);
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

  async send(message: WebhookMessage, signal = new AbortController().signal): Promise<Delivery> {
    const leave = await this.place(this.events, message, signal);
    try {
      return await this.request(message, signal);
    } finally {
      leave();
    }
  }

  async sendNow(message: WebhookMessage): Promise<Delivery> {
    const late = AbortSignal.timeout(LONGEST_WAIT_MS);
    const leave = await this.place(this.prompt, message, late).catch((error: unknown) => {
      throw late.aborted ? busyWith('turns') : error;
    });
    try {
      return await this.request(message, new AbortController().signal);
    } finally {
      leave();
    }
  }

  /** Waiting for one's own places or for one host keeps no place from others. */
  private async place(places: Places, { clientId, url }: WebhookMessage, signal: AbortSignal): Promise<() => void> {
    const left: (() => void)[] = [];
    const leave = () => left.splice(0).forEach((each) => each());
    try {
      left.push(await places.clients.take(clientId, signal));
      left.push(await this.hosts.take(new URL(url).hostname, signal));
      left.push(await places.all.take(signal));
      return leave;
    } catch (error) {
      leave();
      throw error;
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
