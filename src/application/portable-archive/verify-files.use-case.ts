import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isObjectKey } from '#application/support/ids';
import { FileStorage, ObjectMissing } from '#application/ports/files';
import { StoredFiles, type StoredFileRow } from '#application/ports/portable-archive';

export type FileFault =
  | { kind: 'missing' | 'altered'; key: string; fileId: string; ownerId: string; reason: string }
  /** No row names it, and it will never be removed. */
  | { kind: 'extra'; key: string; reason: string };

export interface Verified {
  files: number;
  bytes: number;
  objects: number;
}

export interface VerifyListener {
  fault(fault: FileFault): void;
  /** Called periodically while files are read. */
  progress(done: number, of: number): void;
}

const BATCH = 500;
const AT_ONCE = 4;

/** Compares the stored objects with their rows while the service runs. */
@Injectable()
export class VerifyFiles {
  constructor(
    private readonly files: StoredFiles,
    private readonly storage: FileStorage,
  ) {}

  async execute(listener: VerifyListener): Promise<Verified> {
    const verified: Verified = { files: 0, bytes: 0, objects: 0 };
    await this.rows(listener, verified);
    await this.objects(listener, verified);
    return verified;
  }

  private async rows(listener: VerifyListener, verified: Verified): Promise<void> {
    const total = await this.files.countLive();
    for (let after = ''; ;) {
      const rows = await this.files.live(after, BATCH);
      const waiting = [...rows];
      const work = async () => {
        for (let row = waiting.shift(); row; row = waiting.shift()) {
          const { fault, bytes } = await this.read(row);
          // Not a fault if the file was deleted in the meantime.
          if (fault && (await this.files.isLive(row.key))) listener.fault(fault);
          verified.files++;
          verified.bytes += bytes;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      listener.progress(verified.files, total);
      if (rows.length < BATCH) return;
      after = (rows.at(-1) as StoredFileRow).key;
    }
  }

  private async read({ id: fileId, ownerId, key, size, sha256 }: StoredFileRow): Promise<{ fault?: FileFault; bytes: number }> {
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      for await (const chunk of await this.storage.read(key)) {
        hash.update(chunk);
        bytes += chunk.length;
      }
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
      return { bytes, fault: { kind: 'missing', key, fileId, ownerId, reason: 'the object is missing' } };
    }
    if (bytes !== size) {
      return { bytes, fault: { kind: 'altered', key, fileId, ownerId, reason: `${bytes} bytes instead of ${size}` } };
    }
    if (hash.digest('hex') === sha256) return { bytes };
    return { bytes, fault: { kind: 'altered', key, fileId, ownerId, reason: 'the content differs from the stored file' } };
  }

  private async objects(listener: VerifyListener, verified: Verified): Promise<void> {
    let keys: string[] = [];
    const look = async () => {
      const known = await this.files.known(keys);
      for (const key of keys) {
        if (!known.has(key) && (await this.isThere(key))) listener.fault({ kind: 'extra', key, reason: 'no row refers to it' });
      }
      verified.objects += keys.length;
      keys = [];
    };
    for await (const key of this.storage.keys()) {
      keys.push(key);
      if (keys.length === BATCH) await look();
    }
    await look();
  }

  /** The sweeper may have removed it since it was listed. */
  private async isThere(key: string): Promise<boolean> {
    return !isObjectKey(key) || (await this.storage.size(key)) !== null;
  }
}
