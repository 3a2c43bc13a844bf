import { gzipSync } from 'node:zlib';
import { checkExtension, contentTypeOf, detect, isInlineSafe, normaliseExtension } from './index';

describe('normaliseExtension', () => {
  it.each([
    ['.PDF', 'pdf'],
    ['Docx', 'docx'],
    ['7z', '7z'],
    ['a'.repeat(20), 'a'.repeat(20)],
  ])('%j is %j', (text, expected) => expect(normaliseExtension(text)).toBe(expected));

  it.each(['', '.', '..pdf', 'tar.gz', 'p df', ' pdf', 'pdf\n', 'pdf\0', '../x', 'ção', 'a'.repeat(21), 'm\u212Av', 'p\u202Efd'])(
    '%j is refused',
    (text) => expect(normaliseExtension(text)).toBeNull(),
  );
});

describe('serving', () => {
  it('has a content type for each extension', () => {
    expect(contentTypeOf('.JPEG')).toBe('image/jpeg');
    expect(contentTypeOf('docx')).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    expect(['exe', '../x', '', 'constructor'].map(contentTypeOf)).toEqual(Array(4).fill('application/octet-stream'));
  });

  it('serves no active content inline', () => {
    expect(['.PDF', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp'].every(isInlineSafe)).toBe(true);
    expect(['svg', 'html', 'htm', 'xml', 'xhtml', 'txt', 'tif', 'docx', 'exe', ''].some(isInlineSafe)).toBe(false);
  });
});

describe('hostile bytes', () => {
  const SIGNATURES = [
    'PK\x03\x04',
    '\x1F\x8B\b',
    '\x1A\x45\xDF\xA3',
    'OggS',
    'ID3',
    'II*\0',
    'MM\0*',
    '\x89PNG\r\n\x1A\n',
    '\x30\x26\xB2\x75\x8E\x66\xCF\x11\xA6\xD9',
  ];
  const MORE = [
    '\xCA\xFE\xBA\xBE',
    '!<arch>\n',
    '\x04\0\0\0',
    '\0\0\0\x0CjP  \r\n\x87\n',
    '\0\0\0\x18ftyp',
    '\x30\x84',
    '%PDF-',
    '\xFF\xFE',
    '\xEF\xBB\xBF',
    '070707',
    'AC',
  ];

  it('never cause an exception or an unhandled rejection', async () => {
    const rejections: unknown[] = [];
    const listener = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', listener);
    let seed = 42;
    const random = (below: number): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % below;
    for (let round = 0; round < 600; round += 1) {
      const list = [...SIGNATURES, ...MORE];
      const tail = Buffer.from(Array.from({ length: random(80) }, () => (random(3) === 0 ? random(256) : 0)));
      const bytes = Buffer.concat([Buffer.from(list[round % list.length] ?? '', 'latin1'), tail]);
      await detect(bytes);
      for (const extension of ['docx', 'p7s', 'xml', 'xyz']) await checkExtension(extension, bytes, random(10_000));
    }
    await new Promise(setImmediate);
    process.off('unhandledRejection', listener);
    expect(rejections).toEqual([]);
  });

  it('E5 do not cause slow decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(4_000_000)).subarray(0, 4100);
    const started = performance.now();
    expect(await checkExtension('gz', bomb, 4_000_000)).toEqual({ verdict: 'fits' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
