import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import type { Digested, Piece } from './part-digests';

const hashes = new Map<number, Hash>();

/** One answer to each message that has a part, in their order. */
parentPort?.on('message', ({ id, part, isLast, wantsCrc }: Piece) => {
  if (!part) return hashes.delete(id);
  const hash = hashes.get(id) ?? createHash('sha256');
  hash.update(part);
  const digested: Digested = { crc32: wantsCrc ? crc32(part) : 0, sha256: isLast ? hash.digest('hex') : '' };
  if (isLast) hashes.delete(id);
  else hashes.set(id, hash);
  parentPort?.postMessage(digested);
});
