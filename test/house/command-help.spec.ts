import type { Command } from 'commander';
import { acervo } from '#src/cli/program';

const fail = () => Promise.reject(new Error('nothing is run'));

function helpIn(locale: string): Map<string, string> {
  process.env.LC_ALL = locale;
  const found = new Map<string, string>();
  const walk = (command: Command, above: string) => {
    const path = `${above}${command.name()}`;
    found.set(path, command.configureHelp({ ...command.configureHelp(), helpWidth: 500 }).helpInformation());
    for (const each of command.commands) walk(each, `${path} `);
  };
  walk(acervo({ archive: fail, outside: fail }), '');
  return found;
}

/** What stands behind names, in columns of their own. */
const sentences = (help: string) =>
  help
    .split('\n')
    .map((line) => line.replace(/^ {2}.*? {2,}/, ''))
    .filter((line) => line !== '' && !line.startsWith('U'));

describe('the help', () => {
  const [english, portuguese] = [helpIn('C'), helpIn('pt_BR.UTF-8')];
  afterAll(() => {
    process.env.LC_ALL = 'C';
  });

  it('exists for every command', () => {
    expect([...english.keys()]).toEqual([...portuguese.keys()]);
    expect(english.size).toBeGreaterThan(17);
  });

  it.each([...english.keys()])('describes the command in both languages: %s', (path) => {
    const [one, other] = [english.get(path) as string, portuguese.get(path) as string];
    expect([one, other]).toEqual([expect.stringMatching(`^Usage: ${path}`), expect.stringMatching(`^Uso: ${path}`)]);
    const both = new Set(sentences(other));
    expect(sentences(one).filter((line) => both.has(line))).toEqual([]);
    expect(sentences(one)).toHaveLength(sentences(other).length);
  });
});
