import { randomFrom } from '../test/support';
import { asciiName } from './name-cache';

it('returns the right text for names that share a slot or a prefix, or are too long to be cached', () => {
  const random = randomFrom(5);
  const wrong: string[] = [];
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: Math.floor(random() * 36) }, () => String.fromCharCode(0x20 + Math.floor(random() * 95))).join('');
    const source = Buffer.from(`{"${text}"`);
    for (const end of [text.length, Math.floor(random() * text.length)]) {
      if (asciiName(source, 2, 2 + end).text !== text.slice(0, end)) wrong.push(text);
    }
  }
  expect(wrong).toEqual([]);
  expect(asciiName(Buffer.from(' Prototype '), 0, 11)).toEqual({ text: ' Prototype ', folded: 'prototype', isReserved: true });
});
