import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ingestJson, type ByteSink } from './index';
import { cutAt, MemorySink } from '../test/support';

// Fast alone; the machine may be shared.
const MiB = 1024 * 1024;
const files = ['[*].arquivo'];
const BODY = Buffer.from('[{"arquivo":"AAECAwQF"}]');

/** A body with one file of that many letters, made as it is read. */
async function* largeBody(letters: number, chunk = Buffer.alloc(64 * 1024, 'QUJD')): AsyncGenerator<Buffer> {
  yield Buffer.from('[{"arquivo":"');
  for (let left = letters; left > 0; left -= chunk.length) yield left < chunk.length ? chunk.subarray(0, left) : chunk;
  yield Buffer.from('","extensao":"bin"}]');
}

/** A sink with one region that is used again and again. */
function recyclingSink(size = 8 * MiB): ByteSink & { total: number } {
  const region = Buffer.alloc(size);
  let filled = 0;
  return {
    total: 0,
    room: () => region.subarray(filled),
    commit(length) {
      this.total += length;
      filled = (filled + length) % size;
    },
    end: () => undefined,
  };
}

/** Bytes that a collection cannot free. */
const held = () => {
  global.gc!();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
};

describe('back-pressure', () => {
  it('reads nothing while a commit is pending', async () => {
    let pulled = 0;
    const body = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of largeBody(20 * 64 * 1024)) {
        pulled++;
        yield chunk;
      }
    };
    const pending: (() => void)[] = [];
    const sink = { ...recyclingSink(100_000), commit: () => new Promise<void>((resolve) => pending.push(resolve)) };
    const ingesting = ingestJson(body(), { files, openFile: () => sink });
    for (let commits = 1; commits <= 3; commits++) {
      await nextTurn();
      await nextTurn();
      expect([pending.length, pulled]).toEqual([commits, commits + 1]);
      pending.at(-1)!();
    }
    const releasing = setInterval(() => pending.at(-1)?.(), 0);
    await expect(ingesting).resolves.toMatchObject({ files: [{ size: 15 * 64 * 1024 }] });
    clearInterval(releasing);
  });

  it('waits in the middle of a chunk', async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of largeBody(2 * MiB)) chunks.push(Buffer.from(chunk));
    const sink = new MemorySink(() => 70_001, true);
    await ingestJson(cutAt(Buffer.concat(chunks), []), { files, openFile: () => sink });
    expect(sink.bytes.equals(Buffer.alloc(1.5 * MiB, 'ABC'))).toBe(true);
  });

  it('waits until the sink is opened and ended', async () => {
    const order: string[] = [];
    const sink = new MemorySink();
    const body = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of cutAt(BODY, [15])) yield chunk;
      order.push('body read');
    };
    await ingestJson(body(), {
      files,
      openFile: async () => {
        await nextTurn();
        order.push('opened');
        return Object.assign(sink, { end: async () => (await nextTurn(), void order.push('ended')) });
      },
    });
    expect(order).toEqual(['opened', 'ended', 'body read']);
  });
});

describe('fairness and memory', () => {
  it('yields to the event loop when all data is available', async () => {
    let turns = 0;
    let counting = true;
    const count = (): void => {
      turns++;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    await ingestJson(largeBody(48 * MiB), { files, openFile: () => recyclingSink() });
    expect(turns).toBeGreaterThanOrEqual(12);
    turns = 0;
    await ingestJson(cutAt(Buffer.from(JSON.stringify('x'.repeat(MiB - 2))), []), { files, openFile: () => recyclingSink() });
    counting = false;
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('uses constant memory for a body of 60 MB', async () => {
    const sink = recyclingSink();
    await ingestJson(largeBody(8 * MiB), { files, openFile: () => sink });
    const before = held();
    let most = 0;
    const body = async function* (): AsyncGenerator<Buffer> {
      let chunks = 0;
      for await (const chunk of largeBody(60_000_000)) {
        if (++chunks % 100 === 0) most = Math.max(most, held() - before);
        yield chunk;
      }
    };
    const { files: lifted } = await ingestJson(body(), { files, openFile: () => sink });
    expect(lifted[0]!.size).toBe(45_000_000);
    expect(most).toBeLessThan(20 * MiB);
  });
});

describe('errors of streams and sinks', () => {
  const error = Object.assign(new Error('not yours'), { code: 'ECONNRESET' });
  const reject = (): Promise<never> => Promise.reject(error);
  const fail = (): never => {
    throw error;
  };

  it.each([
    ['openFile throws', { openFile: fail }],
    ['openFile rejects', { openFile: reject }],
    ['room throws', { room: fail }],
    ['commit throws', { commit: fail }],
    ['commit rejects', { commit: reject }],
    ['end throws', { end: fail }],
    ['end rejects', { end: reject }],
  ])(
    'are passed on unchanged: %s',
    async (_, { openFile, ...methods }: { openFile?: () => never | Promise<never> } & Partial<ByteSink>) => {
      const sink = Object.assign(new MemorySink(), methods);
      await expect(ingestJson(cutAt(BODY, []), { files, openFile: openFile ?? (() => sink) })).rejects.toBe(error);
      expect(sink.ended).toBe(false);
    },
  );

  it('are passed on unchanged: the body throws', async () => {
    const broken = new Error('the disk is gone');
    const body = async function* (): AsyncGenerator<Buffer> {
      yield BODY.subarray(0, 20);
      throw broken;
    };
    await expect(ingestJson(body(), { files, openFile: () => new MemorySink() })).rejects.toBe(broken);
  });

  it('reports a sink without room', async () => {
    const sink = Object.assign(new MemorySink(), { room: () => Buffer.alloc(0) });
    await expect(ingestJson(cutAt(BODY, []), { files, openFile: () => sink })).rejects.toThrow(RangeError);
  });

  it('reports a destroyed body as truncated', async () => {
    const body = new PassThrough();
    body.write(BODY.subarray(0, 20));
    setImmediate(() => body.destroy());
    await expect(ingestJson(body, { files, openFile: () => new MemorySink() })).rejects.toMatchObject({
      code: 'JSON_TRUNCATED',
      position: 20,
      cause: { code: 'ERR_STREAM_PREMATURE_CLOSE' },
    });
  });

  it('closes a body that it does not read to the end', async () => {
    let closed = false;
    const body = async function* (): AsyncGenerator<Buffer> {
      try {
        for (;;) yield Buffer.from('[x');
      } finally {
        closed = true;
      }
    };
    await expect(ingestJson(body(), { files, openFile: () => new MemorySink() })).rejects.toMatchObject({ code: 'JSON_INVALID' });
    expect(closed).toBe(true);
  });
});

describe('over HTTP', () => {
  async function withServer(
    listener: (req: IncomingMessage, res: ServerResponse) => void,
    test: (port: number) => Promise<void>,
  ): Promise<void> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await test((server.address() as AddressInfo).port);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it('does not destroy a refused request, so that a client that is still sending receives the response', async () => {
    const answer = (req: IncomingMessage, res: ServerResponse): void => {
      ingestJson(req, { files, openFile: () => recyclingSink(MiB) }).catch(({ code, position }: { code: string; position: number }) => {
        req.resume();
        res.writeHead(400).end(`${code} ${position} ${req.destroyed}`);
      });
    };
    await withServer(answer, async (port) => {
      const socket = connect(port, '127.0.0.1');
      const answered = once(socket, 'data');
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${(4 + 16) * MiB + 2 * 33}\r\n\r\n`);
      for (const letters of [4 * MiB, 16 * MiB]) {
        for await (const chunk of largeBody(letters)) if (!socket.write(chunk)) await once(socket, 'drain');
      }
      const answer = String((await answered)[0]);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain(`JSON_INVALID ${4 * MiB + 33} false`);
      socket.destroy();
    });
  });

  it('reports a closed connection as a truncated body', async () => {
    let settle: (error: unknown) => void;
    const failure = new Promise<unknown>((resolve) => (settle = resolve));
    let goAway: () => void;
    const listener = (req: IncomingMessage): void => {
      void ingestJson(req, { files, openFile: () => recyclingSink(MiB) }).then(settle, settle);
      setTimeout(() => goAway(), 20);
    };
    await withServer(listener, async (port) => {
      const req = request({ port, host: '127.0.0.1', method: 'POST' }).on('error', () => undefined);
      goAway = () => req.destroy();
      req.write(BODY.subarray(0, 16));
      expect(await failure).toMatchObject({ code: 'JSON_TRUNCATED', position: 16, cause: { code: 'ECONNRESET' } });
    });
  });
});
