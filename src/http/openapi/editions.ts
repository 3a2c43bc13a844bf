import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './document';
import { GROUPS } from './groups';
import { portugueseOverlay, withOverlay } from './overlay';
import { withOwnCodes } from './own-codes';
import { withSharedParameters, withSharedRefusals } from './shared-parts';

export type Language = 'pt-BR' | 'en';

const WORDS: Record<Language, { extension: string; codes: string; own: string; server: string }> = {
  'pt-BR': { extension: 'Extensão', codes: 'Códigos', own: 'os do `x-codigos` da operação', server: 'Este serviço.' },
  en: { extension: 'Extension', codes: 'Codes', own: 'those in `x-codigos` of the operation', server: 'This service.' },
};

/** Adds number and version to summaries, or marks an operation as an extension; lists codes. */
function withLabels(document: OpenAPIObject, { extension, codes, own }: (typeof WORDS)[Language]): void {
  for (const operation of operationsOf(document)) {
    const { 'x-operation': number, 'x-version': version } = operation;
    operation.summary = [number ?? extension, version, operation.summary].filter(Boolean).join(' · ');
    for (const answer of Object.values(operation.responses)) {
      const list = answer['x-codigos']?.map((codigo) => `\`${codigo}\``);
      if (list) answer.description = `${answer.description}\n\n${codes}: ${[...list, own].join(', ')}.`;
    }
  }
}

export function withGroups(document: OpenAPIObject, language: Language): void {
  const nameOf = ({ name, portuguese }: (typeof GROUPS)[number]) => (language === 'en' ? name : portuguese);
  const names = new Map(GROUPS.map((group) => [group.name, nameOf(group)]));
  for (const operation of operationsOf(document)) operation.tags = operation.tags.map((tag) => names.get(tag) ?? tag);
  document.tags = GROUPS.map((group) => ({ name: nameOf(group), description: group.description, 'x-displayName': group.title }));
}

/** The document in one language. Texts in code are English; the other edition is an overlay. */
export async function edition(document: OpenAPIObject, language: Language): Promise<OpenAPIObject> {
  withGroups(document, language);
  if (language === 'pt-BR') await withOverlay(document, await portugueseOverlay());
  withOwnCodes(document);
  withLabels(document, WORDS[language]);
  document.servers = document.servers?.map((server) => ({ ...server, description: WORDS[language].server }));
  withSharedRefusals(document);
  withSharedParameters(document);
  return document;
}
