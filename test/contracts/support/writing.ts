import { newObjectKey } from '#application/support/ids';
import type { FileStorage, FileWriter } from '#application/ports/files';
import { irregular, sha256Of } from '../../builders/bytes';

/** Writes the bytes in steps of irregular size, as a decoder would. */
export async function fill(writer: FileWriter, bytes: Uint8Array, seed = 'steps'): Promise<void> {
  const lengthOf = irregular(seed);
  for (let from = 0; from < bytes.length;) {
    const room = writer.room();
    if (room.length === 0) throw new Error('room() answered an empty region');
    const length = Math.min(lengthOf(room.length), bytes.length - from);
    room.set(bytes.subarray(from, from + length));
    from += length;
    await writer.commit(length);
  }
}

/** Stores an object and answers its key. */
export async function put(storage: FileStorage, bytes: Uint8Array, seed?: string): Promise<string> {
  const key = newObjectKey();
  const writer = storage.create(key);
  await fill(writer, bytes, seed);
  const sha256 = await writer.close();
  if (sha256 !== sha256Of(bytes)) throw new Error(`${key} was hashed as ${sha256}`);
  return key;
}
