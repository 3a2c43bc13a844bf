import { UsageError } from '#src/terminal/usage-error';
import { IDS } from './support/api';
import { describeService } from './support/describe-service';
import { acervo } from './support/in-process';
import { Deliveries, LOOPBACK, OF_CLIENT, Receiver, registered, WEBHOOKS } from './support/receivers';
import { setGrants, userWith, grant, addProfile } from './support/users';

describeService('acervo webhook', LOOPBACK, ({ service, demo }) => {
  let receiver: Receiver;
  const deliveries = new Deliveries(service);
  beforeEach(async () => void (receiver = await Receiver.open()));
  afterEach(() => receiver.close());

  const run = async (...words: string[]) => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      const { text, exitCode } = await acervo(service.app, ['webhook', ...words]);
      return { said: [...log.mock.calls.map(([line]) => String(line)), text], exitCode };
    } finally {
      log.mockRestore();
    }
  };

  it('lists, tests, and queues redeliveries for the running service', async () => {
    const { id } = await registered(demo, receiver.url);
    await deliveries.happen('ab');
    await deliveries.run();
    // Of different things: they arrive in any order.
    const positions = receiver.positions.sort((a, b) => a - b).slice(-2);
    receiver.forget();

    const { said } = await run('list', '--client', 'Empresa Exemplo');
    expect(said).toEqual([
      expect.stringMatching(`^${id}  Empresa Exemplo  active  position (\\d+) of \\1  ${receiver.url}$`),
      '1 webhooks',
    ]);
    expect((await run('list', '--client', IDS.otherClient)).said).toEqual(['0 webhooks']);

    expect(await run('test', id.toUpperCase())).toEqual({ said: [expect.stringMatching(/^accepted \(204\), \d+ ms$/)], exitCode: 0 });
    receiver.answers(503);
    expect(await run('test', id)).toEqual({ said: [expect.stringMatching(/^refused \(503\), \d+ ms$/)], exitCode: 1 });
    receiver.accepts();
    receiver.forget();

    expect((await run('replay', id, '--from', String(positions[0]), '--to', String(positions[1]))).said).toEqual([
      '2 events are sent again',
    ]);
    await deliveries.run();
    expect(receiver.positions.sort((a, b) => a - b)).toEqual(positions);
    expect((await demo.get(WEBHOOKS, { query: OF_CLIENT })).json.webhooks).toMatchObject([{ situacao: 'ativo', falhas: 0 }]);
  });

  it('does only what the user of the webhook is permitted to do', async () => {
    const profile = await addProfile(service, 'Webhooks', ['webhook:manage', 'event:view']);
    const { api, id: user } = await userWith(demo, [grant(profile)]);
    const { id } = await registered(api, receiver.url);
    await setGrants(demo, user, [grant(await addProfile(service, 'Nada disso', ['document:create']))]);
    receiver.forget();
    await expect(run('test', id)).rejects.toThrow(UsageError);
    await expect(run('replay', id, '--from', '1')).rejects.toThrow(UsageError);
    expect(receiver.got).toEqual([]);
  });

  it.each([
    ['an unknown webhook', 'test', IDS.client],
    ['positions that are none', 'replay', IDS.client, '--from', '0'],
    ['too many positions', 'replay', IDS.client, '--from', '1', '--to', '1001'],
    ['an end before its beginning', 'replay', IDS.client, '--from', '5', '--to', '4'],
  ])('refuses %s', async (_, ...words) => {
    await expect(run(...words)).rejects.toThrow(UsageError);
  });
});
