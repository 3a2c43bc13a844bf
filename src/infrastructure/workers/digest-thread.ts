import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { Piece } from './part-digests';

const hashes = new Map<number, Hash>();

/** One answer to each message but a cancellation, in their order. */
parentPort?.on('message', ({ id, part, isEnd }: Piece) => {
  if (part) {
    const hash = hashes.get(id) ?? createHash('sha256');
    hashes.set(id, hash.update(part));
    return parentPort?.postMessage('');
  }
  const sha256 = isEnd ? hashes.get(id)?.digest('hex') : undefined;
  hashes.delete(id);
  if (isEnd) parentPort?.postMessage(sha256);
});
