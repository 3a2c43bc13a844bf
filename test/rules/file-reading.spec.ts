import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { FileRefused, ReaderStopped, type ReadOrder } from '#application/ports/text-extraction';
import { kindOf, type FileKind } from '#domain/files/file-reading';
import { ChildFileReader } from '#infrastructure/text-extraction/child-file-reader';
import { readingChildren } from '../support/reading-children';
import { until } from '../support/until';
import { loopingPdf, pdfOf, pngOf, zipOf } from '../support/sample-documents';

const WEBP = /^RIFF....WEBP/s;
const NEVER = new AbortController().signal;

describe('the reader of files', () => {
  let reader: ChildFileReader;
  beforeAll(() => {
    reader = new ChildFileReader();
  });
  afterAll(() => reader.onApplicationShutdown());

  const orderFor = (extension: string, { length: size }: Uint8Array, previewSize: number | null = null): ReadOrder => ({
    kind: kindOf(extension) as FileKind,
    extension,
    size,
    wantsText: true,
    wantsOcr: false,
    previewSize,
  });
  const read = (extension: string, bytes: Buffer | string, previewSize: number | null = null, by = reader) => {
    const content = Buffer.from(bytes as string);
    return by.read(orderFor(extension, content, previewSize), Readable.from([content.subarray(0, 7), content.subarray(7)]), NEVER);
  };
  const faultOf = (extension: string, bytes: Buffer | string) =>
    read(extension, bytes, 320).then(
      () => 'read',
      (error: unknown) => (error instanceof FileRefused ? error.fault : error),
    );

  it('has all optional packages here', () => expect(reader.missing).toEqual([]));

  it('reads a PDF page by page, and draws the first', async () => {
    const { engine, pages, words, isCut, preview } = await read(
      'pdf',
      await pdfOf(['Contrato de locação', '', 'Rescisão antecipada']),
      320,
    );
    expect({ pages, isCut }).toEqual({ pages: ['Contrato de locação', '', 'Rescisão antecipada'], isCut: false });
    expect(words).toEqual(['contrato', 'de', 'locacao', 'rescisao', 'antecipada']);
    expect(engine).toMatch(/^pdf\.js \d/);
    expect(Buffer.from(preview!).toString('latin1')).toMatch(WEBP);
  });

  it('draws pictures, smaller than asked for if they are', async () => {
    const { pages, preview, engine } = await read('png', pngOf(640, 480), 320);
    expect([pages, Buffer.from(preview!).toString('latin1').slice(0, 12)]).toEqual([[], expect.stringMatching(WEBP)]);
    expect(engine).toMatch(/^sharp \d/);
  });

  describe('recognises Portuguese in pictures', () => {
    const recognise = (extension: string, content: Buffer, size: number | null = null) =>
      reader.read({ ...orderFor(extension, content, size), wantsOcr: true }, Readable.from([content]), NEVER);
    /** As a scanner would make it: fonts of the machine play no part. */
    const scanOf = async (text: string) =>
      sharp((await read('pdf', await pdfOf([text]), 1240)).preview!)
        .extract({ left: 0, top: 0, width: 877, height: 200 })
        .flatten({ background: 'white' });

    it('of a picture, and makes its preview', async () => {
      const { pages, engine, preview } = await recognise('png', await (await scanOf('Rescisão de locação')).png().toBuffer(), 320);
      expect(pages.map((page) => page.trim())).toEqual(['Rescisão de locação']);
      expect([engine, Buffer.from(preview!).toString('latin1')]).toEqual([expect.stringMatching(/^sharp .*, tesseract \d/), expect.stringMatching(WEBP)]); // prettier-ignore
    });

    it('of the scanned pages of a PDF, and of no others', async () => {
      const scanned = await PDFDocument.load(await pdfOf(['Contrato assinado', '']));
      const picture = await scanned.embedJpg(await (await scanOf('Multa de não pagamento')).jpeg().toBuffer());
      scanned.getPage(1).drawImage(picture, { x: 0, y: 600, width: 595, height: 136 });
      const bytes = Buffer.from(await scanned.save());
      const { pages, engine } = await recognise('pdf', bytes);
      expect(pages.map((page) => page.trim())).toEqual(['Contrato assinado', 'Multa de não pagamento']);
      expect(engine).toMatch(/^pdf\.js .*, tesseract \d/);
      expect((await read('pdf', bytes)).pages).toEqual(['Contrato assinado', '']);
    });

    it('and finds none where there is none, or hardly a picture', async () => {
      for (const content of [pngOf(300, 200), pngOf(1, 1)]) expect((await recognise('png', content)).pages.join('').trim()).toBe('');
      expect((await read('txt', 'depois')).pages).toEqual(['depois']);
    });
  });

  describe('has the text of a PDF read by a program that is installed', () => {
    const program = process.env.PDFTOTEXT ?? '/usr/bin/pdftotext';
    const isThere = existsSync(program);
    if (!isThere) process.stdout.write('[unit] pdftotext: NOT RUN, it is not installed (PDFTOTEXT)\n');
    const withProgram = async <Result>(path: string, work: (own: ChildFileReader) => Promise<Result>): Promise<Result> => {
      const own = new ChildFileReader({}, path);
      try {
        return await work(own);
      } finally {
        await own.onApplicationShutdown();
      }
    };

    (isThere ? it : it.skip)('page by page, and draws the first itself', async () => {
      const isRun = (await reader.isolation()) === 'bubblewrap';
      const { pages, engine, preview } = await withProgram(program, async (own) =>
        read('pdf', await pdfOf(['Contrato de locação', '', 'Rescisão']), 320, own),
      );
      expect({ pages, engine }).toEqual({
        pages: ['Contrato de locação', '', 'Rescisão'],
        engine: isRun ? 'pdftotext' : expect.stringMatching(/^pdf\.js/),
      });
      expect(Buffer.from(preview!).toString('latin1')).toMatch(WEBP);
    });

    (isThere ? it : it.skip)('but for files that it refuses, of which pdf.js says why', async () => {
      const refused = (bytes: Buffer | string) =>
        withProgram(program, (own) => read('pdf', bytes, null, own).then(() => 'read', (error: unknown) => error instanceof FileRefused && error.fault)); // prettier-ignore
      expect([await refused(await pdfOf(['x'], 'senha')), await refused('nota')]).toEqual(['encrypted', 'damaged']);
    });

    describe('whatever it is', () => {
      let folder: string;
      /** A program is run by bubblewrap alone. */
      let isRun: boolean;
      beforeAll(async () => (isRun = (await reader.isolation()) === 'bubblewrap'));
      beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'acervo-program-'))));
      afterAll(() => rm(folder, { recursive: true }));

      const scripted = async (name: string, ...lines: string[]): Promise<string> => {
        const path = join(folder, name);
        await writeFile(path, ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 });
        return path;
      };
      /** Its own process, the one that watches, and the shell of both. */
      const running = async (path: string) => {
        const pids = (await readdir('/proc')).filter((pid) => /^\d+$/.test(pid));
        const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
        return commands.filter((command) => command.includes(path) && !command.includes('bwrap\0')).length;
      };

      it('it leaves nothing behind', async () => {
        const path = await scripted('good', 'cat > /dev/null', "printf 'Um\\fDois\\f'");
        await withProgram(path, async (own) => {
          const found = isRun ? { pages: ['Um', 'Dois'], engine: 'pdftotext' } : { pages: ['x'] };
          expect(await read('pdf', await pdfOf(['x']), null, own)).toMatchObject(found);
          expect(await running(path)).toBe(0);
        });
      });

      it('it ends with its reader', async () => {
        if (!isRun) return;
        const path = await scripted('endless', 'while :; do :; done');
        await withProgram(path, async (own) => {
          const [bytes, stopping] = [await pdfOf(['x']), new AbortController()];
          const reading = own.read(orderFor('pdf', bytes), Readable.from([bytes]), stopping.signal);
          await until(() => running(path), (found) => found === 3); // prettier-ignore
          stopping.abort();
          await expect(reading).rejects.toThrow();
          await until(() => running(path), (found) => found === 0); // prettier-ignore
        });
      });
    });

    it.each([['false', process.execPath, []], ['not there', '/nowhere/pdftotext', ['pdftotext']]])('or by pdf.js, where it is %s', async (_, path, missing) => {
      await withProgram(path, async (own) => {
        expect(own.missing).toEqual(missing);
        expect((await read('pdf', await pdfOf(['Contrato']), null, own)).engine).toMatch(/^pdf\.js/);
      });
    }); // prettier-ignore
  });

  it('takes no SVG for a picture, whatever its extension', async () => {
    expect(await faultOf('png', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/></svg>')).toBe(
      'damaged',
    );
  });

  describe('refuses hostile files, and reads the next', () => {
    it.each<[string, string, () => Promise<Buffer> | string | Buffer, string]>([
      ['an encrypted PDF', 'pdf', () => pdfOf(['segredo'], 'senha'), 'encrypted'],
      ['a PDF that is cut', 'pdf', async () => (await pdfOf(['Contrato'])).subarray(0, 60), 'damaged'],
      ['a PDF that is none', 'pdf', () => 'nota', 'damaged'],
      ['an archive that is none', 'docx', () => 'PK nota', 'damaged'],
      ['an archive without the document', 'docx', () => zipOf({ 'a.xml': '<a/>' }), 'damaged'],
      ['an Office file with a password', 'docx', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'encrypted'],
      ['a zip bomb', 'docx', () => zipOf({ 'word/document.xml': Buffer.alloc(50_000_000) }), 'inflated'],
      [
        'an archive of too many entries',
        'odt',
        () => zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}`, '']))),
        'inflated',
      ],
      ['entities in an archive', 'docx', () => zipOf({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }), 'doctype'],
      ['entities', 'xml', () => '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'doctype'],
      ['an attribute twice in an archive', 'docx', () => zipOf({ 'word/document.xml': '<a b="1" b="2"/>' }), 'damaged'],
      ['an attribute twice', 'xml', () => '<a b="1" b="2">x</a>', 'damaged'],
      ['XML that does not end', 'xml', () => '<a><b>', 'damaged'],
      ['XML without bottom', 'xml', () => '<a>'.repeat(100_000), 'damaged'],
      ['a picture that claims too many pixels', 'png', () => pngOf(1, 1, { width: 30_000, height: 30_000 }), 'too-many-pixels'],
      ['half a picture', 'png', () => pngOf(600, 600).subarray(0, 60), 'damaged'],
      ['a mail that is none', 'eml', () => '{"a": 1}', 'damaged'],
      ['a program called a text', 'txt', () => Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), 'damaged'],
    ])('%s', async (_, extension, make, fault) => {
      expect(await faultOf(extension, await make())).toBe(fault);
      expect((await read('txt', 'depois')).pages).toEqual(['depois']);
    });
  });

  it('comes to an end with a mail of mails without end', async () => {
    const nested = 'Subject: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(5000);
    const many = `Subject: a\nContent-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}--b--`;
    const quotes = `Subject: a\nContent-Type: text/plain; a="${'\\"'.repeat(50_000)}\n\nfim`;
    for (const mail of [nested, many, quotes]) expect((await read('eml', mail)).pages[0]).toMatch(/^Subject: a/);
  });

  it('comes to an end with a PDF whose pages lead back', async () => {
    expect((await read('pdf', loopingPdf())).pages.join('')).toBe('');
  });

  it('cuts what is too much', async () => {
    const { pages, isCut } = await read('txt', 'palavra '.repeat(400_000));
    expect(isCut).toBe(true);
    expect(Buffer.byteLength(pages.join(''))).toBeLessThanOrEqual(1024 ** 2);
  });

  describe('is stopped', () => {
    const slow = '<p>'.repeat(1_000_000);
    const stopped = async (limits: ConstructorParameters<typeof ChildFileReader>[0], content = slow) => {
      const own = new ChildFileReader(limits);
      try {
        return await read('html', content, null, own).then(
          () => 'read',
          (error: unknown) => (error instanceof ReaderStopped ? error.reason : error),
        );
      } finally {
        await own.onApplicationShutdown();
      }
    };

    it('when it takes too much of the processor', async () => {
      expect(await stopped({ milliseconds: 500 }, '<p>'.repeat(8_000_000))).toBe('time');
    });
    it('when it takes too much memory', async () => expect(await stopped({ residentBytes: 1024 })).toBe('memory'));
    it('when it says too much', async () => {
      const own = new ChildFileReader({ outputBytes: 10 });
      await expect(read('txt', 'palavra', null, own)).rejects.toThrow(new ReaderStopped('output'));
      await own.onApplicationShutdown();
    });

    it('by whoever waits for it, or by what it reads from', async () => {
      const ending = new AbortController();
      const reading = reader.read(orderFor('txt', Buffer.alloc(10)), Readable.from(endless()), ending.signal);
      ending.abort(new Error('the service ends'));
      await expect(reading).rejects.toThrow('the service ends');
      const broken = Readable.from(failing());
      await expect(reader.read(orderFor('txt', Buffer.alloc(10)), broken, NEVER)).rejects.toThrow('the store is away');
      expect((await read('txt', 'depois')).pages).toEqual(['depois']);
    });
  });

  it('has nothing of the environment', async () => {
    await read('txt', 'nota');
    const children = await readingChildren();
    expect(children.length).toBeGreaterThan(0);
    for (const child of children) {
      const names = (await readFile(`/proc/${child}/environ`, 'utf8')).split('\0').map((pair) => pair.split('=')[0]);
      expect(names.filter((name) => !['', 'HOME', 'PWD'].includes(name!))).toEqual([]);
    }
  });
});

async function* endless(): AsyncIterable<Buffer> {
  yield Buffer.from('abc');
  await new Promise(() => undefined);
}

async function* failing(): AsyncIterable<Buffer> {
  yield Buffer.from('abc');
  throw new Error('the store is away');
}
