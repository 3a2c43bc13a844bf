import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { IDS } from './support/api';
import { describeService } from './support/describe-service';
import { Deliveries, documentOf, LOOPBACK, OF_CLIENT, registered, WEBHOOKS } from './support/receivers';

const EXAMPLES = join(__dirname, '../../docs/examples');
type Program = [program: string, script: string];
const RECEIVERS: Program[] = [[process.execPath, 'receive-webhooks.mjs']];
if (spawnSync('python3', ['--version']).status === 0) RECEIVERS.push(['python3', 'receive_webhooks.py']);
else console.error('NOT RUN: the receiver in Python, because there is no python3');

/** The example of the guide, with what it says. */
async function started(
  [program, script]: Program,
  port: number,
  secret?: string,
): Promise<{ child: ChildProcess; port: number; line(): Promise<string> }> {
  const { WEBHOOK_SECRET: _none, ...environment } = process.env;
  const child = spawn(program, [join(EXAMPLES, script), String(port)], {
    env: { ...environment, ...(secret !== undefined && { WEBHOOK_SECRET: secret }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! });
  const each = lines[Symbol.asyncIterator]();
  const line = async () => (await each.next()).value as string;
  return { child, port: Number(/listening on (\d+)/.exec(await line())![1]), line };
}

describeService('the receiver of the guide', LOOPBACK, ({ service, demo }) => {
  it.each(RECEIVERS)('W2 confirms itself, then accepts only genuine events, each once: %s %s', async (...program) => {
    const first = await started(program, 0);
    const url = `http://127.0.0.1:${first.port}/acervo`;
    const { id, secret } = await registered(demo, url, { tipos: ['documento.*'] });
    first.child.kill();
    await once(first.child, 'exit');
    const second = await started(program, first.port, secret);
    try {
      const deliveries = new Deliveries(service);
      await deliveries.happen('ab');
      await deliveries.run();
      expect([await second.line(), await second.line()].sort()).toEqual(
        ['a', 'b'].map((letter) => expect.stringMatching(`"idDocumento": ?"${documentOf(letter)}"`)),
      );
      const { json } = await demo.get(WEBHOOKS, { query: OF_CLIENT });
      const position = json.webhooks[0].posicao as number;
      // The same once more is accepted, and not taken again; what nobody signed is neither.
      await demo.post(`${WEBHOOKS}/${id}/Reenvio`, { query: OF_CLIENT, body: { de: position, ate: position } });
      await deliveries.run();
      const forged = await fetch(url, {
        method: 'POST',
        headers: {
          'webhook-id': `${IDS.client}:9`,
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': 'v1,YQ==',
        },
        body: JSON.stringify({ type: 'documento.criado', posicao: 9, data: {} }),
      });
      expect(forged.status).toBe(401);
      await deliveries.happen('c');
      await deliveries.run();
      expect(await second.line()).toContain(documentOf('c'));
      const { entregas } = (await demo.get(`${WEBHOOKS}/${id}/Entregas`, { query: OF_CLIENT })).json;
      expect(entregas.map(({ resultado }: { resultado: string }) => resultado)).toEqual(Array(4).fill('aceito'));
    } finally {
      second.child.kill();
      await demo.delete(`${WEBHOOKS}/${id}`, { query: OF_CLIENT });
    }
  });
});
