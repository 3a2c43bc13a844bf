import { Translator, withTexts } from './translate';

const translator = () =>
  new Translator(
    new Map([
      ['Done.', 'Feito.'],
      ['Done', 'Pronto'],
      ['Everything is stored.', 'Tudo é gravado.'],
      ['Everything', 'Tudo'],
      ['Nobody asks for this.', 'Ninguém pede isto.'],
    ]),
  );

describe('Translator', () => {
  it('translates a whole text, and texts made of known ones with what stands between them', () => {
    const one = translator();
    expect(one.translate('Done.')).toBe('Feito.');
    expect(one.translate('Done. Everything is stored.')).toBe('Feito. Tudo é gravado.');
    expect(one.translate('Everything is stored.\n\nDone.')).toBe('Tudo é gravado.\n\nFeito.');
  });

  it('does not take the beginning of a word or of a sentence for the whole', () => {
    const one = translator();
    for (const text of ['Done.Everything is stored.', 'Donework', 'Everything else is stored.']) expect(one.translate(text)).toBe(text);
    expect(one.gaps.missing).toEqual(['Done.Everything is stored.', 'Donework', 'Everything else is stored.']);
  });

  it('tells which translations were never asked for', () => {
    const one = translator();
    one.translate('Done. Everything is stored.');
    expect(one.gaps).toEqual({ missing: [], unused: ['Nobody asks for this.', 'Everything', 'Done'] });
  });
});

describe('withTexts', () => {
  it('changes what people read, and neither names nor values', () => {
    const document = {
      summary: 'text',
      'x-displayName': 'text',
      properties: { description: { type: 'string', description: 'text', example: { description: 'value' }, enum: ['text'] } },
      parameters: [{ name: 'summary', description: 'text', examples: { summary: { summary: 'value' } } }],
    };
    withTexts(document, () => 'texto');
    expect(document).toEqual({
      summary: 'texto',
      'x-displayName': 'texto',
      properties: { description: { type: 'string', description: 'texto', example: { description: 'value' }, enum: ['text'] } },
      parameters: [{ name: 'summary', description: 'texto', examples: { summary: { summary: 'value' } } }],
    });
  });
});
