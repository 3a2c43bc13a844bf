import { ArchiveFormat, type ReadDefinition } from '#application/ports/provisioning';
import { SentNumber } from '#domain/documents/sent-value';
import type { PartialArchive } from '#domain/provisioning/archive-definition';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { isStorable } from '#domain/text';
import { AMOUNTS } from './archive-schema';
import { schemaProblems } from './schema-problems';

/** Checks data against the schema of archive files. */
export class SchemaArchiveFormat extends ArchiveFormat {
  read(value: unknown): ReadDefinition {
    const unstorable: ArchiveProblem[] = [];
    const data = withTexts(value, [], unstorable);
    const found = schemaProblems(asWritten(data));
    const problems = [...found, ...unstorable];
    if (found.some(({ unreadable }) => unreadable)) return { definition: null, problems };
    const { $schema: _, ...definition } = data as PartialArchive & { $schema?: string };
    return { definition, problems };
  }
}

/** Amounts as texts, so that they are read to the last place; notes texts that cannot be stored. */
function withTexts(value: unknown, path: DefinitionPath, unstorable: ArchiveProblem[]): unknown {
  if (typeof value === 'number' && AMOUNTS.has(String(path.at(-1)))) return String(value);
  if (typeof value === 'string') {
    if (!isStorable(value)) unstorable.push({ path, message: 'a text holds NUL or half a character, which cannot be stored' });
    return value;
  }
  if (Array.isArray(value)) return value.map((item, index) => withTexts(item, [...path, index], unstorable));
  if (typeof value !== 'object' || value === null || value instanceof SentNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, [...path, name], unstorable)]));
}

/** With the writing of each number, as the schema knows it. */
const asWritten = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (each instanceof SentNumber ? each.text : each)));
