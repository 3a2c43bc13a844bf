import { createHash } from 'node:crypto';
import type { FileStorage } from '#application/ports/file-storage';
import type { ObjectJournal } from '#application/ports/object-journal';

const ROOM_BYTES = 64 * 1024;

/** A store for simulated calls: it discards all bytes. */
export const discardingStorage: Pick<FileStorage, 'create'> = {
  create: () => {
    const room = new Uint8Array(ROOM_BYTES);
    const hash = createHash('sha256');
    return {
      room: () => room,
      commit: (length) => void hash.update(room.subarray(0, length)),
      close: async () => hash.digest('hex'),
      abort: async () => undefined,
    };
  },
};

export const noJournal: Pick<ObjectJournal, 'stage' | 'renew' | 'claim' | 'release' | 'abandon'> = {
  stage: async () => undefined,
  renew: async () => undefined,
  claim: async () => true,
  release: async () => undefined,
  abandon: async () => undefined,
};
