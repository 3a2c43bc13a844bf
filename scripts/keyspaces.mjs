// Writes deploy/vitess from the entities: which table is in which keyspace, and the statements that make them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keyspaceFiles, KEYSPACES_FOLDER } from '../dist/scripts/docs/vitess-keyspaces.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', KEYSPACES_FOLDER);
for (const [name, text] of Object.entries(await keyspaceFiles())) {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
