import { readFile, writeFile } from 'node:fs/promises';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { openDesk } from './support/archive-files';
import { UsageError } from '#src/terminal/usage-error';
import { IDS, loggedIn } from './support/api';
import { describeScene } from './support/describe-service';
import { acervo } from './support/in-process';

/** `acervo audit verify --ends`: nobody who can write to the database alone makes a chain vanish. */
describeScene('signed heads of audit trails', openDesk, (desk) => {
  beforeAll(async () => {
    await loggedIn(desk.service.url);
  });
  const verify = (...words: string[]) => acervo(desk.service.app, ['audit', 'verify', ...words]);
  const run = (statement: string, parameters: unknown[]) => desk.service.database.query(statement, parameters);

  it('are saved, compared and updated', async () => {
    const file = desk.path('ends.json');
    expect(await verify('--ends', file)).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(/\nnothing to compare with: \d+ trails saved/),
    });
    const first = await readFile(file, 'utf8');
    await loggedIn(desk.service.url);
    expect(await verify('--ends', file)).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(/\nthe same as at the last time, \d+ trails saved/),
    });
    expect(await readFile(file, 'utf8')).not.toBe(first);
  });

  it('detect a trail that was removed with its log and restarted, and stay unchanged', async () => {
    const file = desk.path('gone.json');
    await verify('--ends', file);
    const kept = await readFile(file, 'utf8');
    await run('DELETE FROM event WHERE client_id = ?', [logBytes(IDS.client)]);
    await run('DELETE FROM event_log WHERE client_id = ?', [logBytes(IDS.client)]);
    expect([(await verify()).exitCode, (await verify('--ends', file)).exitCode]).toEqual([1, 1]);
    await loggedIn(desk.service.url);
    // The process that sealed the former one goes on with no other; contracts have one that knows nothing of it.
    for (const words of [[], ['--ends', file]]) {
      const { text, exitCode } = await verify(...words);
      expect([exitCode, text]).toEqual([1, expect.stringContaining(`client ${IDS.client}: event 1 is where the trail was cut off\n`)]);
    }
    expect(await readFile(file, 'utf8')).toBe(kept);
  });

  it.each(['', '{', '{}', 'null', '[1]', '[null]', '[{"clientId":"a","size":0,"root":"x"}]'])('are not read from %j', async (content) => {
    const file = desk.path('strange.json');
    await writeFile(file, content);
    await expect(verify('--ends', file)).rejects.toThrow(UsageError);
    expect(await readFile(file, 'utf8')).toBe(content);
  });
});
