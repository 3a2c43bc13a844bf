import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectTo, type CallOptions, type Operations, type Options } from '../src/connect.ts';
import type { Session } from '../src/session.ts';

const JSON_TYPE = 'application/json';
const operation = (more: object) => ({
  method: 'GET',
  path: '/x',
  query: [],
  repeatable: false,
  secured: false,
  accept: JSON_TYPE,
  ...more,
});
const OPERATIONS: Operations = {
  some: {
    read: operation({}),
    secret: operation({ secured: true }),
    search: operation({ path: '/of/{id}', query: ['Pagina', 'ids', 'Values'] }),
    create: operation({ method: 'POST', repeatable: true }),
    change: operation({ method: 'PUT' }),
  },
};
type Call = (input?: object, options?: CallOptions) => Promise<unknown>;
type Some = Record<'read' | 'secret' | 'search' | 'create' | 'change', Call>;
type Reply = (response: ServerResponse, request: IncomingMessage) => void;

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const say =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': JSON_TYPE, ...headers }).end(JSON.stringify(body));
const cut: Reply = (response) => void response.destroy();
const refusal = (codigo: string) => ({
  codigo,
  mensagem: 'Não.',
  idRequisicao: 'r-1',
  erros: [{ campo: 'a.b', codigo: 'C', mensagem: 'M' }],
});
const session = (Token: string): Session => ({ Token, RefreshToken: `r-${Token}`, IdUsuario: 'u', Login: 'demo' });
const busy = say(503, refusal('SERVICO_INDISPONIVEL'), { 'retry-after': '0' });

describe('a call of the client', () => {
  let server: Server;
  let seen: Seen[];
  let replies: Reply[];
  let some: Some;

  const connected = (options: Options = {}) => {
    const { port } = server.address() as AddressInfo;
    return connectTo<{ some: Some }>(OPERATIONS, `http://127.0.0.1:${port}/`, options).some;
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
        (replies.shift() ?? say(200, 'enough'))(response, request);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    [seen, replies] = [[], []];
    some = connected();
  });

  it('sends the subscription key with logins and calls, and only where the operation requires one', async () => {
    const one = connected({ username: 'demo', password: 'x', subscriptionKey: 'the key' });
    replies = [say(200, session('t1')), say(200, 1), say(200, 2)];
    await one.secret();
    await one.read();
    expect(seen.map(({ headers }) => headers.subscriptionkey)).toEqual(['the key', 'the key', undefined]);
  });

  it('retries safe calls after 503 and reports the others to the caller', async () => {
    replies = [busy, say(200, 1)];
    expect(await some.read()).toBe(1);
    replies = [busy, say(200, 1)];
    await expect(some.change()).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(3);
  });

  it('puts input into path and query, and lists of objects as indexed pairs', async () => {
    await some.search({ id: 'a/b', Pagina: 2, ids: ['x', 'y'], Values: [{ Label: 'N º', Value: '1' }, { Label: 'M' }], other: null });
    const { url } = seen[0]!;
    expect(url.split('?')[0]).toBe('/of/a%2Fb');
    expect([...new URLSearchParams(url.split('?')[1])]).toEqual([
      ['Pagina', '2'],
      ['ids', 'x'],
      ['ids', 'y'],
      ['Values[0].Label', 'N º'],
      ['Values[0].Value', '1'],
      ['Values[1].Label', 'M'],
    ]);
    await expect(some.search({})).rejects.toThrow('id is needed');
  });

  it.each([0, 1, 2, 0x6000 - 1, 0x6000, 0x6000 + 1, 100_000])('sends %i bytes as Base64, from a Uint8Array or a Buffer', async (length) => {
    const bytes = Buffer.alloc(length, 'acervo');
    await some.create({ body: { list: [{ file: new Uint8Array(bytes), same: bytes }], text: 'é' } });
    const file = bytes.toString('base64');
    expect(JSON.parse(seen[0]!.body)).toEqual({ list: [{ file, same: file }], text: 'é' });
  });

  it('fails with the error of the service', async () => {
    replies = [say(422, refusal('REGRA'), { 'x-request-id': 'r-1' })];
    const fields = [{ field: 'a.b', code: 'C', message: 'M' }];
    await expect(some.read()).rejects.toMatchObject({
      name: 'AcervoError',
      status: 422,
      code: 'REGRA',
      message: 'Não.',
      fields,
      requestId: 'r-1',
    });
  });

  it('fails with the error of a proxy', async () => {
    replies = [(response) => void response.writeHead(502).end('<html>')];
    await expect(some.read()).rejects.toMatchObject({ status: 502, code: '', message: '<html>', fields: [] });
  });

  describe('with a session', () => {
    it('logs in once for concurrent first calls', async () => {
      replies = [say(201, session('a'))];
      some = connected({ username: 'demo', password: 'p' });
      await Promise.all([some.secret(), some.secret()]);
      expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
        ['/api/Autenticacao/Login', undefined],
        ['/x', 'Bearer a'],
        ['/x', 'Bearer a'],
      ]);
    });

    it('renews an expired token and reports the new session', async () => {
      const kept: Session[] = [];
      replies = [say(401, refusal('TOKEN_INVALIDO')), say(201, session('b'))];
      some = connected({ session: session('a'), onSession: (made) => kept.push(made) });
      expect(await some.secret()).toBe('enough');
      expect(JSON.parse(seen[1]!.body)).toEqual({ idUsuario: 'u', username: 'demo', refreshToken: 'r-a' });
      expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer a', undefined, 'Bearer b']);
      expect(kept).toEqual([session('b')]);
    });

    it('logs in again when the session cannot be renewed', async () => {
      replies = [say(401, refusal('TOKEN_INVALIDO')), say(401, refusal('REFRESH_TOKEN_INVALIDO')), say(201, session('b'))];
      some = connected({ session: session('a'), username: 'demo', password: 'p' });
      expect(await some.secret()).toBe('enough');
      expect(seen[2]!.url).toBe('/api/Autenticacao/Login');
    });

    it('sends a given token as it is, and does not renew it', async () => {
      some = connected({ token: 'given' });
      replies = [say(200, 1), say(401, refusal('TOKEN_INVALIDO'))];
      await some.secret();
      await expect(some.secret()).rejects.toMatchObject({ code: 'TOKEN_INVALIDO' });
      expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer given', 'Bearer given']);
    });

    it('does not renew after a missing permission, and renews at most once', async () => {
      some = connected({ session: session('a') });
      replies = [say(401, refusal('SEM_PERMISSAO'))];
      await expect(some.secret()).rejects.toMatchObject({ code: 'SEM_PERMISSAO' });
      expect(seen).toHaveLength(1);
      replies = [say(401, refusal('TOKEN_INVALIDO')), say(201, session('b')), say(401, refusal('TOKEN_INVALIDO'))];
      await expect(some.secret()).rejects.toMatchObject({ code: 'TOKEN_INVALIDO' });
      expect(seen).toHaveLength(4);
    });
  });

  describe('repeats', () => {
    it('retries a create after a broken connection with the same key', async () => {
      replies = [cut, busy, say(201, 'made')];
      expect(await some.create({ body: {} })).toBe('made');
      const keys = seen.map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
      await some.create({ body: {} }, { idempotencyKey: 'mine' });
      expect(seen.at(-1)!.headers['idempotency-key']).toBe('mine');
    });

    it('keeps an idempotency key given in the headers, in any case', async () => {
      for (const name of ['idempotency-key', 'IDEMPOTENCY-KEY']) {
        replies = [busy, say(201, 'made')];
        expect(await some.create({ body: {} }, { headers: { [name]: 'mine' } })).toBe('made');
        expect(seen.slice(-2).map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine']);
      }
    });

    it('retries after 503, up to the limit', async () => {
      replies = [busy, busy, busy, busy];
      await expect(some.create({ body: {} })).rejects.toMatchObject({ status: 503 });
      expect(seen).toHaveLength(3);
    });

    it('does not retry other changes after a broken connection, nor calls with a long wait', async () => {
      replies = [cut];
      await expect(some.change({ body: {} })).rejects.toThrow('fetch failed');
      replies = [say(429, refusal('LIMITE_DE_CHAMADAS'), { 'retry-after': '3600' })];
      await expect(some.read()).rejects.toMatchObject({ status: 429 });
      expect(seen).toHaveLength(2);
    });

    it('does not retry aborted calls', async () => {
      const calling = new AbortController();
      replies = [(response) => (calling.abort(new Error('enough of it')), cut(response, null as never))];
      await expect(some.read({}, { signal: calling.signal })).rejects.toThrow('enough of it');
      expect(seen).toHaveLength(1);
    });
  });
});
