import { WordOutbox } from '#infrastructure/typeorm/documents/word-outbox';
import { describeContract } from './support/implementations';

const MB = 1024 ** 2;
const LEASE_MS = 60_000;
const CLIENT = '00000000-0000-4000-8000-000000000001';

describeContract('words on their way to another index', { perTest: true }, (archive) => {
  const add = (code: number, ...words: string[]) =>
    archive.unitOfWork.run(() => new WordOutbox(archive.sql).add(CLIENT, [{ code, words }]));
  const taken = async () => (await new WordOutbox(archive.sql).take(LEASE_MS)).map(({ code, words }) => [code, words.trim()]);

  it('are the last of each document alone, however long nobody sends them', async () => {
    const outbox = new WordOutbox(archive.sql);
    for (let round = 0; round < 30; round++) for (const code of [1, 2]) await add(code, `r${round}`);
    await add(2);
    expect(await outbox.waiting()).toBe(2);
    expect(await archive.sql.rows('SELECT o.words FROM word_outbox o ORDER BY o.code')).toEqual([{ words: ' r29' }, { words: '' }]);
  });

  it('may be changed while somebody sends them, who then ends nothing', async () => {
    const outbox = new WordOutbox(archive.sql);
    await add(1, 'first');
    const held = await outbox.take(LEASE_MS);
    await add(1, 'second');
    await outbox.later(held, 0);
    await outbox.done(held);
    const next = await outbox.take(LEASE_MS);
    expect(next.map(({ version }) => version > held[0]!.version)).toEqual([true]);
    await outbox.done(next);
    expect(await outbox.waiting()).toBe(0);
  });

  it('have later versions when they were put later, also by a clock that was put back', async () => {
    const outbox = new WordOutbox(archive.sql);
    await add(1, 'first');
    const [first] = await outbox.take(LEASE_MS);
    await outbox.done([first!]);
    archive.moveDatabaseClock(-3_600_000);
    await add(1, 'second');
    const [second] = await outbox.take(LEASE_MS);
    expect(second!.version).toBeGreaterThan(first!.version);
  });

  it('go in statements that every server takes, as do those of its own index', async () => {
    const long = Array.from({ length: 7 }, (_, index) => ({ code: index + 1, words: [`${index}`.repeat(1.5 * MB)] }));
    const write = jest.spyOn(archive.sql, 'write');
    await archive.unitOfWork.run(() => new WordOutbox(archive.sql).add(CLIENT, long));
    await archive.textIndex.put(CLIENT, long.map((each) => ({ ...each, words: each.words.map((word) => word.slice(0, 1.4 * MB)) }))); // prettier-ignore
    const sizes = write.mock.calls.map(([, parameters = []]) => parameters.reduce((sum: number, each) => sum + String(each).length, 0));
    write.mockRestore();
    expect(sizes.filter((size) => size > MB)).toHaveLength(8);
    expect(Math.max(...sizes)).toBeLessThan(4 * MB + 1000);
    expect((await taken()).map(([code]) => code)).toEqual([1, 2]);
  });
});
