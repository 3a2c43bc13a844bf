// Writes docs/configuration.md, in both languages, and .env.example from the settings themselves.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationPage, environmentExample } from '../dist/scripts/docs/configuration-page.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
writeFileSync(join(root, 'docs/configuration.md'), configurationPage());
writeFileSync(join(root, 'docs/pt/configuration.md'), configurationPage('pt'));
writeFileSync(join(root, '.env.example'), environmentExample());
