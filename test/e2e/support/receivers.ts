import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { Sealer } from '#application/audit/sealer';
import { newId } from '#application/support/ids';
import { AuditTrail, type NewEvent } from '#application/ports/audit-trail';
import { WebhookPump } from '#application/webhooks/webhook-pump';
import { NOBODY_ID } from '#domain/access/actor';
import type { AuditSubject } from '#domain/audit/audit-event';
import { IDS, type Api } from './api';
import type { Service } from './service';

export const LOOPBACK = { LINK_ALLOWED_NETWORKS: '127.0.0.1/32' };
export const WEBHOOKS = '/api/Webhook';
export const OF_CLIENT = { idCliente: IDS.client };

/** A message as it arrived. */
export interface Got {
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed event. */
  event: { id: string; type: string; subject?: string; posicao?: number; data: Record<string, unknown> };
}

type Answering = (got: Got, response: ServerResponse) => void;

const accept: Answering = (_, response) => response.writeHead(204).end();

/** A program on loopback that gets events; it answers 204 unless told otherwise. */
export class Receiver {
  readonly got: Got[] = [];
  answering: Answering = accept;
  private readonly server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      const got = { headers: request.headers, text, event: JSON.parse(text) as Got['event'] };
      // Answered as it was set when it arrived.
      this.got.push(got);
      this.answering(got, response);
    });
  });

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    // A scene that is only dropped ends, too.
    receiver.server.unref();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/acervo`;
  }

  /** Of events, not of tests. */
  get events(): Got['event'][] {
    return this.got.map(({ event }) => event).filter(({ type }) => type !== 'webhook.teste');
  }

  get positions(): number[] {
    return this.events.map(({ posicao }) => posicao as number);
  }

  answers(status: number, headers: Record<string, string> = {}, when: (got: Got) => boolean = () => true): void {
    this.answering = (got, response) => (when(got) ? response.writeHead(status, headers).end() : accept(got, response));
  }

  accepts(): void {
    this.answering = accept;
  }

  forget(): void {
    this.got.length = 0;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** The service with what happens in it, as the background would have it. */
export class Deliveries {
  constructor(private readonly service: Service) {}

  /** Seals what was committed and sends until nothing is left to do now. */
  async run(): Promise<void> {
    const pump = this.service.app.get(WebhookPump);
    await this.service.app.get(Sealer).settle();
    await pump.look();
    await pump.settled();
  }

  /** Lets the waits of all retries go by. */
  async later(): Promise<void> {
    const database = this.service.app.get(DataSource);
    await database.query('UPDATE webhook SET retry_at = 1 WHERE retry_at IS NOT NULL');
    await database.query('UPDATE webhook_parked SET retry_at = 1');
    await this.run();
  }

  /** Events of documents, in this order: `a`, `b`, … stand for one document each. */
  async happen(things: string, more: AuditSubject = {}): Promise<void> {
    const author = { userId: NOBODY_ID, origin: { address: 'test', requestId: newId() } };
    const events = [...things].map((thing): NewEvent => {
      return { author, at: new Date(), action: 'document.update', subject: { documentId: documentOf(thing), ...more } };
    });
    await this.service.app.get(AuditTrail).recordAll(IDS.client, events);
    await this.service.app.get(Sealer).settle();
  }

  async parked(): Promise<{ position: number; tries: number }[]> {
    const rows = (await this.service.database.query('SELECT position, tries FROM webhook_parked ORDER BY position')) as object[];
    return rows.map((row) => ({
      position: Number((row as { position: string }).position),
      tries: Number((row as { tries: string }).tries),
    }));
  }
}

export const documentOf = (letter: string) => `00000000-0000-4000-8000-0000000000${letter.charCodeAt(0).toString(16)}`;

export const isOf = (letter: string) => (got: { event: { data: Record<string, unknown> } }) =>
  got.event.data['idDocumento'] === documentOf(letter);

/** The webhooks of the demo client, as its user sees them. */
export class Webhooks {
  constructor(private readonly api: Api) {}

  async listed(): Promise<Record<string, unknown>[]> {
    return (await this.api.get(WEBHOOKS, { query: OF_CLIENT })).json.webhooks as Record<string, unknown>[];
  }

  /** Of the only one. */
  async state(): Promise<Record<string, unknown>> {
    return (await this.listed())[0] as Record<string, unknown>;
  }

  /** The position of the newest event. */
  async end(): Promise<number> {
    return (await this.api.get(WEBHOOKS, { query: OF_CLIENT })).json.fim as number;
  }

  /** Registers one that has not been sent anything but its test. */
  async begin(receiver: Receiver, more: object = {}): Promise<{ id: string; from: number }> {
    const { id } = await registered(this.api, receiver.url, more);
    receiver.forget();
    return { id, from: await this.end() };
  }

  async log(id: string, query: object = {}): Promise<{ entregas: Record<string, unknown>[]; proximo: number | null }> {
    return (await this.api.get(`${WEBHOOKS}/${id}/Entregas`, { query: { ...OF_CLIENT, ...query } })).json as never;
  }

  async close(receiver: Receiver): Promise<void> {
    for (const { idWebhook } of await this.listed()) await this.api.delete(`${WEBHOOKS}/${String(idWebhook)}`, { query: OF_CLIENT });
    receiver.close();
  }
}

/** Registers a webhook; answers it with its secret. */
export async function registered(api: Api, url: string, more: object = {}): Promise<{ id: string; secret: string }> {
  const { status, text, json } = await api.post(WEBHOOKS, { query: OF_CLIENT, body: { url, ...more } });
  if (status !== 201) throw new Error(`${status} ${text}`);
  return { id: json.idWebhook as string, secret: json.segredo as string };
}
