import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { FileRefused, ReaderStopped, type FileContent } from '#application/ports/text-extraction';
import { hasPreview, kindOf, type FileKind } from '#domain/files/file-reading';
import { ChildFileReader } from '#infrastructure/text-extraction/child-file-reader';
import { until } from '../support/until';
import { readingChildren } from '../support/reading-children';

const FOLDER = join(__dirname, 'hostile-files');
const NEVER = new AbortController().signal;

/** A file of one page with these further objects, from 4 on: its content first. */
function pdfWith(resources: string, objects: readonly Buffer[], count = 1): Buffer {
  const heads = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${'3 0 R '.repeat(count)}]>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<${resources}>>>>`,
  ];
  const all = [...heads.map((head) => Buffer.from(head)), ...objects];
  const parts = all.flatMap((object, index) => [Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from('trailer\n<</Root 1 0 R>>\n%%EOF')]);
}
const packed = (content: Buffer | string, dictionary = '') => {
  const bytes = deflateSync(content);
  const head = `<<${dictionary}/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]);
};
const picture = (side: number) =>
  pdfWith('/XObject<</I 5 0 R>>', [
    packed('200 0 0 200 0 0 cm /I Do'),
    packed(Buffer.alloc(30), `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8`),
  ]);

type End = FileContent | string;
const OWN = { engine: 'acervo' };
const BY_PDF = { engine: expect.stringMatching(/^pdf\.js/) as string };

/** Those of the folder, by their names; and those that are too large for it. */
const ENDS: Record<string, unknown> = {
  'eml-deep.eml': { ...OWN, isCut: true },
  'gif-65535.gif': 'too-many-pixels',
  'pdf-bigimage.pdf': 'too-many-pixels',
  'pdf-flatebomb.pdf': 'inflated',
  'pdf-formloop.pdf': 'time',
  'pdf-hugebox.pdf': BY_PDF,
  'pdf-pageloop.pdf': 'damaged',
  'pdf-tiling.pdf': BY_PDF,
  'png-100k.png': 'too-many-pixels',
  'tiff-ifdloop.tif': { engine: expect.stringMatching(/^sharp/) as string },
  'xlsx-shared.xlsx': 'inflated',
  'xml-laughs.xml': 'doctype',
};
const MADE: [string, () => Buffer, unknown][] = [
  ['heads-without-end.eml', () => Buffer.from(`Subject: a\n${'X-Head: b\n'.repeat(40_000)}\nfim`), OWN],
  ['deep-states.pdf', () => pdfWith('', [packed('q '.repeat(5e6))]), 'inflated'],
  ['states-and-back.pdf', () => pdfWith('', [packed(`${'q '.repeat(1.5e6)}${'Q '.repeat(1.5e6)}`)]), 'inflated'],
  ['one-text.pdf', () => pdfWith('', [packed(`BT ${'(a) Tj '.repeat(1e6)}ET`)]), 'inflated'],
  ['long-page.pdf', longPage, { ...BY_PDF, isCut: true }],
  ['large-picture.pdf', () => picture(9999), 'too-many-pixels'],
];

/** Little of it repeats itself. */
function longPage(): Buffer {
  const shown = Array.from({ length: 12_000 }, (_, at) => `1 0 0 1 ${at % 191} ${(at * 7) % 193} Tm (${at ** 5} linha da folha) Tj`);
  return pdfWith('/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>', [packed(`BT /F 1 Tf ${shown.join('\n')} ET`)]);
}

describe('hostile files come to an end within the limits, and the next is read', () => {
  const readers: ChildFileReader[] = [];
  const opened = (limits: ConstructorParameters<typeof ChildFileReader>[0] = {}) => {
    const reader = new ChildFileReader(limits);
    readers.push(reader);
    return reader;
  };
  // A shorter time, as the test would last for minutes; and less memory than a reader may have.
  const LIMITS = { milliseconds: 12_000, residentBytes: 640 * 1024 ** 2 };
  const reader = opened(LIMITS);
  /** For files that never come to their end. */
  const hurried = opened({ ...LIMITS, milliseconds: 2_000 });
  afterAll(() => Promise.all(readers.map((each) => each.onApplicationShutdown())));

  function read(name: string, bytes: Buffer, by = reader, signal = NEVER): Promise<FileContent> {
    const extension = extname(name).slice(1);
    const kind = kindOf(extension) as FileKind;
    const order = { kind, extension, size: bytes.length, wantsText: true, wantsOcr: false, previewSize: hasPreview(kind) ? 320 : null };
    return by.read(order, Readable.from([bytes]), signal);
  }
  const endOf = (name: string, bytes: Buffer, by: ChildFileReader): Promise<End> =>
    read(name, bytes, by).catch((error: unknown) => {
      if (error instanceof FileRefused) return error.fault;
      return error instanceof ReaderStopped ? error.reason : String(error);
    });
  async function expectEnd(name: string, bytes: Buffer, end: unknown): Promise<void> {
    const by = end === 'time' ? hurried : reader;
    const found = await endOf(name, bytes, by);
    if (typeof end === 'string') expect(found).toBe(end);
    else expect(found).toMatchObject(end as object);
    expect((await read('depois.txt', Buffer.from('depois'), by)).pages).toEqual(['depois']);
  }

  it('has an expected end for each', () => expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(ENDS).sort()));
  it.each(Object.entries(ENDS))('%s', (name, end) => expectEnd(name, readFileSync(join(FOLDER, name)), end));
  it.each(MADE)('%s', (name, make, end) => expectEnd(name, make(), end));

  it('a time by the clock is over: the fault of a file at which the processor worked for long, of a busy machine else', async () => {
    const loop = readFileSync(join(FOLDER, 'pdf-formloop.pdf'));
    const timeout = new DOMException('', 'TimeoutError');
    const after = async (workedMilliseconds: number, ticks: number) => {
      const own = opened({ workedMilliseconds });
      const clock = new AbortController();
      const end = read('a.pdf', loop, own, clock.signal).catch((error: unknown) => error);
      await until(() => used(), (found) => found >= ticks, { withinMs: 300_000 }); // prettier-ignore
      clock.abort(timeout);
      return end;
    };
    expect(await after(10_000, 10)).toBe(timeout);
    expect(await after(500, 150)).toEqual(new ReaderStopped('time'));
  });
});

/** Processor time of the readers, in hundredths of a second. */
async function used(): Promise<number> {
  const stats = (await readingChildren()).flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/stat`, 'utf8')];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  const ticks = stats.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number)); // prettier-ignore
  return Math.max(0, ...ticks.map(([user = 0, system = 0]) => user + system));
}
