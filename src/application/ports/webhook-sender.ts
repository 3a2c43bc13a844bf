import type { Delivery } from '#domain/webhooks/webhook';

export interface WebhookMessage {
  clientId: string;
  url: string;
  /** The same for each try; without a dot. */
  id: string;
  body: Uint8Array;
  secrets: readonly string[];
}

/** Sends to addresses that strangers chose. */
export abstract class WebhookSender {
  /** Whether the text may be an address at all; whether it may be connected to is found out with each message. */
  abstract isUrl(text: string): boolean;
  abstract newSecret(): string;
  /** Waits for its turn. Rejects only when the signal aborts. */
  abstract send(message: WebhookMessage, signal?: AbortSignal): Promise<Delivery>;
  /** The same for a caller who waits: never behind events; refused as BUSY when there is no place soon. */
  abstract sendNow(message: WebhookMessage): Promise<Delivery>;
}
