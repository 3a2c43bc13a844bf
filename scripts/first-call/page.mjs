// docs/first-call.md, as text.
import { cpus } from 'node:os';
import { table } from '../markdown.mjs';

const TARGET_SECONDS = 300;
const LINES_SHOWN = 30;
const WIDTH_SHOWN = 160;

/** What opens something, and where on this machine it was. */
const masked = (text, home) =>
  text
    .replaceAll(home, '~/acervo')
    .replace(/\beyJ[\w-]+(\.[\w-]+)*/g, '…')
    .replace(/(\/compartilhado\/)[^\s"]+/g, '$1…');

const short = (text) => {
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, LINES_SHOWN).map((line) => (line.length > WIDTH_SHOWN ? `${line.slice(0, WIDTH_SHOWN)}…` : line));
  return [...shown, ...(lines.length > LINES_SHOWN ? ['…'] : [])].join('\n');
};

/** Commands are never shortened: a test compares them with the README. */
const transcript = (steps, home) =>
  steps
    .filter(({ commands }) => commands)
    .map(({ commands, output }) => `$ ${commands}\n${short(masked(output, home))}`.trimEnd())
    .join('\n\n');

export function firstCallPage({ steps, date, machine, load, cold, port, home }) {
  const all = steps.reduce((sum, step) => sum + step.seconds, 0);
  const verdict = all <= TARGET_SECONDS ? 'met' : '**missed**';
  const cache = cold ? 'an empty npm cache' : 'the npm cache as it was';
  const place = port === undefined ? '' : ` Port ${port} stood for 3000, which was taken.`;
  return `# First call

Made by \`npm run first-call\`, which clones the repository into an empty folder and there runs the commands of the [README](../README.md), nothing else: from nothing to a file that somebody opens by a link.
${date}, with ${cache}. ${machine}; load ${load.toFixed(1)} when it began${load > cpus().length ? ', from other work' : ''}.${place}

${table(['Step', 'Seconds'], [...steps.map((step) => [step.title, step.seconds.toFixed(1)]), [`**All**, target ≤ ${TARGET_SECONDS}: ${verdict}`, `**${all.toFixed(1)}**`]])}

The commands and their output; \`…\` replaces long text and secrets.

\`\`\`text
${transcript(steps, home)}
\`\`\`
`;
}
