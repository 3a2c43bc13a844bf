import { readTextQuery } from './text-query';

const written = (text: string) => {
  const read = readTextQuery(text);
  if (typeof read === 'string') return read;
  return read.map(({ word, isBeginning, isUnwanted }) => `${isUnwanted ? '-' : ''}${word}${isBeginning ? '*' : ''}`).join(' ');
};

it.each([
  ['Rescisão  MULTA* -aditivo', 'rescisao multa* -aditivo'],
  ['4711/2026', '4711 2026'],
  ['guarda-chuv*', 'guarda chuv*'],
  [' a ', 'a'],
  ['-só', 'words'],
  ['', 'words'],
  ['…', 'words'],
  ['contrato ..', 'words'],
  ['co*', 'words'],
  ['contrato -4711/2026', 'words'],
  ['"prazo de execução"', 'phrase'],
  ['“prazo”', 'phrase'],
  ['a b c d e f g h i j', 'a b c d e f g h i j'],
  ['a b c d e f g h i/j k', 'terms'],
])('%j asks for %j', (text, asked) => {
  expect(written(text)).toBe(asked);
});
