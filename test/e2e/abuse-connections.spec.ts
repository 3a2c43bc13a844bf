import { randomBytes } from 'node:crypto';
import { IDS, invoiceValues, loggedIn, place } from './support/api';
import { CONTRABAND, get, LOGIN, post } from './support/abuse/cases';
import { Figures, IS_LONG } from './support/abuse/figures';
import { Others } from './support/abuse/others';
import { RawSocket } from './support/abuse/raw-socket';
import { MARK, Watch } from './support/abuse/watch';
import { bodyOf, create, createdBy, leavesNothing, PATHS } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, filedElsewhere, remove } from './support/reading';

/** In the long form, clients wait until the patience of the service ends, which the short form leaves before. */
jest.setTimeout(IS_LONG ? 300_000 : 240_000);

const SOCKETS = IS_LONG ? 500 : 60;
const FLOOD = IS_LONG ? 3000 : 300;
const UNREAD = IS_LONG ? 40 : 8;
/** Of the places for uploads, all but one. */
const SLOW_UPLOADS = 7;
const PATIENCE_MS = 180_000;

describeService(
  'abusive connections',
  { MAX_CONNECTIONS: String(2 * FLOOD), MAX_CONNECTIONS_PER_ADDRESS: '0' },
  ({ service, demo: api }) => {
    let watch: Watch;
    let others: Others;
    let before: number;
    const figures = new Figures('connections', 'Slow, silent, greedy and vanishing clients, and requests sent ahead');
    beforeAll(async () => {
      watch = new Watch(service);
    });
    afterAll(async () => {
      expect(figures.answers5xx).toBe(0);
      figures.write();
    });

    beforeEach(async () => {
      before = await watch.connections;
      others = new Others(api);
    });
    afterEach(async () => {
      const answered = await others.stop();
      expect(Object.keys(answered)).toEqual(['200']);
      // The other clients keep theirs.
      await watch.back(before + 3);
    });

    const open = (count: number, send: string) => Array.from({ length: count }, () => new RawSocket(service).send(send));
    const leave = (sockets: readonly RawSocket[]) => {
      for (const socket of sockets) {
        figures.count(socket.answers);
        socket.destroy();
      }
    };
    /** A byte each, now and then, as long as somebody is there. */
    async function drip(sockets: readonly RawSocket[], rounds: number, everyMs: number): Promise<void> {
      for (let round = 0; round < rounds && sockets.some(({ closed }) => !closed); round++) {
        for (const socket of sockets) if (!socket.closed) socket.send('x');
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    }
    const authorized = () => [`Authorization: Bearer ${api.token}`];
    const target = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

    describe('leave nothing', () => {
      leavesNothing(() => service);

      it.each([
        ['heads', get('/nada').slice(0, -2) + 'X: '],
        ['bodies', post(['Content-Length: 100000'], '{"username":"')],
        ['chunks', post(['Transfer-Encoding: chunked'], '1\r\n{\r\n2;')],
      ])('with %s sent byte by byte', async (_, send) => {
        const sockets = open(SOCKETS, send);
        await drip(sockets, IS_LONG ? 120 : 10, IS_LONG ? 1000 : 20);
        if (IS_LONG) expect(sockets.filter(({ closed }) => !closed)).toEqual([]);
        else expect(sockets.filter(({ received }) => received !== '')).toEqual([]);
        const statuses = new Set(sockets.flatMap(({ answers }) => answers.map(({ status }) => status)));
        expect([...statuses].filter((status) => status !== 408)).toEqual([]);
        leave(sockets);
      });

      it('with uploads that stop in the middle of a file, or are aborted', async () => {
        const body = JSON.stringify(bodyOf('V1', { files: [{ extension: 'bin', content: randomBytes(200_000) }] }));
        const send = post([...authorized(), `Content-Length: ${body.length}`], body.slice(0, -50_000), target(PATHS.V1, place()));
        const sockets = open(IS_LONG ? 50 : 10, send);
        await drip(sockets, 5, 20);
        for (const [i, { socket }] of sockets.entries()) if (i % 2 === 0) socket.resetAndDestroy();
        await sockets[1]!.finish().answered();
        expect(sockets[1]!.answers.map(({ status }) => status)).toEqual([400]);
        leave(sockets);
      });

      it('with hundreds of idle connections', async () => {
        const sockets: RawSocket[] = [];
        // Few at a time, as the queue of those that the service has not looked at yet is short.
        while (sockets.length < FLOOD) {
          sockets.push(...Array.from({ length: 100 }, () => new RawSocket(service)));
          await watch.reach(sockets.length);
        }
        expect((await api.get('/saude/pronta')).status).toBe(200);
        leave(sockets);
      });

      it('that are refused and never closed by their clients', async () => {
        const sockets = Array.from({ length: SOCKETS }, () => new RawSocket(service, { allowHalfOpen: true }).send('NONSENSE\r\n\r\n'));
        for (const socket of sockets) expect((await socket.answered()).map(({ status }) => status)).toEqual([400]);
        await watch.back(before + 3);
        leave(sockets);
      });
    });

    it('with slow uploads of one client, while another client is served at once', async () => {
      const send = post([...authorized(), 'Content-Length: 9000000'], '{"valoresCampos":[', target(PATHS.V1, place()));
      const sockets = open(SLOW_UPLOADS + 3, send);
      const neighbour = await loggedIn(service.url, 'outro');
      await filedElsewhere(neighbour, { files: [{ extension: 'bin', content: randomBytes(400_000) }] });
      if (IS_LONG) for (const socket of sockets) await socket.until(() => socket.closed, 'the end of its patience', PATIENCE_MS);
      leave(sockets);
    });

    it('receive the answer to endless invalid input', async () => {
      const socket = new RawSocket(service).send('NONSENSE\r\n\r\n');
      for (let i = 0; i < 20; i++) {
        socket.send('x'.repeat(65_536));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      expect((await socket.answered()).map(({ status }) => status)).toEqual([400]);
      leave([socket]);
    });

    it('with answers that are never read', async () => {
      const { id, files } = await filed(api, { files: [{ extension: 'bin', content: randomBytes(8_000_000) }] });
      const path = `/api/Arquivo/${files[0]?.id}/Cliente/${IDS.client}`;
      const sockets = open(UNREAD, get(path, [...authorized(), 'Accept: application/octet-stream']));
      for (const { socket } of sockets) socket.pause();
      for (const { socket } of sockets)
        await new Promise((resolve) => (socket.readableLength > 0 ? resolve(0) : socket.once('readable', resolve)));
      if (IS_LONG) await watch.back(before + 3, PATIENCE_MS);
      figures.inputs += sockets.length;
      for (const socket of sockets) socket.destroy();
      await watch.back(before + 3);
      await remove(api, id);
    });

    it('with invalid input after a download, which completes', async () => {
      const content = randomBytes(3_000_000);
      const { id, files } = await filed(api, { files: [{ extension: 'bin', content }] });
      const path = `/api/Arquivo/${files[0]?.id}/Cliente/${IDS.client}`;
      const socket = new RawSocket(service).send(get(path, [...authorized(), 'Accept: application/octet-stream']));
      await socket.until(() => socket.received.length > 0, 'the first bytes');
      socket.socket.pause();
      socket.send('NONSENSE\r\n\r\n');
      socket.socket.resume();
      await socket.close();
      expect(socket.answers.map(({ status }) => status)).toEqual([200, 400]);
      expect(Buffer.from(socket.answers[0]!.body, 'latin1').equals(content)).toBe(true);
      leave([socket]);
      await remove(api, id);
    });

    describe('pipelined requests', () => {
      it('are answered in order', async () => {
        const ids = Array.from({ length: 100 }, (_, i) => `ahead-${i}`);
        const lines = (id: string, i: number) =>
          get(i % 3 === 0 ? '/nada' : '/api/Estrutura', [`X-Request-Id: ${id}`, ...(i % 3 === 1 ? authorized() : [])]);
        const socket = new RawSocket(service).send(ids.map(lines).join(''));
        await socket.answered(ids.length);
        expect(socket.answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(ids);
        expect(socket.answers.map(({ status }) => status)).toEqual(ids.map((_, i) => [404, 200, 401][i % 3]));
        leave([socket]);
      });

      it('see the effects of earlier ones', async () => {
        const number = String(Date.now()).slice(-9);
        const body = JSON.stringify(bodyOf('V1', { values: invoiceValues(number) }));
        const search = { IdCliente: IDS.client, 'ValoresCampos[0].Label': 'Número', 'ValoresCampos[0].ValorCampo': number };
        const latin1 = Buffer.from(body).toString('latin1');
        const filing = post([...authorized(), `Content-Length: ${latin1.length}`], latin1, target(PATHS.V1, place()));
        const socket = new RawSocket(service).send(filing + get(target('/api/Documento/Get', search), authorized()));
        const [created, found] = await socket.answered(2);
        expect([created?.status, found?.status]).toEqual([201, 200]);
        const { Metadados } = JSON.parse(found!.body) as { Metadados: unknown[] };
        expect(Metadados).toHaveLength(1);
        leave([socket]);
      });

      it.each([
        ['closes the connection', get('/nada', ['Connection: close']), [404]],
        ['is of HTTP/1.0', 'GET /nada HTTP/1.0\r\n\r\n', [404]],
        ['waits to be asked for its body', post(['Expect: 100-continue', 'Content-Length: 2'], '', '/nada'), [404]],
        ['cannot be read', 'NONSENSE\r\n\r\n', [400]],
        ['is read in two ways', post(['Transfer-Encoding: ,chunked'], '0\r\n\r\n'), [400]],
      ])('are not processed after one that %s', async (_, first, statuses) => {
        const socket = new RawSocket(service).send(first + CONTRABAND.replaceAll(MARK, '7777777') + CONTRABAND.replaceAll(MARK, '7777777'));
        await socket.answered();
        await socket.finish().close();
        expect(socket.answers.map(({ status }) => status)).toEqual(statuses);
        expect(watch.entered('7777777')).toBe(0);
        leave([socket]);
      });

      it.each([
        ['a change', () => post([...authorized(), 'Content-Length: 2'], '{}', target(PATHS.V1, place())), [422]],
        ['a search', () => get(target('/api/Documento/Get', { IdCliente: IDS.client }), authorized()), [200]],
        [
          'a search, and a change that was cut',
          () => {
            const search = get(target('/api/Documento/Get', { IdCliente: IDS.client }), authorized());
            return search + post([...authorized(), 'Content-Length: 100'], '{', target(PATHS.V1, place()));
          },
          [200, 400],
        ],
      ])('are answered when the client has closed its half of the connection: %s', async (_, send, statuses) => {
        const socket = new RawSocket(service, { allowHalfOpen: true }).send(send()).finish();
        await socket.answered();
        await socket.close();
        expect(socket.answers.map(({ status }) => status)).toEqual(statuses);
        leave([socket]);
      });

      it('are processed after a refused one whose body was not read', async () => {
        const unwanted = post(['Content-Length: 100000'], 'x'.repeat(100_000), target(PATHS.V1, place()));
        const socket = new RawSocket(service).send(unwanted + CONTRABAND.replaceAll(MARK, '8888888'));
        expect((await socket.answered(2)).map(({ status }) => status)).toEqual([401, 400]);
        expect(watch.entered('8888888')).toBe(1);
        leave([socket]);
      });

      it('receive 100 Continue in order', async () => {
        const waiting = post(['Expect: 100-continue', 'Content-Length: 2'], '');
        const socket = new RawSocket(service).send(get('/api/Estrutura', authorized()) + waiting);
        await socket.until(() => socket.received.includes('100 Continue'), 'the question');
        socket.send('{}');
        expect((await socket.answered(2)).map(({ status }) => status)).toEqual([200, 400]);
        leave([socket]);
      });
    });

    it('leave a working service', async () => {
      const { id } = createdBy(await create(api, 'V1', { files: [{ extension: 'txt', content: 'x' }] }));
      expect((await remove(api, id)).status).toBe(200);
      expect((await api.post(LOGIN, { body: {} })).status).toBe(400);
    });
  },
);
