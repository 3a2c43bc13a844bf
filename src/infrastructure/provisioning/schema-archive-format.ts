import { ArchiveFormat, type ReadDefinition, type SentArchive } from '#application/ports/provisioning';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { isStorable } from '#domain/text';
import { AMOUNTS } from './archive-schema';
import { schemaProblems } from './schema-problems';

/** Checks data against the schema of archive files. */
export class SchemaArchiveFormat extends ArchiveFormat {
  read(value: unknown): ReadDefinition {
    const unstorable: ArchiveProblem[] = [];
    const data = withTexts(value, [], unstorable);
    const found = schemaProblems(data);
    const problems = [...found.map(({ path, message }) => ({ path, message })), ...unstorable];
    if (found.some(({ unreadable }) => unreadable)) return { definition: null, problems };
    const { $schema: _, ...definition } = data as SentArchive & { $schema?: string };
    return { definition, problems };
  }
}

/** Amounts as texts, as the reader of files gives them; notes texts that cannot be stored. */
function withTexts(value: unknown, path: DefinitionPath, unstorable: ArchiveProblem[]): unknown {
  if (typeof value === 'number' && AMOUNTS.has(String(path.at(-1)))) return String(value);
  if (typeof value === 'string') {
    if (!isStorable(value)) unstorable.push({ path, message: 'a text holds NUL or half a character, which cannot be stored' });
    return value;
  }
  if (Array.isArray(value)) return value.map((item, index) => withTexts(item, [...path, index], unstorable));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, [...path, name], unstorable)]));
}
