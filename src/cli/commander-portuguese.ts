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
