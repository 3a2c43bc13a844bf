import { MOST_PAGES, MOST_TEXT_BYTES, PageWriter } from './page-writer';

function written(write: (pages: PageWriter) => void): { pages: string[]; isCut: boolean } {
  const pages: string[] = [];
  const writer = new PageWriter((page) => pages.push(page));
  write(writer);
  return { pages, isCut: writer.isCut };
}

describe('pages of text', () => {
  it('keep their numbers, also without text', () => {
    expect(written((to) => ['um', '', ' três \r\n\r\n\r\n\r\nfim\u0000'].forEach((page) => to.page(page)))).toEqual({
      pages: ['um', '', 'três\n\nfim'],
      isCut: false,
    });
  });

  it('are made of a text without pages, at the ends of lines', () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `linha ${index}`);
    const { pages, isCut } = written((to) => {
      for (const line of lines) to.flow(`${line}\n`);
      to.endFlow();
    });
    expect([pages.join('\n').split('\n'), isCut]).toEqual([lines, false]);
    expect(pages.length).toBeGreaterThan(3);
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(4000);
  });

  it('of one line without end are cut anywhere, and lose nothing', () => {
    const text = 'x'.repeat(50_000);
    const { pages } = written((to) => {
      to.flow(text);
      to.endFlow();
    });
    expect(pages.join('')).toBe(text);
  });

  it('end when there are too many, or too much text, and say so', () => {
    const many = written((to) => Array.from({ length: MOST_PAGES + 1 }, () => to.page('x')));
    expect([many.pages.length, many.isCut]).toEqual([MOST_PAGES, true]);
    const much = written((to) => {
      to.flow('palavra '.repeat(MOST_TEXT_BYTES / 4));
      to.endFlow();
    });
    expect(much.isCut).toBe(true);
    expect(Buffer.byteLength(much.pages.join(''))).toBeLessThanOrEqual(MOST_TEXT_BYTES);
    const long = written((to) => to.page('x'.repeat(100_000)));
    expect([long.pages[0]?.length, long.isCut]).toEqual([65_536, true]);
  });

  it('keep nothing of what comes when there is enough', () => {
    const { isCut } = written((to) => {
      to.flow('palavra '.repeat(MOST_TEXT_BYTES / 4));
      // Together longer than a string may be.
      for (let count = 0; count < 4; count++) to.flow('x'.repeat(2 ** 28));
      to.endFlow();
    });
    expect(isCut).toBe(true);
  });

  it('contain no half characters', () => {
    expect(written((to) => to.page('a\ud83d b')).pages).toEqual(['a\ufffd b']);
  });
});
