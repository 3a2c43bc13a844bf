import { settings } from '#src/config';
import { SECRETS } from '#src/secret-files';

type Setting = ReturnType<typeof settings>[number];

function bySection(): [string, Setting[]][] {
  const sections = new Map<string, Setting[]>();
  for (const setting of settings()) sections.set(setting.section, [...(sections.get(setting.section) ?? []), setting]);
  return [...sections];
}

const words = ({ fallback, unset }: Setting) => unset ?? (fallback === '' ? '' : `\`${fallback}\``);
const remarks = ({ is, secret, required }: Setting) =>
  [is, ...(required ? [`Must be given ${required}.`] : []), ...(secret ? ['**Secret.**'] : [])].join(' ');
const fromFiles = `From a file: NAME_FILE, for ${SECRETS.slice(0, -1).join(', ')} and ${SECRETS.at(-1)}.`;
const cell = (text: string) => text.replaceAll('|', '\\|');

/** docs/configuration.md. */
export function configurationPage(): string {
  const head = [
    '# Configuration',
    '',
    'Made by `npm run configuration` from `src/config.ts`, checked by a test. All of it comes from the environment, and is checked at the start, which names every problem at once.',
    'Without any of it the service runs embedded, with the demo archive. `.env.example` is the same list as a file.',
    '',
    fromFiles,
  ];
  const tables = bySection().flatMap(([title, members]) => [
    '',
    `## ${title}`,
    '',
    '| Name | Type | Default | Meaning |',
    '| --- | --- | --- | --- |',
    ...members.map((each) => `| ${[`\`${each.name}\``, each.type, words(each), remarks(each)].map(cell).join(' | ')} |`),
  ]);
  return `${[...head, ...tables].join('\n')}\n`;
}

/** .env.example. */
export function environmentExample(): string {
  const head = [
    '# Made by `npm run configuration`: every name that the service reads. Without any of them it runs embedded, with the demo archive.',
    `# ${fromFiles}`,
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
