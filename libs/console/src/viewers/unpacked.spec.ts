import { deflateRawSync } from 'node:zlib';
import { unpacksWithin } from './unpacked';

/** A zip archive; `said`: what it claims that its parts unpack to, if that is not so. */
function zipOf(parts: readonly [name: string, content: string][], said?: number): ArrayBuffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const data = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(said ?? content.length, 18);
    head.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from('PK\x03\x04'), head, Buffer.from(name), data);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\0\0'), head, offset, Buffer.from(name));
    at += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Uint8Array.from(Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end])).buffer;
}

const parts: [string, string][] = [
  ['word/document.xml', `<${'a'.repeat(999)}`],
  // Whatever its name is.
  ['word/document.png', ` ${'b'.repeat(499)}`],
  ['word/media/image1.png', 'c'.repeat(4000)],
];

const zip64 = zipOf(parts);
new DataView(zip64).setUint16(zip64.byteLength - 12, 0xffff, true);

describe('what an Office file unpacks to', () => {
  it.each([
    [1500, 4000, true],
    [1499, 4000, false],
    [1500, 3999, false],
  ])('is within %i of markup and %i of others: %s', async (markup, others, expected) => {
    expect(await unpacksWithin(zipOf(parts), { markup, others })).toBe(expected);
    expect(await unpacksWithin(zipOf(parts, 1), { markup, others })).toBe(expected);
  });

  it.each([
    ['empty', new ArrayBuffer(0)],
    ['something else', new TextEncoder().encode('%PDF-1.4 and more than enough of it').buffer],
    ['an archive with another directory, of ZIP64', zip64],
    ['an archive behind something else', Uint8Array.from([...Buffer.from('MZ'), ...new Uint8Array(zipOf(parts))]).buffer],
  ])('is refused where the file is %s', async (_, bytes) => {
    await expect(unpacksWithin(bytes as ArrayBuffer, { markup: 1e6, others: 1e6 })).rejects.toThrow();
  });
});
