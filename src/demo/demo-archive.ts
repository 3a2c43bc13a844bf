import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import { ArchiveText } from '#infrastructure/provisioning/archive-text';

/** Who can log in, from the one who may do everything on. */
export const DEMO_LOGINS = ['demo', 'leitor', 'financeiro', 'outro'] as const;
export const DEMO_PASSWORD = 'Acervo@2026';
export const DEMO_CLIENT = 'Empresa Exemplo';
export const DEMO_UNIT = 'Unidade Central';

/** Stands beside the program, built or not. */
export const DEMO_FILE = join(__dirname, 'demo-archive.yaml');

/** The demo archive. It has every section: a test sees to it. */
export const DEMO_ARCHIVE = new ArchiveText(readFileSync(DEMO_FILE, 'utf8')).value as ArchiveDefinition;
