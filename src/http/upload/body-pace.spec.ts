import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { DomainError } from '#domain/errors';
import { openContext, type HttpRequest } from '../server/request-context';
import { PacedBody } from './body-pace';

describe('a body', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((asked, response) => {
      openContext(asked, { requestId: 'x', expectsContinue: false, bytesIn: 0, ignored: [], problems: [] });
      const read = async () => {
        let bytes = 0;
        for await (const chunk of new PacedBody(asked as HttpRequest).chunks({ bytes: 10, everyMs: 100 })) bytes += chunk.length;
        return `${bytes} bytes`;
      };
      void read()
        .catch(({ code, details }: DomainError) => `${code} ${details.bytes} ${details.seconds}`)
        .then((said) => response.setHeader('Connection', 'close').end(said));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  const answerTo = async (sent: string, isAll: boolean) => {
    const { port } = server.address() as AddressInfo;
    const asking = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': isAll ? sent.length : 100 } });
    asking.on('error', () => undefined).write(sent);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    return text(answer);
  };

  it('that is there is read', async () => {
    expect(await answerTo('12345', true)).toBe('5 bytes');
  });

  it('that stops is refused, and its sender told why', async () => {
    expect(await answerTo('12345', false)).toBe('BODY_TOO_SLOW 10 0.1');
  });
});
