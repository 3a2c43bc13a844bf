import { Webhook } from 'standardwebhooks';
import { Sealer } from '#application/audit/sealer';
import { WebhookPump } from '#application/webhooks/webhook-pump';
import { IDS, loggedIn, type Api } from './support/api';
import { ArchiveDesk, demoText, edited, summary } from './support/archive-files';
import { describeScene } from './support/describe-service';
import { create } from './support/creates';
import { acervo } from './support/in-process';
import { LOOPBACK, OF_CLIENT, Receiver, registered, WEBHOOKS } from './support/receivers';
import { startService } from './support/service';

const CLIENT = '  - name: Empresa Exemplo\n';
const CHANNEL = 'https://erp.exemplo.com.br/acervo';

describeScene(
  'webhooks in the archive file',
  async () => ArchiveDesk.at(await startService(LOOPBACK)),
  (desk) => {
    let demo: Api;
    let receiver: Receiver;
    let text: string;
    beforeAll(async () => {
      demo = await loggedIn(desk.service.url);
      receiver = await Receiver.open();
      text = await demoText();
    });
    afterAll(() => receiver.close());

    const described = (...webhooks: object[]) => edited(text, [CLIENT, `${CLIENT}    webhooks: ${JSON.stringify(webhooks)}\n`]);
    const listed = async () => (await demo.get(WEBHOOKS, { query: OF_CLIENT })).json.webhooks as Record<string, unknown>[];

    it('are created with a new secret, printed once, that signs deliveries', async () => {
      const described = { url: receiver.url, description: 'ERP', types: ['documento.*'], level: ['Financeiro'], user: 'demo' };
      const { written, plan, secrets } = await desk.apply(
        edited(text, [CLIENT, `${CLIENT}    webhooks: ${JSON.stringify([described])}\n`]),
      );
      expect([written, summary(plan)]).toEqual([true, ['webhooks +1 ~0 -0']]);
      const [webhook] = await listed();
      expect(webhook).toMatchObject({
        url: receiver.url,
        descricao: 'ERP',
        tipos: ['documento.*'],
        idNivel: IDS.finance,
        situacao: 'ativo',
      });
      await create(demo, 'V3');
      await desk.service.app.get(Sealer).settle();
      await desk.service.app.get(WebhookPump).look();
      await desk.service.app.get(WebhookPump).settled();
      const [got] = receiver.got;
      expect(got?.event.type).toBe('documento.criado');
      expect(new Webhook(secrets[0]!.secret).verify(got!.text, got!.headers as Record<string, string>)).toBeDefined();

      const exported = await desk.export();
      expect(exported).toContain(receiver.url);
      expect(exported).not.toContain('whsec_');
      expect(await desk.apply(exported)).toMatchObject({ written: false, secrets: [] });
    });

    it('keep their secret when changed, and stay where the file has no section of webhooks', async () => {
      const [before] = await listed();
      const secret = async () => (await desk.service.database.query('SELECT secret FROM webhook')) as object[];
      const kept = await secret();
      const { plan, secrets } = await desk.apply(described({ url: receiver.url, user: 'demo', types: ['arquivo.*'] }));
      expect([summary(plan), secrets]).toEqual([['webhooks +0 ~1 -0'], []]);
      expect(await listed()).toEqual([{ ...before, descricao: '', tipos: ['arquivo.*'], idNivel: null }]);
      expect(await secret()).toEqual(kept);
      expect((await desk.apply(text)).written).toBe(false);
      expect(await listed()).toHaveLength(1);
    });

    it('are removed if allowed where the file lists others, including those created by the API', async () => {
      await registered(demo, receiver.url);
      const other = described({ url: CHANNEL, user: 'demo' });
      const refused = await desk.refused(other);
      expect(refused.join('\n')).toContain('--allow-remove');
      expect(summary((await desk.apply(other, { allowRemove: true })).plan)).toEqual(['webhooks +1 ~0 -2']);
      expect((await listed()).map(({ url }) => url)).toEqual([CHANNEL]);
    });

    it.each([
      ['an event type that there is not', { types: ['documento.apagado'] }, 'no event has the type "documento.apagado"'],
      ['a level that there is not', { level: ['Nenhum'] }, 'client "Empresa Exemplo" has no level "Nenhum"'],
      [
        'a user that there is not',
        { user: 'ninguem' },
        'its user must be active and may have webhooks, and see the events, of the whole client',
      ],
      ['a user who may not', { user: 'leitor' }, 'its user must be active and may have webhooks, and see the events, of the whole client'],
      [
        'a user of a level alone',
        { user: 'financeiro' },
        'its user must be active and may have webhooks, and see the events, of the whole client',
      ],
      ['an address with a password', { url: 'https://usuario:senha@erp.exemplo.com.br/' }, 'the address must be one that can be called'],
      ['a secret', { secret: 'whsec_YQ==' }, 'unknown property "secret"'],
    ])('are refused with %s', async (_, more, problem) => {
      const lines = await desk.refused(described({ url: CHANNEL, user: 'demo', ...more }), { allowRemove: true });
      expect([lines.length, lines[0]]).toEqual([1, expect.stringContaining(problem)]);
    });

    it('print their secret on the command line', async () => {
      await desk.apply(described(), { allowRemove: true });
      await desk.export();
      const { written } = await desk.apply(described({ url: CHANNEL, user: 'demo' }), { dryRun: true });
      expect(written).toBe(false);
      // The file that the dry run has left.
      const { text: said } = await acervo(desk.service.app, ['apply', desk.path('archive.yaml')]);
      expect(said).toMatch(/^applied\nsecret of webhook https:\/\/erp\.exemplo\.com\.br\/acervo \(shown once\): whsec_[\w+/]{43}=$/m);
    });
  },
);
