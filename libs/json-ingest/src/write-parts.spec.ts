import fc from 'fast-check';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lengthOf, writeParts, type Base64Part, type JsonPart } from './index';
import { cutAt, randomCuts, randomFrom } from '../test/support';

// Fast alone; the machine may be shared.
/** Keeps what is written, and takes its time if it is slow. */
class Collector extends Writable {
  readonly #parts: Buffer[] = [];

  constructor(isSlow = false, highWaterMark = 16 * 1024) {
    super({
      highWaterMark,
      write: (chunk: Buffer, _, done) => {
        this.#parts.push(Buffer.from(chunk));
        if (isSlow) setImmediate(done);
        else done();
      },
    });
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString();
  }

  /** The text once all has been taken. */
  async whole(): Promise<string> {
    await finished(this.end());
    return this.text;
  }
}

const partOf = (bytes: Buffer, cuts: readonly number[] = []): Base64Part => ({ size: bytes.length, bytes: () => cutAt(bytes, cuts) });

/** Delivers one chunk again and again, and notes what becomes of it. */
function endless(chunk = Buffer.alloc(64 * 1024)): { bytes: () => AsyncGenerator<Buffer>; pulled: number; closed: boolean } {
  const source = {
    pulled: 0,
    closed: false,
    bytes: async function* (): AsyncGenerator<Buffer> {
      try {
        for (;;) {
          source.pulled++;
          yield chunk;
        }
      } finally {
        source.closed = true;
      }
    },
  };
  return source;
}

it('writes text and Base64 in turn, with the length known in advance', async () => {
  const parts: JsonPart[] = [
    '{"nome":"é\u{1f600}","arquivo":"',
    partOf(Buffer.from('%PDF-1.7')),
    '","vazio":"',
    partOf(Buffer.alloc(0)),
    '"}',
    '',
  ];
  const out = new Collector();
  await writeParts(out, parts);
  expect(out.text).toBe('{"nome":"é\u{1f600}","arquivo":"JVBERi0xLjc=","vazio":""}');
  expect(lengthOf(parts)).toBe(Buffer.byteLength(out.text));
  expect([out.writableEnded, out.listenerCount('drain'), out.listenerCount('error')]).toEqual([false, 0, 0]);
});

it('writes the same text for any chunks of the source and any speed of the output', async () => {
  const part = fc.oneof(
    fc.string().map((text) => JSON.stringify(text)),
    fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
    fc
      .integer({ min: 48 * 1024 - 4, max: 48 * 1024 + 4 })
      .map((size) => Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) & 255))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 5 }), fc.nat(), fc.boolean(), async (values, seed, isSlow) => {
      const random = randomFrom(seed);
      const parts = values.map((value) => (typeof value === 'string' ? value : partOf(value, randomCuts(value.length, 8, random))));
      const out = new Collector(isSlow, 1 + Math.floor(random() * 100_000));
      await writeParts(out, parts);
      const text = values.map((value) => (typeof value === 'string' ? value : value.toString('base64'))).join('');
      expect((await out.whole()) === text).toBe(true);
      expect(lengthOf(parts)).toBe(Buffer.byteLength(text));
    }),
    { numRuns: 80 },
  );
});

it('accepts promised sources and streams, one after the other', async () => {
  const out = new Collector(true);
  let open = 0;
  const part = (text: string): Base64Part => ({
    size: text.length,
    bytes: async () => {
      expect(open++).toBe(0);
      await nextTurn();
      return Readable.from([Buffer.from(text)]).on('close', () => open--);
    },
  });
  await writeParts(out, ['[', part('abc'), ',', part('de'), ']']);
  expect(await out.whole()).toBe('[YWJj,ZGU=]');
});

it('writes bytes that are there at once as one text, between others', async () => {
  const out = new Collector(true);
  const parts = [Buffer.alloc(200_000, 'ab'), cutAt(Buffer.from('abcd'), [1]), new Uint8Array(0), Buffer.from('xyz')];
  const sizes = [200_000, 4, 0, 3];
  await writeParts(
    out,
    parts.flatMap((bytes, index): JsonPart[] => [index === 0 ? '[' : ',', { size: sizes[index]!, bytes: () => bytes }]),
  );
  expect(await out.whole()).toBe(`[${Buffer.alloc(200_000, 'ab').toString('base64')},YWJjZA==,,eHl6`);
});

it.each([2, 4])('writes nothing of bytes that are not as many as the %d announced', async (size) => {
  const out = new Collector();
  const parts = ['"', { size, bytes: async () => Buffer.from('abc') }];
  await expect(writeParts(out, parts)).rejects.toMatchObject({ code: 'SOURCE_SIZE' });
  expect(out.text).toBe('"');
});

it('E11 reads no faster than the output is consumed', async () => {
  const source = endless();
  const out = new PassThrough({ highWaterMark: 64 * 1024 });
  const failure = writeParts(out, [{ size: 2 ** 40, bytes: source.bytes }]).catch((error: unknown) => error);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(source.pulled).toBeLessThan(5);
  out.destroy();
  expect(await failure).toMatchObject({ code: 'OUTPUT_CLOSED' });
  await nextTurn();
  expect(source.closed).toBe(true);
});

it('yields to the event loop when all data is available', async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const bytes = Buffer.alloc(64 * 1024);
  const size = 64 * 1024 * 1024;
  const source = async function* (): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; left -= bytes.length) yield bytes;
  };
  let written = 0;
  const out = new Writable({ decodeStrings: false, write: (text: string, _, done) => ((written += text.length), done()) });
  await writeParts(out, [{ size, bytes: source }]);
  clearInterval(counting);
  expect(written).toBe(Math.ceil(size / 3) * 4);
  expect(turns).toBeGreaterThan(5);
});

describe('a source', () => {
  it.each([
    ['fewer', 7, 'A source of 7 bytes delivered 1 fewer'],
    ['more', 5, 'A source of 5 bytes delivered more'],
    ['some instead of none', 0, 'A source of 0 bytes delivered more'],
  ])('fails if it delivers %s bytes than announced', async (_, size, message) => {
    const out = new Collector();
    let closed = false;
    const bytes = async function* (): AsyncGenerator<Buffer> {
      try {
        yield Buffer.from('abc');
        yield Buffer.from('def');
      } finally {
        closed = true;
      }
    };
    await expect(writeParts(out, ['"', { size, bytes }, '"'])).rejects.toMatchObject({ code: 'SOURCE_SIZE', message });
    expect(out.text.length).toBeLessThanOrEqual(1 + Math.ceil(size / 3) * 4);
    expect(closed).toBe(true);
  });

  it.each([-1, 1.5, NaN, Infinity])('fails with a size of %d', async (size) => {
    const part = { size, bytes: () => cutAt(Buffer.alloc(0), []) };
    expect(() => lengthOf([part])).toThrow(RangeError);
    const out = new Collector();
    await expect(writeParts(out, ['"', part])).rejects.toThrow(RangeError);
    expect(out.text).toBe('');
  });

  it('passes its error on unchanged', async () => {
    const error = new Error('storage is gone');
    const fail = (): never => {
      throw error;
    };
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.alloc(2);
      throw error;
    };
    for (const bytes of [fail, () => Promise.reject<AsyncIterable<Buffer>>(error), failing]) {
      await expect(writeParts(new Collector(), [{ size: 4, bytes }])).rejects.toBe(error);
    }
  });
});

describe('a closed output', () => {
  it('ends a source that delivers no more data', async () => {
    const out = new Collector();
    const source = new Readable({ read: () => undefined });
    source.push(Buffer.alloc(100_000));
    const failure = writeParts(out, [{ size: 200_000, bytes: () => source }]).catch((error: unknown) => error);
    await nextTurn();
    const cause = new Error('reset');
    out.destroy(cause);
    expect(await failure).toMatchObject({ code: 'OUTPUT_CLOSED', cause });
    expect(source.destroyed).toBe(true);
  });

  it('is noticed while other work runs', async () => {
    const out = new Collector();
    const source = async function* (): AsyncGenerator<Buffer> {
      setImmediate(() => out.destroy());
      yield Buffer.alloc(2 * 1024 * 1024);
      await new Promise(() => undefined);
    };
    await expect(writeParts(out, [{ size: 2 ** 30, bytes: source }])).rejects.toMatchObject({ code: 'OUTPUT_CLOSED' });
  });

  it('ends a source that opens later', async () => {
    const out = new Collector();
    const source = new PassThrough();
    let open: (source: PassThrough) => void = () => undefined;
    const failure = writeParts(out, [{ size: 3, bytes: () => new Promise<PassThrough>((resolve) => (open = resolve)) }]).catch(
      (error: unknown) => error,
    );
    await nextTurn();
    out.destroy();
    expect(await failure).toMatchObject({ code: 'OUTPUT_CLOSED' });
    open(source);
    await nextTurn();
    expect(source.destroyed).toBe(true);
  });

  it.each([
    ['destroyed', (out: Writable) => out.destroy()],
    ['ended', (out: Writable) => out.end()],
  ])('opens no source when it was already %s', async (_, close) => {
    const out = new Collector();
    close(out);
    const bytes = jest.fn();
    for (const parts of [['"', { size: 3, bytes }], [{ size: 3, bytes }]]) {
      await expect(writeParts(out, parts)).rejects.toMatchObject({ code: 'OUTPUT_CLOSED' });
    }
    expect(bytes).not.toHaveBeenCalled();
  });
});

describe('over HTTP', () => {
  it('sends an exact Content-Length, and closes the source when the client disconnects', async () => {
    const content = Buffer.alloc(1_000_000, 'abcdefg');
    const source = endless();
    let failure: Promise<unknown> = Promise.resolve();
    const server = createServer((req, res) => {
      const part = req.url === '/endless' ? { size: 2 ** 40, bytes: source.bytes } : partOf(content, [5, 70_000]);
      const parts = ['{"arquivo":"', part, '"}'];
      res.writeHead(200, { 'content-length': lengthOf(parts) });
      failure = writeParts(res, parts).then(
        () => res.end(),
        (error: unknown) => error,
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const [whole] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
    const { arquivo } = JSON.parse((await buffer(whole)).toString()) as { arquivo: string };
    expect(Buffer.from(arquivo, 'base64').equals(content)).toBe(true);

    const [cut] = (await once(get({ port, host: '127.0.0.1', path: '/endless' }), 'response')) as [IncomingMessage];
    await once(cut, 'data');
    cut.destroy();
    expect(await failure).toMatchObject({ code: 'OUTPUT_CLOSED' });
    await nextTurn();
    expect(source.closed).toBe(true);
    server.closeAllConnections();
    server.close();
  });
});
