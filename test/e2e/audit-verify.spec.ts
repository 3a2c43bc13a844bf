import { UsageError } from '#src/terminal/usage-error';
import { IDS, loggedIn } from './support/api';
import { openDesk } from './support/archive-files';
import { describeScene } from './support/describe-service';
import { acervo } from './support/in-process';

describeScene('audit verify', openDesk, (desk) => {
  const verify = (...words: string[]) => acervo(desk.service.app, ['audit', 'verify', ...words]);
  beforeAll(async () => {
    await loggedIn(desk.service.url);
  });

  it('gives the same result with threads', async () => {
    const one = await verify();
    expect(one).toMatchObject({ exitCode: 0, text: expect.stringMatching(/^\d+ events verified, 0 trails broken$/) });
    expect(await verify('--threads', '2')).toEqual(one);
  });

  it('of a sample says that it is one, and finds what is wrong in it', async () => {
    expect(await verify('--sample', '2')).toMatchObject({ exitCode: 0, text: '2 events drawn at random verified, 0 trails broken' });
    await desk.service.database.query('UPDATE event SET at = at + 1');
    const { exitCode, text } = await verify('--sample', '1000');
    expect([exitCode, text]).toEqual([1, expect.stringContaining(`client ${IDS.client}: event 1 was altered\n`)]);
  });

  it.each([
    '--sample 0',
    '--sample 1.5',
    '--sample x',
    '--sample 10000001',
    '--threads 0',
    '--threads 65',
    '--sample 5 --threads 2',
    '--sample 5 --ends ends.json',
  ])('does not take %s', async (words) => {
    await expect(verify(...words.split(' '))).rejects.toThrow(UsageError);
  });
});
