/** Reads all of `length` bytes from `offset` of the file; fewer only at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;

const END_MARK = 'PK\x05\x06';
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;
/** Of the directory: enough for some ten thousand names. */
const MOST_BYTES = 1024 * 1024;
/** What a size in 32 bits says when the true one is elsewhere (Zip64). */
const ELSEWHERE = 0xffffffff;

/** Names in the central directory of a zip, as many as are looked at; null when there is none where it should be. */
export async function directoryNames(size: number, read: ReadBytes): Promise<string[] | null> {
  const tailAt = Math.max(0, size - END_BYTES - LONGEST_COMMENT);
  const tail = bufferOf(await read(tailAt, size - tailAt));
  const end = tail.lastIndexOf(END_MARK, undefined, 'latin1');
  if (end < 0 || end + END_BYTES > tail.length) return null;
  const [bytes, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (bytes === ELSEWHERE || start === ELSEWHERE) return null;
  // What stands in front of a zip moves it: its directory is what stands before its end.
  const at = tailAt + end - bytes;
  if (at < 0) return null;
  const length = Math.min(bytes, MOST_BYTES);
  const directory = at >= tailAt ? tail.subarray(at - tailAt, at - tailAt + length) : bufferOf(await read(at, length));
  return namesIn(directory);
}

function namesIn(directory: Buffer): string[] | null {
  const names: string[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length;) {
    if (directory.readUInt32LE(at) !== ENTRY_MARK) return names.length > 0 ? names : null;
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place)) as [number, number, number];
    names.push(directory.toString('latin1', at + ENTRY_BYTES, at + ENTRY_BYTES + name));
    at += ENTRY_BYTES + name + extra + comment;
  }
  return names.length > 0 ? names : null;
}

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
