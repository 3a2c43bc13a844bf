// Development only: docker/compose.yml keeps what this makes in a volume, so that nothing secret has a default. What is there stays.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '/secrets'] = process.argv.slice(2);

function kept(name, make) {
  const file = join(folder, name);
  // Readable by every user: each container has another, and gets the volume only if it needs it.
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o444 });
  return readFileSync(file, 'utf8');
}
const secret = (name) => kept(name, () => randomBytes(32).toString('hex'));

for (const name of ['jwt', 'link', 'minio']) secret(name);
const password = secret('mysql');
kept('database-url', () => `mysql://acervo:${password}@mysql:3306/acervo`);
