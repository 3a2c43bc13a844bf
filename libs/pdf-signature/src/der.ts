/** As much of DER (ITU-T X.690) as a CMS signature is made of. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const;

export interface Node {
  tag: number;
  content: Buffer;
  /** With tag and length. */
  whole: Buffer;
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthBytes(content.length), content]);
}

export const sequence = (...items: readonly Uint8Array[]) => der(TAG.sequence, ...items);
/** SET OF: in the order of the encodings. */
export const setOf = (...items: readonly Uint8Array[]) => der(TAG.set, ...[...items].sort(Buffer.compare));
export const octets = (bytes: Uint8Array) => der(TAG.octets, bytes);
export const nothing = () => der(TAG.nothing);
export const small = (value: number) => der(TAG.integer, Buffer.from([value]));
/** [n], constructed. */
export const context = (number: number, ...items: readonly Uint8Array[]) => der(0xa0 | number, ...items);

export function oid(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number);
  const bytes = [first! * 40 + second!];
  for (const arc of rest) {
    const septets = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) septets.unshift((left & 0x7f) | 0x80);
    bytes.push(...septets);
  }
  return der(TAG.oid, Buffer.from(bytes));
}

/** Reads one value; undefined when the bytes are no DER. What follows it is not looked at: placeholders are padded with zeros. */
export function readNode(bytes: Buffer): Node | undefined {
  if (bytes.length < 2 || (bytes[0]! & 0x1f) === 0x1f) return undefined;
  const first = bytes[1]!;
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || count > 4 || bytes.length < 2 + count) return undefined;
  const length = count === 0 ? first : bytes.readUIntBE(2, count);
  const start = 2 + count;
  if (start + length > bytes.length) return undefined;
  return { tag: bytes[0]!, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) };
}

/** The values inside a constructed one; undefined when they are no DER. */
export function children(node: Node | undefined): Node[] | undefined {
  if (!node || (node.tag & 0x20) === 0) return undefined;
  const items: Node[] = [];
  for (let rest = node.content; rest.length > 0;) {
    const item = readNode(rest);
    if (!item) return undefined;
    items.push(item);
    rest = rest.subarray(item.whole.length);
  }
  return items;
}

export const isOid = (node: Node | undefined, dotted: string) => node !== undefined && node.whole.equals(oid(dotted));
