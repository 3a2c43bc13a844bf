import { createHash } from 'node:crypto';
import { newObjectKey } from '#application/support/ids';
import type { FileStorage } from '#application/ports/file-storage';
import type { ObjectJournal } from '#application/ports/object-journal';
import type { StagedKeys } from './staged-keys';

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

export const noKeys: Pick<StagedKeys, 'take' | 'distrust'> = { take: async () => newObjectKey(), distrust: () => undefined };

export const noJournal: Pick<ObjectJournal, 'renew' | 'claim' | 'release' | 'abandon'> = {
  renew: async () => undefined,
  claim: async () => true,
  release: async () => undefined,
  abandon: async () => undefined,
};
