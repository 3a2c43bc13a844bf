import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { WebhookQueue, Webhooks, type ListedWebhook } from '#application/ports/webhooks';
import { TEST_TYPE } from '#application/webhooks/webhook-proof';
import { WebhookRights } from '#application/webhooks/webhook-rights';
import { isGenuine } from '#infrastructure/webhooks/webhook-signature';
import { t } from '#src/terminal/language';
import { UsageError } from '#src/terminal/usage-error';
import type { Work } from './command-run';
import type { Output } from './output';

const HOST = '127.0.0.1';
const MOST_PORT = 65_535;
/** Events name things, and have none of their contents. */
const MOST_BYTES = 1_000_000;

interface Event {
  type: string;
  posicao?: number;
  subject?: string;
  data?: unknown;
}

/** A receiver for trials: it prints each event, and whether a webhook of this archive has signed it. */
class Listener {
  readonly counts = { verified: 0, refused: 0 };

  constructor(
    private readonly app: INestApplicationContext,
    private readonly output: Output,
  ) {}

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = await this.receive(request).catch(() => 400);
    // Nothing but messages of webhooks is looked at.
    response.writeHead(status, { connection: 'close' }).end();
  }

  private async receive(request: IncomingMessage): Promise<number> {
    const body = await bodyOf(request);
    const event = JSON.parse(body.toString('utf8')) as Event;
    const webhook = await this.signer(request.headers, body);
    // The first one comes before the webhook is registered.
    const isTest = event.type === TEST_TYPE;
    if (webhook) this.counts.verified++;
    else if (!isTest) this.counts.refused++;
    const found = webhook
      ? t('verified', 'verificado')
      : isTest
        ? t('not registered yet', 'ainda não registrado')
        : t('REFUSED', 'RECUSADO');
    const place = event.posicao === undefined ? '' : `  ${event.posicao}`;
    this.output.line(`${found}${place}  ${event.type}  ${event.subject ?? ''}  ${JSON.stringify(event.data)}`, {
      kind: 'event',
      webhookId: webhook?.id ?? null,
      event,
    });
    return webhook || isTest ? 204 : 401;
  }

  private async signer(headers: IncomingMessage['headers'], body: Buffer): Promise<ListedWebhook | undefined> {
    const [clientId] = String(headers['webhook-id']).split(':');
    const now = this.app.get(Clock).now();
    for (const webhook of await this.app.get(WebhookQueue).listed()) {
      if (webhook.clientId !== clientId) continue;
      const scope = await this.app.get(WebhookRights).scopeOf(webhook);
      const secrets = scope ? await this.app.get(Webhooks).secrets(scope, webhook.id, now) : [];
      if (isGenuine(headers, body, secrets, now)) return webhook;
    }
    return undefined;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MOST_BYTES) throw new Error('more than any event has');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** `webhook listen`: until it is stopped; exit code 1 when something came that no webhook of this archive had signed. */
export const listen =
  (typed: string): Work =>
  async (app, output, stopped) => {
    const port = /^\d{1,5}$/.test(typed) ? Number(typed) : NaN;
    if (!(port <= MOST_PORT))
      throw new UsageError(
        t(`--port must be a whole number from 0 to ${MOST_PORT}`, `--port deve ser um número inteiro de 0 a ${MOST_PORT}`),
      );
    const listener = new Listener(app, output);
    const server = createServer((request, response) => void listener.answer(request, response));
    server.listen(port, HOST);
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(
        t(`cannot listen at port ${port}: ${error.code} (--port)`, `não é possível escutar na porta ${port}: ${error.code} (--port)`),
      );
    });
    const url = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
    const said = t(
      `listening at ${url}: register this address as a webhook (POST /api/Webhook); Ctrl+C ends`,
      `escutando em ${url}: registre este endereço como webhook (POST /api/Webhook); Ctrl+C encerra`,
    );
    output.line(said, { kind: 'listening', url });
    if (!stopped.aborted) await once(stopped, 'abort');
    server.close();
    server.closeAllConnections();
    const { verified, refused } = listener.counts;
    const text = t(`${verified} events verified, ${refused} refused`, `${verified} eventos verificados, ${refused} recusados`);
    return { text, exitCode: refused > 0 ? 1 : 0, data: { ...listener.counts } };
  };
