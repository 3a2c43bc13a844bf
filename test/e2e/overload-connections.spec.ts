import { connect, type Socket } from 'node:net';
import { readConfig } from '#src/config';
import { until } from '../support/until';
import { Watch } from './support/abuse/watch';
import { describeService } from './support/describe-service';

const MOST = 20;
const OF_AN_ADDRESS = 9;

describeService(
  'idle connections',
  { MAX_CONNECTIONS: String(MOST), MAX_CONNECTIONS_PER_ADDRESS: String(OF_AN_ADDRESS) },
  ({ service }) => {
    let watch: Watch;
    const open: Socket[] = [];
    beforeAll(async () => {
      watch = new Watch(service);
    });
    afterEach(async () => {
      for (const socket of open.splice(0)) socket.destroy();
      await watch.back(0);
    });

    /** Idle connections from that address; resolves when the service has looked at all of them. */
    async function idle(localAddress: string, count: number): Promise<{ closed: number }> {
      const found = { closed: 0, seen: 0 };
      for (let index = 0; index < count; index++) {
        const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', localAddress });
        socket.on('error', () => undefined).on('close', () => found.closed++);
        open.push(socket);
      }
      await until(() => watch.connections, (now) => now >= Math.min(count, OF_AN_ADDRESS), { what: 'all are there' }); // prettier-ignore
      if (count > OF_AN_ADDRESS) await until(() => found.closed, (closed) => closed >= count - OF_AN_ADDRESS, { what: 'those beyond are closed' }); // prettier-ignore
      return found;
    }
    /** On a connection of its own, which is closed with the answer. */
    const alive = async () => {
      const answer = await fetch(`${service.url}/saude/viva`, { headers: { connection: 'close' } });
      return answer.status;
    };

    it('from one address are closed beyond its limit, without affecting others', async () => {
      const found = await idle('127.0.0.2', 2 * MOST);
      expect(found.closed).toBe(2 * MOST - OF_AN_ADDRESS);
      expect(await alive()).toBe(200);
    });

    it('release their place when they close', async () => {
      await idle('127.0.0.2', OF_AN_ADDRESS);
      for (const socket of open.splice(0)) socket.destroy();
      await watch.back(0);
      expect((await idle('127.0.0.2', OF_AN_ADDRESS)).closed).toBe(0);
    });

    it('are closed earlier when most places are taken', async () => {
      const patience = async () => {
        const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
        open.push(socket);
        let text = '';
        socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
        socket.write('GET /saude/viva HTTP/1.1\r\nHost: a\r\n\r\n');
        return until(() => /keep-alive: timeout=(\d+)/i.exec(text)?.[1], (found) => found !== undefined, { what: 'an answer' }); // prettier-ignore
      };
      expect(await patience()).toBe('65');
      await idle('127.0.0.2', OF_AN_ADDRESS);
      await idle('127.0.0.3', OF_AN_ADDRESS - 1);
      await watch.reach(2 * OF_AN_ADDRESS);
      expect(await patience()).toBe('5');
    });

    it.each([
      [{}, 500],
      [{ MAX_CONNECTIONS: '10' }, 3],
      [{ TRUSTED_PROXIES: '1' }, 0],
      [{ TRUSTED_PROXIES: '1', MAX_CONNECTIONS_PER_ADDRESS: '7' }, 7],
    ])('from one address are limited by %j', (given, most) => {
      expect(readConfig(given).maxConnectionsPerAddress).toBe(most);
    });
  },
);
