import { DataSource } from 'typeorm';
import { eventsOf } from './support/audited';
import { describeService } from './support/describe-service';
import { Deliveries, documentOf, LOOPBACK, OF_CLIENT, Receiver, registered, Webhooks, WEBHOOKS } from './support/receivers';

describeService('webhooks whose receivers fail', LOOPBACK, ({ service, demo }) => {
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
  const resume = (id: string, modo: string) => demo.post(`${WEBHOOKS}/${id}/Retomada`, { query: OF_CLIENT, body: { modo } });

  it('pause after five consecutive failures, write nothing, probe, and continue when the receiver is back', async () => {
    const { id, from } = await begin();
    receiver.answers(503);
    await deliveries.happen('abcdefghijklmnop');
    await deliveries.run();
    expect(await state()).toMatchObject({ situacao: 'em_pausa', falhas: 5, falhaDesde: expect.any(String) });
    // Those under way when it paused may have arrived, too.
    expect(receiver.events.length).toBeLessThanOrEqual(8);
    const rows = (await deliveries.parked()).length;
    await deliveries.happen('abcdefgh'.repeat(50));
    const before = receiver.events.length;
    await deliveries.run();
    expect(receiver.events.length).toBe(before);
    await deliveries.later();
    expect(receiver.events.length).toBe(before + 1);
    expect(await state()).toMatchObject({ situacao: 'em_pausa', falhas: 6 });
    expect((await deliveries.parked()).length).toBe(rows);
    receiver.accepts();
    await deliveries.later();
    expect(await state()).toMatchObject({ situacao: 'ativo', falhas: 0, falhaDesde: null, proximaTentativa: null, posicao: from + 417 });
    expect(await deliveries.parked()).toEqual([]);
    const accepted = (await log(id, { limite: 500 })).entregas.filter(({ resultado }) => resultado === 'aceito');
    expect(new Set(accepted.map(({ posicao }) => posicao)).size).toBe(416);
  });

  it('wait as long as the receiver requests', async () => {
    await begin();
    receiver.answers(429, { 'retry-after': '1800' });
    await deliveries.happen('abcdefgh');
    await deliveries.run();
    const wait = Date.parse((await state())['proximaTentativa'] as string) - Date.now();
    expect(wait / 60_000).toBeGreaterThan(25);
  });

  it('stop after three days without success, and lose nothing when resumed', async () => {
    const { id, from } = await begin();
    receiver.answers(500);
    await deliveries.happen('abcdefgh');
    await deliveries.run();
    await service.database.query('UPDATE webhook SET failures = 34');
    await deliveries.later();
    expect(await state()).toMatchObject({ situacao: 'desativado', motivo: 'tres_dias_sem_sucesso', proximaTentativa: null });
    const { eventos } = await eventsOf(demo, { acao: 'webhook.desativar' });
    expect(eventos[0]).toMatchObject({ origem: 'service', objeto: { webhookId: id, why: 'failing' } });
    receiver.accepts();
    receiver.forget();
    await deliveries.later();
    expect(receiver.events).toEqual([]);
    expect((await resume(id, 'continuar')).json).toMatchObject({ situacao: 'ativo', motivo: null, falhas: 0 });
    await deliveries.run();
    expect([...new Set(receiver.positions)].filter((position) => position <= from + 9).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 8 }, (_, index) => from + 2 + index),
    );
  });

  it('stop at once after 410, and skip later events on request', async () => {
    const { id } = await begin();
    receiver.answers(410);
    await deliveries.happen('abc');
    await deliveries.run();
    expect(await state()).toMatchObject({ situacao: 'desativado', motivo: 'recusado_410' });
    receiver.accepts();
    await deliveries.happen('def');
    receiver.forget();
    await resume(id, 'pular');
    await deliveries.happen('g');
    await deliveries.run();
    expect(receiver.events.map(({ data }) => data['idDocumento'])).toEqual([documentOf('g')]);
    expect(await deliveries.parked()).toEqual([]);
  });

  it('W4 stop when their author loses the permission', async () => {
    await begin();
    const { database } = service;
    const [{ actor_id: author }] = (await database.query('SELECT actor_id FROM webhook')) as [{ actor_id: string }];
    await deliveries.happen('ab');
    await database.query(`UPDATE user_account SET active = 0 WHERE id = '${author}'`);
    await deliveries.run();
    await database.query(`UPDATE user_account SET active = 1 WHERE id = '${author}'`);
    expect(receiver.events).toEqual([]);
    expect(await state()).toMatchObject({ situacao: 'desativado', motivo: 'sem_permissao' });
  });

  it('stop while events are sent when their author loses the permission', async () => {
    await begin();
    const { database } = service;
    const [{ actor_id: author }] = (await database.query('SELECT actor_id FROM webhook')) as [{ actor_id: string }];
    await deliveries.happen('abcdefgh'.repeat(60));
    receiver.answering = (_, response) => {
      receiver.accepts();
      void database.query(`UPDATE user_account SET active = 0 WHERE id = '${author}'`).then(() => response.writeHead(204).end());
    };
    await deliveries.run();
    await database.query(`UPDATE user_account SET active = 1 WHERE id = '${author}'`);
    expect(receiver.events.length).toBeLessThan(300);
    expect(await state()).toMatchObject({ situacao: 'desativado', motivo: 'sem_permissao' });
  });

  it('with a secret that cannot be read are disabled, and keep no others from their events', async () => {
    const { id } = await begin();
    const other = await Receiver.open();
    const { id: working } = await registered(demo, other.url);
    other.forget();
    const { database } = service;
    // As after a change of LINK_SECRET; of the other one only the former secret is from before.
    await database.query(`UPDATE webhook SET secret = 'x' WHERE id = '${id}'`);
    await database.query(`UPDATE webhook SET previous_secret = 'x', previous_until = ${Date.now() + 60_000} WHERE id = '${working}'`);
    await deliveries.happen('ab');
    await deliveries.run();
    expect(receiver.events).toEqual([]);
    expect(other.events.filter(({ type }) => type === 'documento.alterado').length).toBe(2);
    const { json } = await demo.get(WEBHOOKS, { query: OF_CLIENT });
    const states = new Map(json.webhooks.map((each: Record<string, unknown>) => [each['idWebhook'], [each['situacao'], each['motivo']]]));
    expect([states.get(id), states.get(working)]).toEqual([
      ['desativado', 'segredo_ilegivel'],
      ['ativo', null],
    ]);
    const test = () => demo.post(`${WEBHOOKS}/${id}/Teste`, { query: OF_CLIENT });
    expect(await test()).toMatchObject({ status: 422, json: { codigo: 'SEGREDO_ILEGIVEL' } });
    await demo.post(`${WEBHOOKS}/${id}/Segredo`, { query: OF_CLIENT, body: { forcar: true } });
    expect((await test()).json).toMatchObject({ resultado: 'aceito' });
    await resume(id, 'continuar');
    await deliveries.run();
    expect(receiver.events.filter(({ type }) => type === 'documento.alterado').length).toBe(2);
    other.close();
  });

  it('need no rows while they wait, for any number of events', async () => {
    await begin();
    receiver.answers(500);
    await deliveries.happen('abcdefgh');
    await deliveries.run();
    const count = async () => {
      const [rows] = (await service.app
        .get(DataSource)
        .query('SELECT (SELECT COUNT(*) FROM webhook_parked) AS parked, (SELECT COUNT(*) FROM webhook_attempt) AS attempts')) as [
        { parked: number; attempts: number },
      ];
      return [Number(rows.parked), Number(rows.attempts)];
    };
    const [parked, attempts] = (await count()) as [number, number];
    for (let turn = 0; turn < 10; turn++) await deliveries.happen('abcdefgh'.repeat(60));
    await deliveries.run();
    const [parkedNow, attemptsNow] = (await count()) as [number, number];
    expect(parkedNow).toBe(parked);
    // A probe each five seconds, on a slow machine.
    expect(attemptsNow - attempts).toBeLessThan(50);
    expect(parked).toBeLessThanOrEqual(8);
  });
});
