import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#src/config';
import { SECRETS } from '#src/config/secret-files';
import { configProblems } from '../support/config-problems';

describe('secrets in files', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'acervo-secrets-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('are read like environment variables, without the final line break', () => {
    const config = readConfig({
      DATABASE_URL_FILE: file('database', 'mysql://db/acervo\n'),
      JWT_SECRET_FILE: file('jwt', `${'jabcdefg'.repeat(5)}\n`),
      LINK_SECRET_FILE: file('link', 'labcdefg'.repeat(5)),
    });
    expect(config.databaseUrl?.reveal()).toBe('mysql://db/acervo');
    expect([config.jwtSecret?.reveal(), config.linkSecret?.reveal()]).toEqual(['jabcdefg'.repeat(5), 'labcdefg'.repeat(5)]);
  });

  it('never cause embedded mode when a file is empty, absent or contradictory', () => {
    expect(configProblems({ DATABASE_URL_FILE: file('empty', '\n') })).toEqual(['DATABASE_URL_FILE names an empty file']);
    expect(configProblems({ DATABASE_URL_FILE: join(folder, 'nowhere') })).toEqual(['DATABASE_URL_FILE cannot be read: ENOENT']);
    const both = { JWT_SECRET: 'e1234567'.repeat(5), JWT_SECRET_FILE: file('jwt', 'f1234567'.repeat(5)) };
    expect(configProblems(both)).toEqual(['JWT_SECRET and JWT_SECRET_FILE cannot both be given']);
  });

  it('are named in .env.example', () => {
    const example = readFileSync(join(__dirname, '../..', '.env.example'), 'utf8');
    const line = example.split('\n').find((text) => text.includes('NAME_FILE')) ?? '';
    expect(SECRETS.filter((name) => !line.includes(name))).toEqual([]);
  });
});
