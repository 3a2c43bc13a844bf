import { until } from '../support/until';
import { describeService } from './support/describe-service';
import { Deliveries, documentOf, isOf, LOOPBACK, Receiver, Webhooks } from './support/receivers';

describeService('webhooks whose receivers refuse very many events', LOOPBACK, ({ service, demo }) => {
  let receiver: Receiver;
  beforeAll(async () => void (receiver = await Receiver.open()));
  afterAll(() => hooks.close(receiver));
  const deliveries = new Deliveries(service);
  const hooks = new Webhooks(demo);
  const state = () => hooks.state();

  it('stop reading at a thousand parked events', async () => {
    await deliveries.happen('z');
    const { from } = await hooks.begin(receiver, {});
    receiver.answers(500, {}, isOf('b'));
    await deliveries.happen(`a${'b'.repeat(700)}`);
    await deliveries.happen('b'.repeat(700));
    await deliveries.run();
    expect(await deliveries.parked()).toHaveLength(1000);
    expect(await state()).toMatchObject({ situacao: 'ativo', posicao: from + 1002 });
    receiver.accepts();
    await deliveries.later();
    await until(
      async () => {
        await deliveries.later();
        return state();
      },
      ({ posicao }) => posicao === from + 1402,
    );
    const positions = receiver.events.filter(({ data }) => data['idDocumento'] === documentOf('b')).map(({ posicao }) => posicao as number);
    expect(positions.slice(1)).toEqual(Array.from({ length: 1400 }, (_, index) => from + 3 + index));
  });
});
