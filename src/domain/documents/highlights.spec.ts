import { highlightsIn, HIGHLIGHT_CHARACTERS, wordPattern } from './highlights';
import { readTextQuery, type TextWord } from './text-query';

const of = (asked: string, page: string, most = 3) => highlightsIn(page, wordPattern(readTextQuery(asked) as TextWord[])!, most);

it.each([
  ['rescisao multa', 'Por RESCISÃO antecipada, a multa.', ['Por [RESCISÃO] antecipada, a [multa].']],
  ['rescisao', 'rescisa\u0303o', ['[rescisa\u0303o]']],
  ['multa', 'multas, emulta, multa1, multá', ['multas, emulta, multa1, [multá]']],
  ['mult*', 'multas e\n\n multar', ['[multas] e [multar]']],
  ['4711', 'Nota 4711/2026', ['Nota [4711]/2026']],
  ['contrato -aditivo', 'contrato aditivo', ['[contrato] aditivo']],
  ['contrato', '<b>contrato</b>', ['<b>[contrato]</b>']],
  ['contrato', 'o contrato [1] de [contrato]', ['o [contrato] (1) de ([contrato])']],
  ['nada', 'outro', []],
  ['x', 'straße x', ['straße [x]']],
])('%j in %j', (asked, page, found) => {
  expect(of(asked, page)).toEqual(found);
});

it('are short pieces between words, not one upon the other', () => {
  const page = 'antes da palavra vem muita coisa. '.repeat(100);
  const found = of('palavra', page);
  expect(found).toHaveLength(3);
  for (const [index, each] of found.entries()) {
    expect(each.replace(/[[\]…]/g, '').trim().length).toBeLessThanOrEqual(HIGHLIGHT_CHARACTERS);
    expect(each).toMatch(index === 0 ? /^antes / : /^… \w/);
    expect(each).toMatch(/ …$/);
  }
  expect(of('palavra', page, 1)).toHaveLength(1);
});

it('are bounded in texts without blanks', () => {
  const [found] = of('x', `${'-'.repeat(1000)}x${'-'.repeat(1000)}`);
  expect(found!.length).toBeLessThan(HIGHLIGHT_CHARACTERS + 10);
  expect(found).toContain('[x]');
});
