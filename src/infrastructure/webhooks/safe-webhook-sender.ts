import { checkUrl, destinationOf, DownloadError, safeSend, type Destination, type DownloadFailure } from '#libs/safe-download';
import { WebhookSender, type WebhookMessage } from '#application/ports/webhooks';
import { Semaphore } from '#application/support/semaphore';
import { busyWith } from '#domain/errors';
import type { Delivery, SendOutcome } from '#domain/webhooks/webhook';
import type { Config } from '#src/config';
import { failpoint } from '../support/failpoints';
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
const AT_ONCE_TO_A_NAME = 8;
/** However many names it has. Receivers of several clients may be behind one address. */
const AT_ONCE_TO_AN_ADDRESS = 24;
/** A name may have addresses of strangers, which count although nobody connects to them: most of their places are left to others. */
const AT_ONCE_OF_A_CLIENT_TO_AN_ADDRESS = 8;
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

/** As it is written, and no name: what a name leads to is its owner's to say. */
const THIS_MACHINE = /^http:\/\/127\.0\.0\.1(?::\d+)?(?:[/?#]|$)/;
const ITS_NETWORK = '127.0.0.1/32';

export class SafeWebhookSender extends WebhookSender {
  private readonly events = placesFor(AT_ONCE, AT_ONCE_OF_A_CLIENT);
  private readonly prompt = placesFor(NOW_AT_ONCE, NOW_AT_ONCE_OF_A_CLIENT);
  private readonly names = new KeyedTurns(AT_ONCE_TO_A_NAME);
  private readonly shares = new KeyedTurns(AT_ONCE_OF_A_CLIENT_TO_AN_ADDRESS);
  private readonly addresses = new KeyedTurns(AT_ONCE_TO_AN_ADDRESS);

  /** @param servesThisMachine nobody else can make webhooks: they may be tried out with a receiver on this machine */
  constructor(
    private readonly settings: Settings,
    private readonly servesThisMachine = false,
  ) {
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

  send(message: WebhookMessage, signal = new AbortController().signal): Promise<Delivery> {
    return this.deliver(message, this.events, (places) => places(signal), signal);
  }

  async sendNow(message: WebhookMessage): Promise<Delivery> {
    const late = AbortSignal.timeout(LONGEST_WAIT_MS);
    const soon: Wait = (places) =>
      places(late).catch((error: unknown) => {
        throw late.aborted ? busyWith('turns') : error;
      });
    return this.deliver(message, this.prompt, soon, new AbortController().signal);
  }

  /** Waiting for one's own places, for one name or one address keeps no place from others. */
  private async deliver(message: WebhookMessage, { all, clients }: Places, wait: Wait, signal: AbortSignal): Promise<Delivery> {
    const left: (() => void)[] = [];
    const take = async (place: (until: AbortSignal) => Promise<() => void>) => void left.push(await wait(place));
    try {
      await take((until) => clients.take(message.clientId, until));
      await take((until) => this.names.take(new URL(message.url).hostname, until));
      const lookedUp = beginning();
      const destination = await this.outcome(lookedUp, signal, () => destinationOf(message.url, { ...this.allowed(message), signal }));
      if ('outcome' in destination) return destination;
      // In one order, so that two of them do not wait for each other.
      const addresses = [...new Set(destination.target.addresses.map(({ address }) => address))].sort();
      for (const address of addresses) await take((until) => this.shares.take(`${message.clientId} ${address}`, until));
      for (const address of addresses) await take((until) => this.addresses.take(address, until));
      await take((until) => all.take(until));
      const begun = beginning();
      return await this.outcome(begun, signal, () => this.request(destination, message, begun, signal));
    } finally {
      left.forEach((leave) => leave());
    }
  }

  private async request(to: Destination, message: WebhookMessage, begun: Beginning, signal: AbortSignal): Promise<Delivery> {
    const { id, body, secrets } = message;
    const { status, retryAfterSeconds } = await safeSend(to, {
      body,
      headers: {
        'content-type': 'application/cloudevents+json; charset=utf-8',
        'user-agent': 'acervo',
        ...webhookHeaders({ id, at: begun.at, body }, secrets),
      },
      ...this.allowed(message),
      signal,
    });
    failpoint('sent');
    const isAccepted = status >= 200 && status < 300;
    return {
      ...ended(begun, isAccepted ? 'accepted' : 'refused', status),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }

  /** What is wrong with the other side is an outcome, too. */
  private async outcome<T>(begun: Beginning, signal: AbortSignal, work: () => Promise<T>): Promise<T | Delivery> {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DownloadError)) throw error;
      return ended(begun, OUTCOME[error.reason] ?? 'unreachable', null);
    }
  }

  private allowed({ url }: WebhookMessage) {
    const { linkAllowedNetworks: opened, linkNameServers: nameServers } = this.settings;
    return { allowedNetworks: this.servesThisMachine && THIS_MACHINE.test(url) ? [...opened, ITS_NETWORK] : opened, nameServers };
  }
}

type Wait = (place: (until: AbortSignal) => Promise<() => void>) => Promise<() => void>;

interface Beginning {
  at: Date;
  clock: number;
}

const beginning = (): Beginning => ({ at: new Date(), clock: performance.now() });

const ended = ({ at, clock }: Beginning, outcome: SendOutcome, status: number | null): Delivery => ({
  outcome,
  at,
  ms: Math.round(performance.now() - clock),
  status,
});
