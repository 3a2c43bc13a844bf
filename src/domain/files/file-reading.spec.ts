import { hasPreview, kindOf, nextTry } from './file-reading';

describe('a file that is read', () => {
  it('has a kind by its extension', () => {
    expect(['pdf', 'docx', 'ods', 'csv', 'htm', 'xml', 'tiff', 'svg', 'exe', '', 'constructor'].map(kindOf)).toEqual([
      'pdf',
      'office',
      'office',
      'plain',
      'html',
      'xml',
      'picture',
      null,
      null,
      null,
      null,
    ]);
  });

  it('has a preview only if that needs nothing that could run', () => {
    expect((['pdf', 'picture', 'html', 'xml', 'office', 'plain'] as const).map(hasPreview)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(hasPreview(null)).toBe(false);
  });

  it('is tried five times, later each time', () => {
    const waits = [1, 2, 3, 4, 5].map((tries) => nextTry({ tries, kills: 0 }));
    expect(waits).toEqual([
      { waitMs: 60_000 },
      { waitMs: 600_000 },
      { waitMs: 3_600_000 },
      { waitMs: 43_200_000 },
      { fault: 'unreadable' },
    ]);
  });

  it('is given up after its second kill', () => {
    expect(nextTry({ tries: 1, kills: 1 })).toEqual({ waitMs: 60_000 });
    expect(nextTry({ tries: 2, kills: 2 })).toEqual({ fault: 'too-heavy' });
  });
});
