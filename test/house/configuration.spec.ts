import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage, environmentExample } from '../../scripts/docs/configuration-page';
import { readConfig, settings } from '#src/config';

const ROOT = join(__dirname, '..', '..');
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('the configuration', () => {
  it('matches docs/configuration.md, the Portuguese page and .env.example (npm run configuration writes them)', () => {
    expect(text('docs/configuration.md')).toBe(configurationPage());
    expect(text('docs/pt/configuration.md')).toBe(configurationPage('pt'));
    expect(text('.env.example')).toBe(environmentExample());
  });

  it('describes each setting once, in both languages', () => {
    const all = settings().flatMap((section) => section.settings);
    const names = all.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const { name, is } of all)
      expect([name, is]).toEqual([name, [expect.stringMatching(/^\w.{9,}\.$/), expect.stringMatching(/^\w.{9,}\.$/)]]);
  });

  it('shows no secret', () => {
    const secrets = settings().flatMap((section) => section.settings.filter(({ secret }) => secret));
    expect(secrets.length).toBeGreaterThan(7);
    const given = (name: string) =>
      name.endsWith('_URL')
        ? `${name === 'DATABASE_URL' ? 'mysql' : 'https'}://user:${name}-0123456789@host/acervo`
        : `key=${name}-0123456789-abcdefghijkl`;
    const places = { S3_ENDPOINT: 'http://s3', S3_BUCKET: 'bucket', S3_ACCESS_KEY_ID: 'id', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel' };
    const config = readConfig({ ...places, ...Object.fromEntries(secrets.map(({ name }) => [name, given(name)])) });
    expect(JSON.stringify(config)).not.toMatch(/0123456789/);
    expect(JSON.stringify(config).match(/\[secret\]/g)).toHaveLength(secrets.length);
  });
});
