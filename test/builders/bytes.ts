import { createCipheriv, createHash } from 'node:crypto';

/** The same bytes for the same seed, without any pattern that a mix-up could hide in. */
export function someBytes(length: number, seed: string): Buffer {
  const key = createHash('sha256').update(seed).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Whole numbers that look random, from 1 to `most`. */
export function irregular(seed: string): (most: number) => number {
  const bytes = someBytes(4096, `${seed} lengths`);
  let at = 0;
  return (most) => {
    at = (at + 4) % (bytes.length - 4);
    // Now and then everything that is possible: boundaries are where mistakes live.
    return bytes[at]! < 64 ? most : 1 + (bytes.readUInt32BE(at) % most);
  };
}

export async function readAll(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
