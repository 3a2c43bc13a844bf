import type { INestApplication } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { SealedEvents } from '#application/ports/sealed-events';
import { type HeldWebhook, type Saving, WebhookQueue, WebhookSender } from '#application/ports/webhooks';
import { TimeZone } from '#application/support/time-zone';
import { WebhookPump } from '#application/webhooks/webhook-pump';
import { WebhookRights } from '#application/webhooks/webhook-rights';
import { begin as beginWork } from '#src/background/background-work';
import { DeliverInBackground } from '#src/background/deliver-in-background';
import { KeptDiagnostics } from '../fakes/small-fakes';
import { until } from '../support/until';
import { describeService } from './support/describe-service';
import { Deliveries, LOOPBACK, OF_CLIENT, Receiver, registered, Webhooks, WEBHOOKS } from './support/receivers';

/** A pump as another replica has it: what they share is the database. */
function replica(app: INestApplication, queue = app.get(WebhookQueue)): WebhookPump {
  const [events, sender, rights] = [app.get(SealedEvents), app.get(WebhookSender), app.get(WebhookRights)];
  const [audit, unitOfWork, clock, timeZone] = [app.get(AuditTrail), app.get(UnitOfWork), app.get(Clock), app.get(TimeZone)];
  return new WebhookPump(queue, events, sender, rights, audit, unitOfWork, clock, timeZone, new KeptDiagnostics());
}

describeService('replicas that send to webhooks', LOOPBACK, ({ service, demo }) => {
  let receiver: Receiver;
  const deliveries = new Deliveries(service);
  const hooks = new Webhooks(demo);
  beforeEach(async () => void (receiver = await Receiver.open()));
  afterEach(() => hooks.close(receiver));

  const begin = async (events: string) => {
    const made = await registered(demo, receiver.url);
    await deliveries.happen('z');
    await deliveries.run();
    receiver.forget();
    const end = await hooks.end();
    await deliveries.happen(events);
    return { ...made, expected: Array.from(events, (_, index) => end + 1 + index) };
  };
  const sorted = (positions: readonly number[]) => [...positions].sort((a, b) => a - b);

  it('lease each webhook to one replica: no event is sent twice', async () => {
    const others = await Promise.all([1, 2, 3].map(async () => registered(demo, receiver.url)));
    const { expected } = await begin('abcdefgh'.repeat(40));
    const pumps = [replica(service.app), replica(service.app), replica(service.app)];
    await Promise.all(pumps.map((pump) => pump.look()));
    await Promise.all(pumps.map((pump) => pump.settled()));
    const four = expected.flatMap((position) => Array<number>(others.length + 1).fill(position));
    expect(sorted(receiver.positions)).toEqual(sorted(four));
  });

  it('begin with the webhook that has waited longest, and hand one back behind the others', async () => {
    const { id: one } = await begin('a');
    const { id: two } = await registered(demo, receiver.url);
    await deliveries.happen('b');
    const { database } = service;
    const queue = service.app.get(WebhookQueue);
    const due = async () => (await queue.due(new Date(), 10)).map(({ id }) => id);
    for (const order of [
      [one, two],
      [two, one],
    ]) {
      for (const [index, id] of order.entries()) await database.query(`UPDATE webhook SET lease_until = ${index + 1} WHERE id = '${id}'`);
      expect(await due()).toEqual(order);
    }
    await deliveries.run();
    const rows = (await database.query('SELECT lease_until FROM webhook')) as { lease_until: number }[];
    expect(rows.every(({ lease_until: until }) => Number(until) > 2)).toBe(true);
  });

  it('lose nothing when one is killed, and repeat at most a hundred events', async () => {
    const { expected } = await begin('abcdefgh'.repeat(60));
    const queue = service.app.get(WebhookQueue);
    let saves = 0;
    // As of a process that is killed: after that nothing of it reaches the database.
    const dying = Object.create(queue, {
      save: {
        value: (held: HeldWebhook, saving: Saving) => (++saves > 2 ? Promise.reject(new Error('killed')) : queue.save(held, saving)),
      },
    }) as WebhookQueue;
    const killed = replica(service.app, dying);
    await killed.look();
    await killed.settled();
    expect(receiver.positions.length).toBeGreaterThan(0);
    expect(new Set(receiver.positions).size).toBeLessThan(expected.length);
    // Its lease holds until it ends.
    const heir = replica(service.app);
    await heir.look();
    await heir.settled();
    // Not by what arrives: a request that was broken off still may.
    expect(Object.values(heir.totals)).toEqual([0, 0, 0, 0, 0]);
    await service.database.query('UPDATE webhook SET lease_until = 0');
    await heir.look();
    await heir.settled();
    expect(sorted([...new Set(receiver.positions)])).toEqual(expected);
    // Those of two saves, and those of the other lanes that were under way.
    expect(receiver.positions.length - expected.length).toBeLessThanOrEqual(104);
  });

  it('stop when the webhook is changed, and continue with the new settings', async () => {
    const { id, expected } = await begin('abcdefgh');
    const waiting: (() => void)[] = [];
    receiver.answering = (_, response) => waiting.push(() => response.writeHead(204).end());
    const pump = replica(service.app);
    await pump.look();
    await until(
      () => waiting.length,
      (count) => count >= 2,
    );
    const changed = await demo.patch(`${WEBHOOKS}/${id}`, { query: OF_CLIENT, body: { tipos: ['arquivo.*'] } });
    expect(changed.status).toBe(200);
    receiver.accepts();
    waiting.forEach((answer) => answer());
    await pump.settled();
    receiver.forget();
    await pump.look();
    await pump.settled();
    expect(receiver.events).toEqual([]);
    const [webhook] = (await demo.get(WEBHOOKS, { query: OF_CLIENT })).json.webhooks;
    expect(webhook).toMatchObject({ tipos: ['arquivo.*'], situacao: 'ativo' });
    expect(webhook.posicao).toBeGreaterThanOrEqual(expected.at(-1) as number);
  });

  it('release their webhooks when the process ends; interrupted deliveries are repeated', async () => {
    const { expected } = await begin('abcdefgh');
    receiver.answering = () => undefined;
    const delivering = await beginWork(service.app, DeliverInBackground);
    await until(
      () => receiver.events.length,
      (count) => count >= 2,
    );
    await delivering.end();
    const [{ lease_until: lease }] = (await service.database.query('SELECT lease_until FROM webhook')) as [{ lease_until: number }];
    expect(Number(lease)).toBeLessThanOrEqual(Date.now());
    receiver.accepts();
    receiver.forget();
    const heir = replica(service.app);
    await heir.look();
    await heir.settled();
    expect(sorted(receiver.positions)).toEqual(expected);
  });
});
