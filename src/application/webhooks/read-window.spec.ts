import type { SealedEvent } from '#domain/audit/audit-event';
import { ReadWindow } from './read-window';

const events = (count: number, characters: number) =>
  Array.from({ length: count }, () => ({ subject: { text: 'x'.repeat(characters) }, files: null }) as unknown as SealedEvent);

describe('how many events one look reads', () => {
  it('is more while they are small, up to a limit', () => {
    const window = new ReadWindow();
    const counts = Array.from({ length: 4 }, () => {
      window.took(events(window.count, 200));
      return window.count;
    });
    expect(counts).toEqual([200, 400, 500, 500]);
  });

  it('is fewer while they are big, and never none', () => {
    const window = new ReadWindow();
    const counts = Array.from({ length: 5 }, () => {
      window.took(events(window.count, 200_000));
      return window.count;
    });
    expect(counts).toEqual([50, 25, 12, 10, 10]);
  });

  it('stays when fewer came than were asked for', () => {
    const window = new ReadWindow();
    window.took(events(3, 200));
    expect(window.count).toBe(100);
  });
});
