import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage, environmentExample } from '#src/cli/configuration-page';
import { PORTUGUESE } from '#src/cli/configuration-portuguese';
import { settings } from '#src/config';

const ROOT = join(__dirname, '..', '..');
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('the configuration', () => {
  it('is in docs/configuration.md, its edition in Portuguese and .env.example as it is in the code (npm run configuration writes them)', () => {
    expect(text('docs/configuration.md')).toBe(configurationPage());
    expect(text('docs/pt/configuration.md')).toBe(configurationPage('pt'));
    expect(text('.env.example')).toBe(environmentExample());
  });

  it('says nothing in Portuguese that is no longer said in English', () => {
    expect(Object.keys(PORTUGUESE).filter((phrase) => !configurationPage().includes(phrase))).toEqual([]);
  });

  it('says of each name once what it means', () => {
    const names = settings().map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const { name, is } of settings()) expect([name, is]).toEqual([name, expect.stringMatching(/^\w.{9,}\.$/)]);
  });

  it('hides what the code hides', () => {
    const files = ['src/config.ts', ...readdirSync(join(ROOT, 'src/config')).map((file) => `src/config/${file}`)];
    const hidden = files.flatMap((file) => [
      ...text(file).matchAll(/new Secret\(read\.\w+\('(\w+)'|read\.(?:secret|hidden|headers)\('(\w+)'/g),
    ]);
    const names = hidden.map((match) => match[1] ?? match[2]);
    expect(names.length).toBeGreaterThan(4);
    const secret = settings().flatMap(({ name, secret }) => (secret ? [name] : []));
    expect(secret).toEqual(expect.arrayContaining(names));
  });
});
