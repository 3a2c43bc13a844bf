import { ARCHIVE_SENTENCES } from './archive-portuguese';
import { CONFIGURATION_SENTENCES } from './configuration-problems-portuguese';
import { language } from './language';
import type { Sentence } from './sentence';

interface Pattern {
  pattern: RegExp;
  /** For each placeholder, whether its text is translated too. */
  isOurs: readonly boolean[];
  portuguese: string;
}

const HOLE = /\{~?\}/g;

function compiled([english, portuguese]: Sentence): Pattern {
  const holes = english.match(HOLE) ?? [];
  const source = english
    .split(HOLE)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(.*?)');
  return { pattern: new RegExp(`^${source}$`), isOurs: holes.map((hole) => hole === '{~}'), portuguese };
}

const known: { exact?: ReadonlyMap<string, string>; patterns?: readonly Pattern[] } = {};

function load() {
  // What is more general comes last.
  const all = [...CONFIGURATION_SENTENCES, ...ARCHIVE_SENTENCES];
  known.exact ??= new Map(all.filter(([english]) => !english.match(HOLE)));
  known.patterns ??= all.filter(([english]) => english.match(HOLE)).map(compiled);
  return { exact: known.exact, patterns: known.patterns };
}

/** Null: no translation. */
export function inPortuguese(english: string): string | null {
  const { exact, patterns } = load();
  const said = exact.get(english);
  if (said !== undefined) return said;
  for (const { pattern, isOurs, portuguese } of patterns) {
    const holes = pattern.exec(english)?.slice(1);
    if (!holes) continue;
    const filled = holes.map((hole, index) => (isOurs[index] ? (inPortuguese(hole) ?? hole) : hole));
    return portuguese.replace(/\{(\d)\}/g, (_, index: string) => filled[Number(index)] ?? '');
  }
  return null;
}

/** What the archive and the configuration say, which know English alone, in the language of the run; line by line. */
export function sentence(english: string): string {
  if (language() === 'en') return english;
  return inPortuguese(english) ?? english.split('\n').map((line) => inPortuguese(line) ?? line).join('\n'); // prettier-ignore
}

/** What the library says that reads the command line. */
const COMMANDER: readonly (readonly [RegExp, string])[] = [
  [/^Usage:$/, 'Uso:'],
  [/^Arguments:$/, 'Argumentos:'],
  [/^Options:$/, 'Opções:'],
  [/^Global Options:$/, 'Opções de todos os comandos:'],
  [/^Commands:$/, 'Comandos:'],
  [/\[options\]/, '[opções]'],
  [/\[command\]/, '[comando]'],
  [/^unknown command '(.*)'/, "comando desconhecido: '$1'"],
  [/^unknown option '(.*)'/, "opção desconhecida: '$1'"],
  [/^missing required argument '(.*)'/, "falta o argumento '$1'"],
  [/^option '(.*)' argument missing/, "falta o valor da opção '$1'"],
  [/^required option '(.*)' not specified/, "falta a opção obrigatória '$1'"],
  [/^too many arguments(?: for '.*')?\. Expected (\d+) arguments? but got (\d+)(: .*)?\.$/, 'argumentos demais: são $2, e cabem $1$3'],
  [/^option '(.*)' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/, "a opção '$1' não aceita '$2', só $3"],
  [/\(Did you mean one of (.*)\?\)/, '(Você quis dizer um destes: $1?)'],
  [/\(Did you mean (.*)\?\)/, '(Você quis dizer $1?)'],
];

export const commanderInPortuguese = (text: string): string =>
  COMMANDER.reduce((said, [pattern, portuguese]) => said.replace(pattern, portuguese), text);
