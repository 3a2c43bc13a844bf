import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { FileReader, FileRefused, ReaderStopped, type FileContent, type ReadOrder } from '#application/ports/text-extraction';
import { SecondReading } from './second-reading';

const BEFORE = Buffer.from('contrato');
const SIGNED = Buffer.from('contrato, assinado');
type Answer = Pick<FileContent, 'pages'> & { isCut?: boolean };

/** Answers by the bytes that it is given. */
class Reader extends FileReader {
  readonly missing = [];
  readonly read: FileReader['read'] = async ({ size }: ReadOrder, bytes: Readable) => {
    const content = Buffer.concat((await bytes.toArray()) as Buffer[]);
    expect(content).toHaveLength(size);
    const answer = content.equals(BEFORE) ? this.before : this.after;
    if (answer instanceof Error) throw answer;
    return { engine: 'test', words: [], isCut: false, preview: null, ...answer };
  };

  constructor(
    private readonly before: Answer | Error,
    private readonly after: Answer | Error,
    private readonly installed = true,
  ) {
    super();
  }
  isolation = () => Promise.resolve(null);
  canRead = () => this.installed;
  canDraw = () => this.installed;
  canRecognise = () => this.installed;
}

async function outcome(reader: FileReader, addedPages = 1): Promise<{ said: unknown; problems: unknown[] }> {
  const problems: unknown[] = [];
  const reading = new SecondReading(reader, { problem: (_, error) => void problems.push(error) });
  const signed = { size: SIGNED.length, sha256: createHash('sha256').update(SIGNED).digest('hex'), addedPages };
  const bytes = () => Promise.resolve((async function* () { yield SIGNED.subarray(0, 5); yield SIGNED.subarray(5); })()); // prettier-ignore
  const said = await reading.check(BEFORE.length, { ...signed, bytes }, new AbortController().signal).then(() => 'good', (error: unknown) => (error as { code: string }).code); // prettier-ignore
  return { said, problems };
}

const pages = (...texts: string[]): Answer => ({ pages: texts });

describe('the second reading of a signed file', () => {
  it.each<[string, Answer, Answer, number]>([
    ['the same pages, and the card', pages('um', 'dois'), pages('um', 'dois', 'cartão'), 1],
    ['a card on the last page', pages('um', 'dois dois'), pages('um', 'dois assinado por Ana dois'), 0],
    ['more text than is kept', { pages: ['um'], isCut: true }, { pages: ['um'], isCut: true }, 1],
    ['a second reading that was cut earlier', { pages: ['um', 'dois'], isCut: true }, { pages: ['um'], isCut: true }, 1],
    ['a second reading that alone was cut', pages('um', 'dois'), { pages: ['um'], isCut: true }, 1],
    ['a first reading that alone was cut', { pages: ['um'], isCut: true }, pages('um', 'dois', 'cartão'), 1],
  ])('lets through %s', async (_, before, after, added) => {
    expect(await outcome(new Reader(before, after), added)).toEqual({ said: 'good', problems: [] });
  });

  it.each<[string, Answer, Answer | Error, number]>([
    ['the card alone', pages('um'), pages('cartão'), 1],
    ['a page that is gone', pages('um', 'dois'), pages('um', 'cartão'), 1],
    ['no page where one was added', pages('um'), pages('um'), 1],
    ['a page where none was added', pages('um'), pages('um', ''), 0],
    ['another text', pages('um', 'dois'), pages('um', 'três', 'cartão'), 1],
    ['a word less', pages('um dois dois'), pages('um dois', 'cartão'), 1],
    ['another text, of a long file', { pages: ['um', 'dois'], isCut: true }, { pages: ['um', 'três'], isCut: true }, 1],
    ['lost pages, where the first reading was cut', { pages: ['um', 'dois'], isCut: true }, pages('um'), 1],
    ['lost scans, where the first reading was cut', { pages: ['', '', ''], isCut: true }, pages('', 'cartão'), 1],
    ['the last page for the card, where the first reading was cut', { pages: ['', ''], isCut: true }, pages('', 'cartão'), 1],
    ['pages that nobody added, of a reading that was cut', pages('um'), { pages: ['um', 'dois', 'três'], isCut: true }, 1],
    ['a file that cannot be read any more', pages('um'), new FileRefused('damaged'), 1],
  ])('refuses %s', async (_, before, after, added) => {
    expect(await outcome(new Reader(before, after), added)).toEqual({ said: 'PDF_DAMAGED', problems: [] });
  });

  it.each(['damaged', 'encrypted'] as const)('refuses what is for its reader %s before', async (fault) => {
    expect(await outcome(new Reader(new FileRefused(fault), pages('cartão')))).toEqual({ said: 'PDF_DAMAGED', problems: [] });
  });

  it.each(['inflated', 'too-many-pixels'] as const)('does not judge what is more than its reader takes on: %s', async (fault) => {
    const limit = new FileRefused(fault);
    for (const reader of [new Reader(limit, limit), new Reader(limit, pages('cartão')), new Reader(pages(''), limit)])
      expect(await outcome(reader)).toEqual({ said: 'good', problems: [limit] });
    expect(await outcome(new Reader(limit, new FileRefused('damaged')))).toEqual({ said: 'PDF_DAMAGED', problems: [] });
  });

  it('reports what it could not finish, and is not made where nothing is there to make it', async () => {
    const stopped = new ReaderStopped('memory');
    expect(await outcome(new Reader(pages('um'), stopped))).toEqual({ said: 'good', problems: [stopped] });
    expect(await outcome(new Reader(pages('um'), pages(), false))).toEqual({ said: 'good', problems: [] });
  });
});
