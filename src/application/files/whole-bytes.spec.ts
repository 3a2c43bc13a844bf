import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { NewFile } from '#domain/files/document-file';
import { AlteredObject, bytesToSend, wholeBytes } from './whole-bytes';

const CHUNKS = ['first ', 'second ', 'third'].map((text) => Buffer.from(text));
const BYTES = Buffer.concat(CHUNKS);
const FILE = { key: 'key', size: BYTES.length, sha256: createHash('sha256').update(BYTES).digest('hex') } as NewFile;

const storeOf = (source: AsyncIterable<Uint8Array>) => ({ read: async () => source });

async function received(chunks: readonly Buffer[], range?: { start: number; end: number }): Promise<{ text: string; error: unknown }> {
  const got: Buffer[] = [];
  try {
    for await (const chunk of await wholeBytes(storeOf(Readable.from(chunks, { objectMode: false })), FILE, range))
      got.push(chunk as Buffer);
    return { text: Buffer.concat(got).toString(), error: null };
  } catch (error) {
    return { text: Buffer.concat(got).toString(), error };
  }
}

describe('streaming a file to a client', () => {
  it('passes the stored bytes', async () => {
    expect(await received(CHUNKS)).toEqual({ text: BYTES.toString(), error: null });
    expect(await received([CHUNKS[1]!], { start: 6, end: 12 })).toEqual({ text: 'second ', error: null });
  });

  it.each([
    ['one of them is altered', [CHUNKS[0]!, Buffer.from('sec0nd '), CHUNKS[2]!]],
    ['the last is altered', [...CHUNKS.slice(0, 2), Buffer.from('thirD')]],
    ['some are missing', CHUNKS.slice(0, 2)],
    ['there are more of them', [...CHUNKS, Buffer.from('!')]],
    ['there are none', []],
  ])('never completes when %s', async (_, chunks) => {
    const { text, error } = await received(chunks);
    expect(error).toBeInstanceOf(AlteredObject);
    expect(text.length).toBeLessThan(BYTES.length);
  });

  it('never completes a range when bytes are missing', async () => {
    const { text, error } = await received([Buffer.from('sec')], { start: 6, end: 12 });
    expect([text, error]).toEqual(['', expect.any(AlteredObject)]);
  });

  it.each([
    ['before the first', (bytes: Readable) => bytes.destroy()],
    ['by way of its iterator', (bytes: Readable) => bytes[Symbol.asyncIterator]().return?.()],
    ['half way', async (bytes: Readable) => { for await (const _ of bytes) break; }], // prettier-ignore
  ])('closes the source when not read to the end: %s', async (_, leave) => {
    const source = Readable.from(CHUNKS, { objectMode: false });
    const closed = new Promise((resolve) => source.once('close', resolve));
    await leave(await wholeBytes(storeOf(source), FILE));
    await closed;
  });

  it('passes errors of the source on', async () => {
    const source = new Readable({ read() { this.destroy(new Error('the store is gone')); } }); // prettier-ignore
    await expect((await wholeBytes(storeOf(source), FILE)).toArray()).rejects.toThrow('the store is gone');
  });
});

describe('sending a file to a client', () => {
  const store = (atOnce: Buffer | null) => ({ ...storeOf(Readable.from(CHUNKS, { objectMode: false })), readAtOnce: async () => atOnce });

  it('takes a small one at once', async () => {
    expect(await bytesToSend(store(BYTES), FILE)).toBe(BYTES);
  });

  it.each([
    ['the store streams', null, FILE, undefined],
    ['it is large', BYTES, { ...FILE, size: 256 * 1024 + 1 }, undefined],
    ['a range is asked for', BYTES, FILE, { start: 0, end: BYTES.length - 1 }],
  ])('streams it when %s', async (_, atOnce, file, range) => {
    expect(await bytesToSend(store(atOnce), file, range)).toBeInstanceOf(Readable);
  });

  it.each([
    ['one is altered', Buffer.from('first sec0nd third')],
    ['some are missing', BYTES.subarray(1)],
    ['there are more of them', Buffer.concat([BYTES, Buffer.from('!')])],
  ])('fails when its bytes are read and %s', async (_, bytes) => {
    const read = await bytesToSend(store(bytes), FILE);
    await expect((read as Readable).toArray()).rejects.toThrow(AlteredObject);
  });
});
