import fc from 'fast-check';
import { decimalOfKey } from '#domain/documents/decimal';
import { compareKeys, keyOfText, readFieldValue } from '#domain/documents/field-value';
import { AS_STORED, DECIMALS, SentNumber } from '#domain/documents/sent-value';
import { NO_RULES, type Field } from '#domain/trees/field';

const NUMBER: Field = { code: 1, id: '', label: 'Campo', type: 'number', ...NO_RULES };

describe('keys of numbers', () => {
  const decimals = fc.record({ whole: fc.bigInt(0n, 10n ** 15n - 1n), decimals: fc.nat(99_999_999), isNegative: fc.boolean() });
  /** Exact, as no floating point number of 23 digits is. */
  const sizeOf = (text: string) => {
    const [whole, decimals = ''] = text.replace('-', '').split('.');
    return BigInt(whole + decimals.padEnd(8, '0')) * (text.startsWith('-') ? -1n : 1n);
  };
  /** Often alike but for the last digits. */
  const texts = fc
    .tuple(decimals, fc.constantFrom(1n, 10n, 10n ** 7n, 10n ** 14n), fc.constantFrom(0, 2, 8))
    .map(([{ whole, decimals, isNegative }, divisor, length]) => {
      const fraction = length === 0 ? '' : `.${String(decimals).padStart(8, '0').slice(0, length)}`;
      return `${isNegative ? '-' : ''}${whole / divisor}${fraction}`;
    });

  it('sort as the numbers, and tell them', () => {
    const keyOf = (text: string) => keyOfText(NUMBER, text);
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const difference = sizeOf(a) - sizeOf(b);
        expect(compareKeys(keyOf(a), keyOf(b))).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
        expect(sizeOf(decimalOfKey(keyOf(a)))).toBe(sizeOf(a));
      }),
      { numRuns: 2000 },
    );
  });

  it('of JSON numbers stand for these numbers, and so do the texts that are stored, whatever a point means', () => {
    const numbers = fc
      .tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.nat(8))
      .map(([digits, places]) => JSON.stringify(Number(digits) / 10 ** places));
    const zone = AS_STORED.zone;
    let read = 0;
    fc.assert(
      fc.property(numbers, fc.constantFrom(...DECIMALS), (text, decimal) => {
        const reading = readFieldValue(NUMBER, new SentNumber(text), { decimal, zone });
        if (!reading.ok) return;
        read++;
        const { key, text: stored } = reading.value;
        expect([Number(decimalOfKey(key)), keyOfText(NUMBER, stored)]).toEqual([Number(text), key]);
        // What is sent back as it was answered is the same number, or refused.
        const again = readFieldValue(NUMBER, stored, { decimal, zone });
        if (again.ok) expect(again.value.key).toBe(key);
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(1000);
  });
});
