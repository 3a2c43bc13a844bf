/** Words of the types, whose bounds are made of numbers. */
const TYPES: Readonly<Record<string, string>> = {
  'characters or more': 'caracteres ou mais',
  'time zone': 'fuso horário',
  'calls per seconds': 'chamadas por segundos',
  milliseconds: 'milissegundos',
  seconds: 'segundos',
  minutes: 'minutos',
  days: 'dias',
  number: 'número',
  percent: 'percentual',
  text: 'texto',
  list: 'lista',
  from: 'a partir de',
  to: 'a',
  or: 'ou',
  true: 'true',
  false: 'false',
  off: 'off',
  auto: 'auto',
};
const TYPE_WORDS = new RegExp(`\\b(?:${Object.keys(TYPES).join('|')}|[a-z]+)\\b`, 'g');

/** `number, 1 to 1000` */
export function typeInPortuguese(type: string): string {
  // The values that may be chosen from are what they are.
  if (/^\w+(, \w+)+$/.test(type)) return type;
  return type.replace(TYPE_WORDS, (word) => {
    const translated = TYPES[word];
    if (translated === undefined) throw new Error(`${word}: not said in scripts/docs/configuration-portuguese.ts`);
    return translated;
  });
}
