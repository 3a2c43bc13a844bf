import { userId } from '../builders/demo';
import { describeContract } from './support/implementations';

describeContract('SavedViews', { perTest: true }, (archive) => {
  const [user, other] = [userId('demo'), userId('outro')];
  const view = (name: string) => ({ name, search: `q=${name}` });

  it('are those of each user, replaced as a whole', async () => {
    expect(await archive.savedViews.of(user)).toMatchObject({ version: 0, views: [] });
    expect(await archive.savedViews.replace(user, 0, [view('Á'), view('b')])).toBe(true);
    expect(await archive.savedViews.of(user)).toMatchObject({ version: 1, views: [view('Á'), view('b')] });
    expect(await archive.savedViews.of(other)).toMatchObject({ version: 0, views: [] });
    expect(await archive.savedViews.replace(user, 1, [])).toBe(true);
    expect(await archive.savedViews.of(user)).toMatchObject({ version: 2, views: [] });
  });

  it('are not replaced in another version', async () => {
    for (const version of [1, 7]) expect(await archive.savedViews.replace(user, version, [view('a')])).toBe(false);
    expect(await archive.savedViews.replace(user, 0, [view('a')])).toBe(true);
    for (const version of [0, 2]) expect(await archive.savedViews.replace(user, version, [view('b')])).toBe(false);
    expect((await archive.savedViews.of(user)).views).toEqual([view('a')]);
  });

  it('are replaced by one of those who try at once', async () => {
    for (const version of [0, 1]) {
      const tries = ['a', 'b', 'c', 'd'].map((name) => archive.savedViews.replace(user, version, [view(name)]));
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
      expect((await archive.savedViews.of(user)).version).toBe(version + 1);
    }
  });

  it('may be many and long', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `${index}`.padEnd(80, '🙂'), search: 'ã'.repeat(2000) }));
    expect(await archive.savedViews.replace(user, 0, many)).toBe(true);
    expect((await archive.savedViews.of(user)).views).toEqual(many);
  });
});
