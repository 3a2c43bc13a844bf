import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './document';
import { GROUPS } from './groups';
import { portugueseOverlay, withOverlay } from './overlay';
import { withSharedRefusals } from './shared-refusals';

export type Language = 'pt-BR' | 'en';

const WORDS: Record<Language, { extension: string; codes: string; server: string }> = {
  'pt-BR': { extension: 'Extensão', codes: 'Códigos', server: 'Este serviço.' },
  en: { extension: 'Extension', codes: 'Codes', server: 'This service.' },
};

/** What a reader sees at first sight: the interface's number and version, or that it is none of the interface's. */
function withLabels(document: OpenAPIObject, { extension, codes }: (typeof WORDS)[Language]): void {
  for (const operation of operationsOf(document)) {
    const { 'x-operation': number, 'x-version': version } = operation;
    operation.summary = [number ?? extension, version, operation.summary].filter(Boolean).join(' · ');
    for (const answer of Object.values(operation.responses)) {
      const list = answer['x-codigos']?.map((codigo) => `\`${codigo}\``).join(', ');
      if (list) answer.description = `${answer.description}\n\n${codes}: ${list}.`;
    }
  }
}

export function withGroups(document: OpenAPIObject, language: Language): void {
  const nameOf = ({ name, portuguese }: (typeof GROUPS)[number]) => (language === 'en' ? name : portuguese);
  const names = new Map(GROUPS.map((group) => [group.name, nameOf(group)]));
  for (const operation of operationsOf(document)) operation.tags = operation.tags.map((tag) => names.get(tag) ?? tag);
  document.tags = GROUPS.map((group) => ({ name: nameOf(group), description: group.description, 'x-displayName': group.title }));
}

/** The document in one language. Texts of the code are English; those of the other edition are an overlay. */
export async function edition(document: OpenAPIObject, language: Language): Promise<OpenAPIObject> {
  withGroups(document, language);
  if (language === 'pt-BR') await withOverlay(document, await portugueseOverlay());
  withLabels(document, WORDS[language]);
  document.servers = document.servers?.map((server) => ({ ...server, description: WORDS[language].server }));
  withSharedRefusals(document);
  return document;
}
