import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { nameServer } from '../../../libs/safe-download/test/name-server';
import { SafeWebhookSender } from './safe-webhook-sender';

async function until(count: () => number, isEnough: (count: number) => boolean): Promise<void> {
  while (!isEnough(count())) await pause(5);
}

/** One that answers when it is told to. */
async function receiver(host: string) {
  const waiting: ServerResponse[] = [];
  const server: Server = createServer((_, response) => void waiting.push(response)).listen(0, host);
  await once(server, 'listening');
  const answer = () => waiting.splice(0).forEach((response) => response.writeHead(204).end());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://${host}:${(server.address() as AddressInfo).port}/`, waiting, answer, close };
}

describe('receivers on this machine', () => {
  it('are called at 127.0.0.1 by a service for this machine alone, under no other address', async () => {
    const [here, beside] = [await receiver('127.0.0.1'), await receiver('127.0.0.2')];
    const names = await nameServer();
    Object.assign(names.records, { 'here.example A': '127.0.0.1', 'here.example AAAA': 'none' });
    const settings = { linkAllowedNetworks: [], linkNameServers: [names.address] };
    const sent = (url: string, servesThisMachine: boolean) => {
      const sender = new SafeWebhookSender(settings, servesThisMachine);
      return sender.send({ clientId: 'a', url, id: 'id', body: Buffer.from('{}'), secrets: [sender.newSecret()] });
    };
    const { port } = new URL(here.url);
    const foreign = [
      beside.url,
      `http://here.example:${port}/`,
      `https://127.0.0.1:${port}/`,
      `http://127.1:${port}/`,
      `http://[::1]:${port}/`,
    ];
    for (const url of foreign) expect([url, (await sent(url, true)).outcome]).toEqual([url, 'not-allowed']);
    for (const url of [here.url, ...foreign]) expect([url, (await sent(url, false)).outcome]).toEqual([url, 'not-allowed']);
    const allowed = [here.url, `http://127.0.0.1:${port}`, `${here.url}acervo?x=1`].map((url) => sent(url, true));
    await until(
      () => here.waiting.length,
      (count) => count === allowed.length,
    );
    here.answer();
    expect((await Promise.all(allowed)).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(beside.waiting).toEqual([]);
    [here, beside, names].forEach((each) => each.close());
  });
});

describe('places of requests to webhooks', () => {
  const all: Awaited<ReturnType<typeof receiver>>[] = [];
  const open = async (host: string) => {
    const one = await receiver(host);
    all.push(one);
    return one;
  };
  const sender = new SafeWebhookSender({ linkAllowedNetworks: ['127.0.0.0/8'], linkNameServers: [] });
  /** One for each request: the service lets four share one. */
  const begun: AbortController[] = [];
  const own = () => {
    const one = new AbortController();
    begun.push(one);
    return one.signal;
  };
  const end = () => begun.splice(0).forEach((one) => one.abort());
  const message = (clientId: string, { url }: { url: string }) => ({
    clientId,
    url,
    id: 'id',
    body: Buffer.from('{}'),
    secrets: [sender.newSecret()],
  });
  afterAll(() => {
    end();
    for (const one of all) one.close();
  });

  it('slow receivers of one client leave places to others, and to whoever waits for an answer', async () => {
    const slow = await Promise.all(['127.0.0.1', '127.0.0.2', '127.0.0.3'].map(open));
    const quick = await open('127.0.0.4');
    const sent = slow.flatMap((one) => Array.from({ length: 8 }, () => sender.send(message('a', one), own())));
    const ended = Promise.allSettled(sent);
    const under = () => slow.reduce((sum, { waiting }) => sum + waiting.length, 0);
    await until(under, (count) => count === 16);
    const others = [sender.send(message('b', quick), own()), sender.sendNow(message('a', quick))];
    await until(
      () => quick.waiting.length,
      (count) => count === 2,
    );
    quick.answer();
    expect((await Promise.all(others)).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
    expect(under()).toBe(16);
    end();
    await ended;
  });

  it('refuses whoever waits for an answer when the client has too many of them', async () => {
    const slow = await open('127.0.0.5');
    const waiting = [1, 2].map(() => sender.sendNow(message('c', slow)));
    await until(
      () => slow.waiting.length,
      (count) => count === 2,
    );
    await expect(sender.sendNow(message('c', slow))).rejects.toMatchObject({ code: 'BUSY' });
    slow.answer();
    await Promise.all(waiting);
  });

  it('are counted by address, also for several names, and the last ones are for other clients', async () => {
    const [one, quick] = [await open('127.0.0.6'), await open('127.0.0.7')];
    const names = await nameServer();
    const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const name of NAMES) Object.assign(names.records, { [`${name}.example A`]: '127.0.0.6', [`${name}.example AAAA`]: 'none' });
    Object.assign(names.records, { 'quick.example A': '127.0.0.7', 'quick.example AAAA': 'none' });
    const named = new SafeWebhookSender({ linkAllowedNetworks: ['127.0.0.0/8'], linkNameServers: [names.address] });
    const to = (name: string, { url }: { url: string }) => ({ url: url.replace(/127\.0\.0\.\d/, `${name}.example`) });
    const send = (client: string, name: string) => named.send(message(client, to(name, one)), own());
    const under = () => one.waiting.length;

    const sent: ReturnType<typeof send>[] = [];
    for (const [index, client] of ['a', 'b', 'c'].entries()) {
      sent.push(...Array.from({ length: 12 }, (_, n) => send(client, NAMES[2 * index + (n % 2)]!)));
      await until(under, (count) => count === 8 * (index + 1));
    }
    // By then all that could come has come: another name of it would have been let in as well.
    sent.push(send('d', 'g'));
    const other = named.send(message('d', to('quick', quick)));
    await until(
      () => quick.waiting.length,
      (count) => count === 1,
    );
    quick.answer();
    expect((await other).outcome).toBe('accepted');
    expect(under()).toBe(24);
    one.answer();
    await until(under, (count) => count === 13);
    one.answer();
    expect((await Promise.all(sent)).map(({ outcome }) => outcome)).toEqual(Array(37).fill('accepted'));
    names.close();
  });
});
