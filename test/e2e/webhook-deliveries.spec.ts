import { WebhookPump } from '#application/webhooks/webhook-pump';
import { dataProblems } from '../support/event-schemas';
import { until } from '../support/until';
import { IDS } from './support/api';
import { eventsOf } from './support/audited';
import { describeService } from './support/describe-service';
import { filed } from './support/reading';
import { Deliveries, documentOf, isOf, LOOPBACK, OF_CLIENT, Receiver, registered, Webhooks, WEBHOOKS } from './support/receivers';
import { addProfile, grant, userWith } from './support/users';

describeService('deliveries to webhooks', LOOPBACK, ({ service, demo }) => {
  let receiver: Receiver;
  const deliveries = new Deliveries(service);
  const hooks = new Webhooks(demo);
  beforeEach(async () => void (receiver = await Receiver.open()));
  afterEach(() => hooks.close(receiver));

  const begin = async (more: object = {}) => {
    await deliveries.happen('z');
    return hooks.begin(receiver, more);
  };
  const state = () => hooks.state();
  const log = (id: string, query: object = {}) => hooks.log(id, query);
  const replay = (id: string, body: object) => demo.post(`${WEBHOOKS}/${id}/Reenvio`, { query: OF_CLIENT, body });

  it('contain the events of the feed, once', async () => {
    const { id, from } = await begin();
    const document = await filed(demo);
    await deliveries.run();
    await deliveries.run();
    const mine = receiver.events.filter(({ data }) => data['idDocumento'] === document.id);
    expect(mine).toEqual([
      {
        specversion: '1.0',
        id: expect.any(String),
        source: `/clientes/${IDS.client}`,
        type: 'documento.criado',
        subject: `documentos/${document.id}`,
        time: expect.any(String),
        datacontenttype: 'application/json',
        posicao: expect.any(Number),
        data: expect.objectContaining({ idDocumento: document.id }),
      },
    ]);
    expect(receiver.events.flatMap(dataProblems)).toEqual([]);
    // The webhook's own making comes after its beginning, and is not told to itself.
    expect(receiver.positions).toEqual([from + 2]);
    expect(receiver.got[0]!.headers['webhook-id']).toBe(`${IDS.client}:${from + 2}`);
    expect(await state()).toMatchObject({ situacao: 'ativo', posicao: from + 2 });
    const { entregas } = await log(id);
    expect(entregas).toEqual([
      {
        resultado: 'aceito',
        status: 204,
        duracaoMs: expect.any(Number),
        dataHora: expect.any(String),
        posicao: from + 2,
        tentativa: 1,
        reenvio: false,
        desistencia: false,
      },
    ]);
  });

  it('are filtered by type and by level', async () => {
    await begin({ tipos: ['arquivo.*', 'lista.criada'].slice(0, 1) });
    await deliveries.happen('abc');
    await deliveries.run();
    expect(receiver.events).toEqual([]);
    const { id } = await registered(demo, receiver.url, { idNivel: IDS.finance });
    await deliveries.happen('a', { levelId: IDS.invoices });
    await deliveries.happen('b', { levelId: IDS.staff });
    await deliveries.happen('c');
    receiver.forget();
    await deliveries.run();
    expect(receiver.events.map(({ data }) => data['idDocumento'])).toEqual([documentOf('a')]);
    expect((await log(id)).entregas).toHaveLength(1);
  });

  it('keep the order of each subject, despite failures', async () => {
    const { from } = await begin();
    let count = 0;
    receiver.answering = (_, response) => response.writeHead(++count % 3 === 0 ? 500 : 200).end();
    await deliveries.happen('abcdabcdabcdabcdabcdabcd');
    await deliveries.run();
    for (let turn = 0; turn < 20 && ((await deliveries.parked()).length > 0 || (await state())['posicao'] !== from + 25); turn++)
      await deliveries.later();
    expect(await deliveries.parked()).toEqual([]);
    const all = receiver.events.map(({ data, posicao }) => [data['idDocumento'], posicao as number] as const);
    for (const letter of 'abcd') {
      const positions = all.filter(([document]) => document === documentOf(letter)).map(([, position]) => position);
      expect([...positions].sort((a, b) => a - b)).toEqual(positions);
      expect(new Set(positions).size).toBe(6);
    }
  });

  it('park a refused event, with later ones of the same subject', async () => {
    const { id, from } = await begin();
    receiver.answers(422, {}, isOf('b'));
    await deliveries.happen('abcabcabc');
    await deliveries.run();
    const of = (letter: string) => receiver.events.filter(({ data }) => data['idDocumento'] === documentOf(letter)).length;
    expect(['a', 'b', 'c'].map(of)).toEqual([3, 1, 3]);
    expect(await state()).toMatchObject({ situacao: 'ativo', posicao: from + 10, proximaTentativa: expect.any(String) });
    const [first, ...behind] = await deliveries.parked();
    expect([first!.tries, behind.map(({ tries }) => tries)]).toEqual([1, [0, 0]]);
    await deliveries.later();
    expect((await deliveries.parked()).map(({ tries }) => tries)).toEqual([2, 0, 0]);
    receiver.accepts();
    await deliveries.later();
    expect(await deliveries.parked()).toEqual([]);
    expect(receiver.events.filter(({ data }) => data['idDocumento'] === documentOf('b')).map(({ posicao }) => posicao! - from)).toEqual([
      3, 3, 3, 6, 9,
    ]);
    expect((await log(id, { limite: 3 })).entregas.map(({ posicao, tentativa }) => [posicao, tentativa])).toEqual([
      [from + 9, 1],
      [from + 6, 1],
      [from + 3, 3],
    ]);
  });

  it('give an event up after thirty tries, without blocking others; it can be sent again', async () => {
    const { id, from } = await begin();
    receiver.answers(422, {}, isOf('b'));
    await deliveries.happen('b');
    await deliveries.run();
    await service.database.query('UPDATE webhook_parked SET tries = 29');
    await deliveries.happen('a');
    await deliveries.run();
    await deliveries.later();
    expect(await deliveries.parked()).toEqual([]);
    expect((await log(id)).entregas[0]).toMatchObject({ posicao: from + 2, tentativa: 30, desistencia: true, status: 422 });
    receiver.accepts();
    receiver.forget();
    expect((await replay(id, { de: from + 2, ate: from + 2 })).json).toEqual({ eventos: 1 });
    await deliveries.run();
    expect(receiver.positions).toEqual([from + 2]);
    expect((await log(id)).entregas[0]).toMatchObject({ posicao: from + 2, reenvio: true, resultado: 'aceito' });
  });

  it('W3 follow no redirects, and read no endless answers', async () => {
    const { id } = await begin();
    receiver.answers(307, { location: `${receiver.url}/outro` });
    await deliveries.happen('a');
    await deliveries.run();
    expect(receiver.events).toHaveLength(1);
    expect((await log(id)).entregas[0]).toMatchObject({ resultado: 'recusado', status: 307 });
    let written = 0;
    receiver.answering = (_, response) => {
      response.writeHead(200);
      const more = () => {
        if (response.destroyed) return;
        written += 65_536;
        response.write(Buffer.alloc(65_536), more);
      };
      more();
    };
    await deliveries.later();
    expect((await log(id)).entregas[0]).toMatchObject({ resultado: 'aceito', status: 200, tentativa: 2 });
    expect(written).toBeLessThan(100 << 20);
  });

  it('are not delayed by slow receivers of others', async () => {
    await begin();
    const quick = await Receiver.open();
    try {
      await registered(demo, quick.url);
      receiver.answering = () => undefined;
      await deliveries.happen('abcd');
      const pump = service.app.get(WebhookPump);
      await pump.look();
      await until(
        () => quick.events.length,
        (count) => count >= 4,
      );
      expect(receiver.events.length).toBeGreaterThan(0);
      receiver.answering = (_, response) => response.writeHead(204).end();
    } finally {
      receiver.close();
      await service.app.get(WebhookPump).settled();
      quick.close();
    }
  });

  it('are sent again by range, in parallel with others', async () => {
    const { id, from } = await begin();
    await deliveries.happen('abcdef');
    await deliveries.run();
    receiver.forget();
    expect((await replay(id, { de: from + 3, ate: from + 5 })).json).toEqual({ eventos: 3 });
    expect((await replay(id, { de: from + 900, ate: from + 905 })).json).toEqual({ eventos: 0 });
    await deliveries.happen('a');
    await deliveries.run();
    expect([...receiver.positions].sort((a, b) => a - b)).toEqual([from + 3, from + 4, from + 5, from + 9]);
    const { eventos } = await eventsOf(demo, { acao: 'webhook.reenviar' });
    expect(eventos[0]).toMatchObject({ objeto: { webhookId: id, events: 3, from: from + 3, upTo: from + 5 } });
  });

  it('keep their author when another user has events sent again, and get another one who resumes them', async () => {
    const { id, from } = await begin();
    const author = async () => ((await service.database.query('SELECT actor_id FROM webhook')) as [{ actor_id: string }])[0].actor_id;
    await deliveries.happen('a');
    await deliveries.run();
    const first = await author();
    const { api, id: other } = await userWith(demo, [grant(await addProfile(service, 'Webhooks', ['webhook:manage', 'event:view']))]);
    expect((await api.post(`${WEBHOOKS}/${id}/Reenvio`, { query: OF_CLIENT, body: { de: from + 1, ate: from + 3 } })).json).toEqual({
      eventos: 1,
    });
    expect(await author()).toBe(first);
    await api.post(`${WEBHOOKS}/${id}/Retomada`, { query: OF_CLIENT, body: { modo: 'continuar' } });
    expect(await author()).toBe(other);
    const { eventos } = await eventsOf(demo, { acao: 'webhook.retomar' });
    expect(eventos[0]).toMatchObject({ idUsuario: other, objeto: { webhookId: id } });
    expect((await replay(id, { de: 5, ate: 4 })).status).toBe(400);
    expect((await replay(id, { de: 1, ate: 1001 })).status).toBe(400);
  });
});
