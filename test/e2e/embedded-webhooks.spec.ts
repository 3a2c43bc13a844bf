import { Output } from '#src/cli/output';
import { describeService } from './support/describe-service';
import { acervo } from './support/in-process';
import { Deliveries, OF_CLIENT, registered, WEBHOOKS } from './support/receivers';
import { STORAGE } from './support/service';

type Line = { kind: string; url?: string; webhookId?: string | null; event?: { type: string } };

class Heard extends Output {
  readonly lines: Line[] = [];
  private heard: () => void = () => undefined;

  override line(_: string, data: Readonly<Record<string, unknown>>): void {
    this.lines.push(data as never);
    this.heard();
  }

  async until(count: number): Promise<void> {
    while (this.lines.length < count) await new Promise<void>((resolve) => (this.heard = resolve));
  }
}

const describeEmbedded = STORAGE === 'embedded' ? describe : describe.skip;

describeEmbedded('webhooks on one machine', () => {
  describeService('a service for this machine alone', ({ service, demo }) => {
    const stopping = new AbortController();
    afterAll(() => stopping.abort());

    it('sends to webhook listen, which prints what comes and verifies it', async () => {
      const output = new Heard();
      const ended = acervo(service.app, ['webhook', 'listen', '--port', '0'], output, stopping.signal);
      await output.until(1);
      const url = output.lines[0]?.url as string;
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      const { id } = await registered(demo, url, { tipos: ['documento.alterado'] });
      const deliveries = new Deliveries(service);
      await deliveries.happen('ab');
      await deliveries.run();
      await output.until(4);
      expect(output.lines.slice(1).map(({ webhookId, event }) => [webhookId, event?.type])).toEqual([
        [null, 'webhook.teste'],
        [id, 'documento.alterado'],
        [id, 'documento.alterado'],
      ]);
      const forged = JSON.stringify(output.lines[2]?.event);
      const answers = [forged, 'x', forged.padEnd(1_100_000)].map((body) => fetch(url, { method: 'POST', body }));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 400, 400]);
      const taken = acervo(service.app, ['webhook', 'listen', '--port', new URL(url).port], output, stopping.signal);
      await expect(taken).rejects.toThrow(/^cannot listen at port \d+: EADDRINUSE \(--port\)$/);
      stopping.abort();
      expect(await ended).toEqual({ text: '2 events verified, 1 refused', exitCode: 1, data: { verified: 2, refused: 1 } });
      await expect(acervo(service.app, ['webhook', 'listen', '--port', 'x'])).rejects.toThrow(/--port must be a whole number/);
    });
  });

  describeService('a service behind a proxy', { TRUSTED_PROXIES: '1' }, ({ demo }) => {
    it('sends nothing to its own machine', async () => {
      const answer = await demo.post(WEBHOOKS, { query: OF_CLIENT, body: { url: 'http://127.0.0.1:8080/' } });
      expect([answer.status, answer.json.codigo]).toEqual([422, 'WEBHOOK_NAO_CONFIRMADO']);
      expect(answer.text).toMatch(/endereço|permitid/);
    });
  });
});
