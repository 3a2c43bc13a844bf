import { LONGEST_WORD, wordsOf } from './words';

it.each([
  ['Silva & Construções Ltda.', ['silva', 'construcoes', 'ltda']],
  ['NF-e nº 4711/2026', ['nf', 'e', 'n', '4711', '2026']],
  ['  São   SÃO sao ', ['sao']],
  ['x'.repeat(70), ['x'.repeat(LONGEST_WORD)]],
  [' Ação-nº 12.345/B  “São” ', ['acao', 'n', '12', '345', 'b', 'sao']],
  ['— … —', []],
  ['', []],
])('reads the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
