import { promisify } from 'node:util';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';
import { FileRefused } from '#application/ports/text-extraction';

const MOST_ENTRIES = 10_000;
const MOST_UNPACKED_BYTES = 512 * 1024 ** 2;
/** Unpacked to packed bytes; smaller entries may be packed as well as they can be. */
const MOST_RATIO = 200;
const SMALL_BYTES = 1024 ** 2;

export interface OfficePackage {
  names: string[];
  /** In pieces, until `isEnough`. */
  read(name: string, take: (piece: string) => void, isEnough: () => boolean): Promise<void>;
}

const open = promisify(fromBuffer as (bytes: Buffer, options: Options, done: (error: Error | null, zip: ZipFile) => void) => void);

/** A zip archive; the sizes of what is read of it are within bounds, and yauzl fails when an entry unpacks to more than it says. */
export async function openPackage(bytes: Buffer): Promise<OfficePackage> {
  const zip = await open(bytes, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw new FileRefused('damaged');
  });
  const entries = await entriesOf(zip);
  let unpacked = 0;
  return {
    names: [...entries.keys()],
    read: async (name, take, isEnough) => {
      const entry = entries.get(name);
      if (!entry || entry.isEncrypted()) throw new FileRefused(entry ? 'encrypted' : 'damaged');
      // Of what is not read, as pictures, the size is of no account.
      unpacked += entry.uncompressedSize;
      if (unpacked > MOST_UNPACKED_BYTES || isInflated(entry)) throw new FileRefused('inflated');
      await readEntry(zip, entry, take, isEnough);
    },
  };
}

const isInflated = ({ uncompressedSize, compressedSize }: Entry) =>
  uncompressedSize > SMALL_BYTES && uncompressedSize / Math.max(1, compressedSize) > MOST_RATIO;

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let count = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (++count > MOST_ENTRIES) return reject(new FileRefused('inflated'));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('error', () => reject(new FileRefused('damaged')));
    zip.once('end', resolve);
    zip.readEntry();
  });
  return entries;
}

async function readEntry(zip: ZipFile, entry: Entry, take: (piece: string) => void, isEnough: () => boolean): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const stream = await promisify(zip.openReadStream.bind(zip) as (entry: Entry, done: (error: Error | null, stream: NodeJS.ReadableStream) => void) => void)(entry); // prettier-ignore
  try {
    for await (const chunk of stream) {
      take(decoder.decode(chunk as Buffer, { stream: true }));
      if (isEnough()) return;
    }
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused('damaged');
  }
}
