import { ingestMultipart, MultipartError } from './index';
import { bodyOf, BOUNDARY, cutAt, field, file, LIMITS, outcome, outcomeOf, part } from '../test/support';

// Fast alone; the machine may be shared.
const MIB = 1024 * 1024;
const noFile = () => Promise.reject(new Error('no file is expected'));

/** Bytes that a collection cannot free. */
const held = () => {
  global.gc!();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
};

describe('limits', () => {
  it.each([
    [16 * 1024, undefined],
    [16 * 1024 + 1, 'HEADERS_TOO_LARGE'],
  ])('limits the headers of a part to 16 KiB: %d', async (length, error) => {
    const disposition = 'Content-Disposition: form-data; name=x\r\nX-More: ';
    const body = bodyOf([part(`${disposition}${'h'.repeat(length - disposition.length)}`, '1')]);
    expect((await outcome(body)).error).toBe(error);
  });

  it('refuses endless headers early', async () => {
    let read = 0;
    const endless = (async function* () {
      yield Buffer.from(`--${BOUNDARY}\r\n`);
      for (;;) {
        read += 1024;
        yield Buffer.from('h: h\r\n'.repeat(171).slice(0, 1024));
      }
    })();
    expect(await outcomeOf(endless)).toEqual({ error: 'HEADERS_TOO_LARGE' });
    expect(read).toBeLessThan(20 * 1024);
  });

  it.each([
    [1000, undefined],
    [1001, 'FIELD_TOO_LARGE'],
    [100_000, 'FIELD_TOO_LARGE'],
  ])('limits a text field to 1000 bytes: %d', async (length, error) => {
    expect((await outcome(bodyOf([field('x', 'v'.repeat(length))]))).error).toBe(error);
  });

  it.each([
    [20, undefined],
    [21, 'TOO_MANY_FIELDS'],
  ])('limits a form to 20 text fields, with any number of files: %d', async (count, error) => {
    const texts = Array.from({ length: count }, (_, index) => field(`x${index}`, '1'));
    const files = Array.from({ length: 30 }, (_, index) => file('a', `${index}.txt`, 'x'));
    expect((await outcome(bodyOf([...files, ...texts]))).error).toBe(error);
  });

  it('accepts a body of the maximum length, and not one byte more', async () => {
    const body = bodyOf([file('a', 'a.txt', 'x'.repeat(5000))]);
    expect((await outcome(body, { body: body.length })).error).toBeUndefined();
    for (const length of [1, 100, 1000]) {
      const cuts = Array.from({ length: Math.floor(body.length / length) }, (_, index) => (index + 1) * length);
      expect(await outcomeOf(cutAt(body, cuts), BOUNDARY, { body: body.length - length - 4 })).toEqual({ error: 'BODY_TOO_LARGE' });
    }
  });

  it('reports how much of the body was read', async () => {
    const body = bodyOf([part('nonsense')]);
    const reading = ingestMultipart(cutAt(body), BOUNDARY, { openFile: noFile, limits: LIMITS });
    await expect(reading).rejects.toThrow(new MultipartError('MALFORMED', body.length));
  });
});

/** The body as chunks, with a note of whether it was let go. */
function watched(body: Buffer, failure?: Error) {
  const state = { asked: 0, isLetGo: false };
  const chunks: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const from = 20 * state.asked++;
        if (failure && from > body.length / 2) throw failure;
        return from < body.length ? { done: false, value: body.subarray(from, from + 20) } : { done: true, value: undefined };
      },
      return: async () => {
        state.isLetGo = true;
        return { done: true, value: undefined };
      },
    }),
  };
  return { state, chunks };
}

describe('the source of a body', () => {
  const open = async () => ({ write: async () => undefined, end: async () => undefined });
  const broken = (what: string) => () => Promise.reject(new Error(what));
  const body = bodyOf([file('a', 'a.txt', 'x'.repeat(500)), field('x', '1')]);

  it.each([
    ['everything was read', body, open, undefined],
    ['it is malformed', bodyOf([part('nonsense'), file('a', 'a.txt', 'x'.repeat(500))]), open, /MALFORMED/],
    ['it ends early', body.subarray(0, 300), open, /TRUNCATED/],
    ['a file cannot be opened', body, broken('no room'), /no room/],
    ['a file cannot be written', body, async () => ({ write: broken('disk full'), end: open }), /disk full/],
    ['a file cannot be ended', body, async () => ({ write: async () => undefined, end: broken('lost') }), /lost/],
  ])('is released when %s', async (_, bytes, openFile, error) => {
    const { state, chunks } = watched(bytes as Buffer);
    const reading = ingestMultipart(chunks, BOUNDARY, { openFile: openFile as never, limits: LIMITS });
    if (error) await expect(reading).rejects.toThrow(error as RegExp);
    else await reading;
    expect(state.isLetGo).toBe(true);
  });

  it('is not read further after an error', async () => {
    const { state, chunks } = watched(bodyOf([part('nonsense'), file('a', 'a.txt', 'x'.repeat(5000))]));
    await expect(ingestMultipart(chunks, BOUNDARY, { openFile: open, limits: LIMITS })).rejects.toThrow('MALFORMED');
    expect(state.asked).toBeLessThan(5);
  });

  it('passes its error on', async () => {
    const { chunks } = watched(body, new Error('connection reset'));
    await expect(ingestMultipart(chunks, BOUNDARY, { openFile: open, limits: LIMITS })).rejects.toThrow('connection reset');
  });
});

describe('a large file', () => {
  it('of 64 MB is streamed with at most one chunk in memory', async () => {
    const chunk = Buffer.alloc(MIB, 'x');
    const [head, tail] = bodyOf([file('a', 'a.bin', '@')])
      .toString()
      .split('@') as [string, string];
    let [given, written, most] = [0, 0, 0];
    const large = (async function* () {
      yield Buffer.from(head);
      for (let count = 0; count < 64; count++) {
        given += chunk.length;
        yield chunk;
      }
      yield Buffer.from(tail);
    })();
    const before = held();
    let highest = before;
    const write = async (bytes: Uint8Array) => {
      written += bytes.length;
      most = Math.max(most, given - written);
      if (written % (8 * MIB) < MIB) highest = Math.max(highest, held());
    };
    const openFile = async () => ({ write, end: async () => undefined });
    await ingestMultipart(large, BOUNDARY, { openFile, limits: { ...LIMITS, body: 1000 * MIB } });
    expect(written).toBe(64 * MIB);
    // What might be the beginning of a delimiter waits for the next chunk.
    expect(most).toBeLessThanOrEqual(BOUNDARY.length + 4);
    expect(highest - before).toBeLessThan(20 * MIB);
  });

  it('full of partial boundaries is read in linear time', async () => {
    const almost = Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(400_000));
    const { contents, error } = await outcome(bodyOf([file('a', 'a.bin', almost)]));
    expect(error).toBeUndefined();
    expect(contents?.[0]?.length).toBe(2 * almost.length);
  });
});
