import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import type { Digested, Piece } from './part-digests';

/** Both checksums of one slice before the next: the second one finds it in the cache. Of a part in one go each would fetch all from memory. */
const SLICE_BYTES = 64 * 1024;

const hashes = new Map<number, Hash>();

/** One answer to each message that has a part, in their order. */
parentPort?.on('message', ({ id, part, isLast, wantsCrc }: Piece) => {
  if (!part) return hashes.delete(id);
  const hash = hashes.get(id) ?? createHash('sha256');
  let crc = 0;
  for (let from = 0; from < part.length; from += SLICE_BYTES) {
    const slice = part.subarray(from, from + SLICE_BYTES);
    hash.update(slice);
    if (wantsCrc) crc = crc32(slice, crc);
  }
  const digested: Digested = { crc32: crc, sha256: isLast ? hash.digest('hex') : '' };
  if (isLast) hashes.delete(id);
  else hashes.set(id, hash);
  parentPort?.postMessage(digested);
});
