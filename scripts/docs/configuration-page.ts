import { settings } from '#src/config';
import { SECRETS } from '#src/config/secret-files';
import type { Setting, Words } from '#src/config/setting';
import { typeInPortuguese } from './configuration-portuguese';

/** Sections of one title stand together. */
function bySection(): { title: Words; members: Setting[] }[] {
  const sections = new Map<string, { title: Words; members: Setting[] }>();
  for (const { title, settings: members } of settings()) {
    const before = sections.get(String(title))?.members ?? [];
    sections.set(String(title), { title, members: [...before, ...members] });
  }
  return [...sections.values()];
}

type Language = (words: Words) => string;

const inEnglish: Language = (words) => (typeof words === 'string' ? words : words[0]);
const inPortuguese: Language = (words) => (typeof words === 'string' ? words : words[1]);
const LANGUAGES = { en: inEnglish, pt: inPortuguese };

const defaultOf = ({ fallback, unset }: Setting, say: Language) => {
  if (unset !== undefined) return say(unset);
  return fallback === '' ? '' : `\`${fallback}\``;
};
const remarks = ({ is, secret, required }: Setting, say = inEnglish) =>
  [
    say(is),
    ...(required ? [`${say(['Must be given', 'Deve ser informado'])} ${say(required)}.`] : []),
    ...(secret ? [`**${say(['Secret.', 'Segredo.'])}**`] : []),
  ].join(' ');
const COLUMNS = [
  ['Name', 'Nome'],
  ['Type', 'Tipo'],
  ['Default', 'Padrão'],
  ['Meaning', 'Significado'],
] as const;
const fromFiles = (say = inEnglish) =>
  `${say(['From a file: NAME_FILE, for', 'De um arquivo: NOME_FILE, para'])} ${SECRETS.slice(0, -1).join(', ')} ${say(['and', 'e'])} ${SECRETS.at(-1)}.`;
const cell = (text: string) => text.replaceAll('|', '\\|');

/** docs/configuration.md, and its edition in Portuguese. */
export function configurationPage(language: keyof typeof LANGUAGES = 'en'): string {
  const say = LANGUAGES[language];
  const typeOf = language === 'pt' ? typeInPortuguese : inEnglish;
  const head = [
    `# ${say(['Configuration', 'Configuração'])}`,
    '',
    say([
      'Made by `npm run configuration` from the classes in `src/config`, checked by a test. All settings are environment variables. They are checked at the start, and all problems are reported together.',
      'Feita por `npm run configuration` a partir das classes em `src/config`, e conferida por um teste. Todas as configurações são variáveis de ambiente. São conferidas na inicialização, que informa todos os problemas de uma vez.',
    ]),
    say([
      'Without any of it the service runs embedded, with the demo archive. `.env.example` is the same list as a file.',
      'Sem nada disso o serviço roda embutido, com o acervo de demonstração. `.env.example` é a mesma lista como arquivo.',
    ]),
    '',
    fromFiles(say),
  ];
  const tables = bySection().flatMap(({ title, members }) => [
    '',
    `## ${say(title)}`,
    '',
    `| ${COLUMNS.map(say).join(' | ')} |`,
    '| --- | --- | --- | --- |',
    ...members.map(
      (each) => `| ${[`\`${each.name}\``, typeOf(each.type), defaultOf(each, say), remarks(each, say)].map(cell).join(' | ')} |`,
    ),
  ]);
  return `${[...head, ...tables].join('\n')}\n`;
}

/** .env.example. */
export function environmentExample(): string {
  const head = [
    '# Made by `npm run configuration`: every name that the service reads. Without any of them it runs embedded, with the demo archive.',
    `# ${fromFiles()}`,
  ];
  const lines = bySection().flatMap(({ title, members }) => [
    '',
    `# --- ${inEnglish(title)}`,
    ...members.flatMap((each) => {
      const unset = each.unset === undefined ? '' : ` Default: ${inEnglish(each.unset)}`;
      return [`# ${remarks(each).replaceAll('**', '')} (${each.type})${unset}`, `${each.name}=${each.fallback}`];
    }),
  ]);
  return `${[...head, ...lines].join('\n')}\n`;
}
