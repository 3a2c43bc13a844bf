import { createHash } from 'node:crypto';
import { newObjectKey } from '#application/support/ids';
import type { FileWriter, ObjectJournal } from '#application/ports/files';
import type { StagedKeys } from './staged-keys';

const ROOM_BYTES = 64 * 1024;
/** Of a zip: its longest comment, and a directory of some thousand names. */
const TAIL_BYTES = 192 * 1024;
const ZIP_MARK = Buffer.from('PK');

/** A store for simulated calls: it discards all bytes but the last ones of zips. */
export const discardingStorage: { create(key: string): DiscardingWriter } = { create: () => new DiscardingWriter() };

export class DiscardingWriter implements FileWriter {
  private readonly bytes = new Uint8Array(ROOM_BYTES);
  private readonly hash = createHash('sha256');
  private isZip: boolean | undefined;
  tail: Buffer = Buffer.alloc(0);

  room(): Uint8Array {
    return this.bytes;
  }

  commit(length: number): void {
    const bytes = this.bytes.subarray(0, length);
    this.hash.update(bytes);
    this.isZip ??= ZIP_MARK.subarray(0, length).equals(bytes.subarray(0, ZIP_MARK.length));
    if (this.isZip) this.tail = Buffer.concat([this.tail.subarray(-(TAIL_BYTES - length)), bytes]);
  }

  async close(): Promise<string> {
    return this.hash.digest('hex');
  }

  async abort(): Promise<void> {}
}

export const noKeys: Pick<StagedKeys, 'take' | 'distrust'> = { take: async () => newObjectKey(), distrust: () => undefined };

export const noJournal: Pick<ObjectJournal, 'renew' | 'claim' | 'release' | 'abandon'> = {
  renew: async () => undefined,
  claim: async () => true,
  release: async () => undefined,
  abandon: async () => undefined,
};
