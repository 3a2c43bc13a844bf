const [END, ENTRY] = [0x06054b50, 0x02014b50];

/** Counts no further than what is allowed. */
async function inflatedSize(packed: ArrayBuffer, most: number): Promise<number> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    size += value?.length ?? 0;
    if (size > most) await reader.cancel();
    if (done || size > most) return size;
  }
}

/** Bytes that the parts of an archive may have together when they are unpacked. */
export interface Allowed {
  markup: number;
  others: number;
}

/** Whether an Office file unpacks to no more than that: what its directory says of sizes need not be true. Throws for what is no such file. */
export async function unpacksWithin(bytes: ArrayBuffer, { ...left }: Allowed): Promise<boolean> {
  const view = new DataView(bytes);
  const [short, long] = [(at: number) => view.getUint16(at, true), (at: number) => view.getUint32(at, true)];
  let end = bytes.byteLength - 22;
  while (long(end) !== END) end -= 1;
  let at = long(end + 16);
  // Where there is something in between, readers differ in what they take for the directory.
  if (at + long(end + 12) !== end) throw new Error('the directory is elsewhere');
  while (at < end) {
    if (long(at) !== ENTRY) throw new Error('no entry');
    const [method, size, nameLength, local] = [short(at + 10), long(at + 20), short(at + 28), long(at + 42)];
    const name = new TextDecoder().decode(bytes.slice(at + 46, at + 46 + nameLength));
    const start = local + 30 + short(local + 26) + short(local + 28);
    const kind = /\.(xml|rels)$/i.test(name) ? 'markup' : 'others';
    left[kind] -= method === 0 ? size : await inflatedSize(bytes.slice(start, start + size), left[kind]);
    if (left[kind] < 0) return false;
    at += 46 + nameLength + short(at + 30) + short(at + 32);
  }
  return true;
}
