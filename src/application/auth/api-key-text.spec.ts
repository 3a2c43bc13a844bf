import { createHash } from 'node:crypto';
import { beginsLikeKey } from '#domain/users/api-key';
import { digestOfKey, newApiKey } from './api-key-text';

/** Made by another program from the documented form. */
const KEY = 'acv_ABCDEFGH_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

describe('the text of an API key', () => {
  it('has the documented form, is never the same, and is told from other texts by its check sum', () => {
    const keys = Array.from({ length: 200 }, newApiKey);
    for (const { text, prefix } of keys) {
      expect(text).toMatch(/^acv_[0-9A-Za-z]{8}_[0-9A-Za-z]{47}$/);
      expect(text.startsWith(`${prefix}_`)).toBe(true);
      expect(digestOfKey(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }
    expect(new Set(keys.map(({ text }) => text)).size).toBe(200);
    expect(new Set(keys.flatMap(({ text }) => [...text.slice(13)])).size).toBe(62);
  });

  it('is no key with one letter changed, missing or added', () => {
    const { text } = newApiKey();
    for (let at = 0; at < text.length; at++) {
      expect(digestOfKey(`${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`)).toBeNull();
      expect(digestOfKey(`${text.slice(0, at)}${text.slice(at + 1)}`)).toBeNull();
    }
    for (const other of [`${text}a`, ` ${text}`, `${text}\n`, '', KEY]) expect(digestOfKey(other)).toBeNull();
  });

  it('is checked as documented', () => {
    expect(digestOfKey(`${KEY}9szJ`)).not.toBeNull();
  });

  it.each([
    [KEY, true],
    ['acv_ABCDEFGH_', true],
    ['acv_ABCDEFG_H', false],
    ['ACV_ABCDEFGH_', false],
    ['Acervo@2026', false],
    ['', false],
  ])('%s begins like one: %s', (text, expected) => expect(beginsLikeKey(text)).toBe(expected));
});
