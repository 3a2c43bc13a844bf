const [END, ENTRY] = [0x06054b50, 0x02014b50];

const [DEFLATED, MANY, FAR] = [8, 0xffff, 0xffffffff];
/** Of a byte order mark, white space and `<`: a parser of XML gives up at the first byte of anything else. */
const MARKUP_BEGINS: ReadonlySet<number | undefined> = new Set([0xef, 0x09, 0x0a, 0x0d, 0x20, 0x3c]);

/** Bytes that the parts of an archive may have together when they are unpacked. */
interface Allowed {
  markup: number;
  others: number;
}

/** Takes what a part unpacks to from what is left, and no more than that. Whatever its name is: any part may be read as XML. */
async function take(left: Allowed, method: number, packed: ArrayBuffer): Promise<void> {
  const stream = new Blob([packed]).stream();
  const reader = (method === DEFLATED ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream).getReader();
  let kind: keyof Allowed | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.length === 0) continue;
    kind ??= MARKUP_BEGINS.has(value[0]) ? 'markup' : 'others';
    left[kind] -= value.length;
    if (left[kind] < 0) return reader.cancel();
  }
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
  // Another directory may count then.
  if ([4, 6, 8, 10].some((place) => short(end + place) === MANY)) throw new Error('ZIP64');
  while (at < end) {
    if (long(at) !== ENTRY) throw new Error('no entry');
    const [method, size, nameLength, local] = [short(at + 10), long(at + 20), short(at + 28), long(at + 42)];
    if (size === FAR || local === FAR) throw new Error('ZIP64');
    const start = local + 30 + short(local + 26) + short(local + 28);
    await take(left, method, bytes.slice(start, start + size));
    if (left.markup < 0 || left.others < 0) return false;
    at += 46 + nameLength + short(at + 30) + short(at + 32);
  }
  return true;
}
