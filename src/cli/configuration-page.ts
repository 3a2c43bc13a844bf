import { settings } from '#src/config';
import { SECRETS } from '#src/secret-files';
import { PORTUGUESE, typeInPortuguese } from './configuration-portuguese';

type Setting = ReturnType<typeof settings>[number];

function bySection(): [string, Setting[]][] {
  const sections = new Map<string, Setting[]>();
  for (const setting of settings()) sections.set(setting.section, [...(sections.get(setting.section) ?? []), setting]);
  return [...sections];
}

type Language = (phrase: string) => string;

const inEnglish: Language = (phrase) => phrase;
const inPortuguese: Language = (phrase) => {
  const translated = PORTUGUESE[phrase];
  if (translated === undefined) throw new Error(`${phrase}: not said in src/cli/configuration-portuguese.ts`);
  return translated;
};
const LANGUAGES = { en: inEnglish, pt: inPortuguese };

/** What is set when nothing is: names and values are what they are in any language. */
const isName = (text: string) => /^[A-Z_0-9]+$|^https?:|^[A-Z_]+\/|^[\d.]+$/.test(text);
const defaultOf = ({ fallback, unset }: Setting, say: Language) => {
  if (unset !== undefined) return isName(unset) ? unset : say(unset);
  return fallback === '' ? '' : `\`${fallback}\``;
};
const remarks = ({ is, secret, required }: Setting, say = inEnglish) =>
  [say(is), ...(required ? [`${say('Must be given')} ${say(required)}.`] : []), ...(secret ? [`**${say('Secret.')}**`] : [])].join(' ');
const fromFiles = (say = inEnglish) =>
  `${say('From a file: NAME_FILE, for')} ${SECRETS.slice(0, -1).join(', ')} ${say('and')} ${SECRETS.at(-1)}.`;
const cell = (text: string) => text.replaceAll('|', '\\|');

/** docs/configuration.md, and its edition in Portuguese. */
export function configurationPage(language: keyof typeof LANGUAGES = 'en'): string {
  const say = LANGUAGES[language];
  const typeOf = language === 'pt' ? typeInPortuguese : inEnglish;
  const head = [
    `# ${say('Configuration')}`,
    '',
    say(
      'Made by `npm run configuration` from `src/config.ts`, checked by a test. All of it comes from the environment, and is checked at the start, which names every problem at once.',
    ),
    say('Without any of it the service runs embedded, with the demo archive. `.env.example` is the same list as a file.'),
    '',
    fromFiles(say),
  ];
  const tables = bySection().flatMap(([title, members]) => [
    '',
    `## ${say(title)}`,
    '',
    `| ${['Name', 'Type', 'Default', 'Meaning'].map(say).join(' | ')} |`,
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
  const lines = bySection().flatMap(([title, members]) => [
    '',
    `# --- ${title}`,
    ...members.flatMap((each) => {
      const unset = each.unset === undefined ? '' : ` Default: ${each.unset}`;
      return [`# ${remarks(each).replaceAll('**', '')} (${each.type})${unset}`, `${each.name}=${each.fallback}`];
    }),
  ]);
  return `${[...head, ...lines].join('\n')}\n`;
}
