import { Amount, AmountTooLarge } from '#domain/bills/amount';
import { BillingPeriod } from '#domain/bills/billing-period';
import type { Package, Terms } from '#domain/bills/contract';
import { priceOf } from '#domain/bills/price';
import * as fc from 'fast-check';

const amount = (text: string): Amount => {
  const read = Amount.parse(text);
  if (!read) throw new Error(`${text} is no amount`);
  return read;
};
/** `500 for 150`. */
const pack = (text: string | null): Package | null => {
  if (text === null) return null;
  const [quantity, price] = text.split(' for ') as [string, string];
  return { quantity: amount(quantity), price: amount(price) };
};
const terms = (initial: string | null, periodic: string | null, unit: string | null, discount = '0'): Terms => ({
  initial: pack(initial),
  periodic: pack(periodic),
  unit: pack(unit),
  discount: amount(discount),
});

/** Terms, then what is used month by month, and what each month's bill says. docs/billing.md shows the same table. */
const GOLDEN: readonly [string, Terms, readonly (readonly [used: string, price: string])[]][] = [
  ["the contract's example", terms(null, '500 for 150', '5 for 2'), [['552', '172']]],
  ['below the periodic package', terms(null, '500 for 150', '5 for 2'), [['499', '150']]],
  ['just the periodic package', terms(null, '500 for 150', '5 for 2'), [['500', '150']]],
  ['one beyond it', terms(null, '500 for 150', '5 for 2'), [['501', '152']]],
  ['a whole unit package beyond it', terms(null, '500 for 150', '5 for 2'), [['505', '152']]],
  ['nothing used', terms(null, '500 for 150', '5 for 2'), [['0', '150']]],
  ['unit packages alone', terms(null, null, '1 for 0.05'), [['1234', '61.7'], ['0', '0']]], // prettier-ignore
  ['a fixed fee', terms(null, '1 for 300', null), [['1', '300']]],
  ['no unit package: what goes beyond is free', terms(null, '500 for 150', null), [['10000', '150']]],
  ['parts of a unit', terms(null, '1.5 for 10', '0.25 for 0.3333'), [['1.5', '10'], ['1.5001', '10.3333'], ['2.01', '10.9999']]], // prettier-ignore
  ['an initial package that lasts for a while', terms('1000 for 400', '500 for 150', '5 for 2'), [['600', '400'], ['400', '0'], ['0', '150'], ['552', '172']]], // prettier-ignore
  ['an initial package exceeded at once', terms('1000 for 400', '500 for 150', '5 for 2'), [['1552', '572'], ['552', '172']]], // prettier-ignore
  ['an initial package exceeded within the periodic one', terms('1000 for 400', '500 for 150', '5 for 2'), [['1001', '550']]],
  ['an initial package and nothing used', terms('1000 for 400', '500 for 150', '5 for 2'), [['0', '400'], ['0', '0'], ['1000', '0'], ['1', '150']]], // prettier-ignore
  ['a fee for setting up', terms('0 for 90', '1 for 300', null), [['1', '390'], ['1', '300']]], // prettier-ignore
  ['an initial package alone', terms('100 for 50', null, null), [['40', '50'], ['70', '0'], ['70', '0']]], // prettier-ignore
  ['a discount', terms(null, '500 for 150', '5 for 2', '10'), [['552', '154.8']]],
  ['a discount of everything', terms('10 for 5', '500 for 150', '5 for 2', '100'), [['552', '0']]],
  ['half a ten-thousandth, rounded up', terms(null, '1 for 0.0001', null, '50'), [['1', '0.0001']]],
  ['a third off', terms(null, '1 for 100', null, '33.3333'), [['1', '66.6667']]],
];

describe('the price of a service line', () => {
  it.each(GOLDEN)('%s', (_, line, months) => {
    let [initialPaid, initialUsed] = [false, Amount.ZERO];
    for (const [used, expected] of months) {
      const price = priceOf(line, amount(used), { initialPaid, initialUsed });
      expect(price.price.toString()).toBe(expected);
      [initialPaid, initialUsed] = [initialPaid || line.initial !== null, initialUsed.plus(price.initialUsed ?? Amount.ZERO)];
    }
  });

  it('charges an initial package once, whenever it is added', () => {
    const [without, withOne] = [terms(null, '500 for 150', '5 for 2'), terms('1000 for 400', '500 for 150', '5 for 2')];
    let [initialPaid, initialUsed] = [false, Amount.ZERO];
    const prices = [without, withOne, without, withOne].map((line) => {
      const price = priceOf(line, amount('600'), { initialPaid, initialUsed });
      initialPaid ||= price.initialUsed !== null;
      initialUsed = initialUsed.plus(price.initialUsed ?? Amount.ZERO);
      return price.price.toString();
    });
    expect(prices).toEqual(['190', '400', '190', '150']);
  });

  it('never uses more of an initial package than it holds, nor more than was used', () => {
    const some = fc.bigInt({ min: 0n, max: 10n ** 9n }).map((units) => Amount.ofUnits(units));
    fc.assert(
      fc.property(some, fc.array(some, { maxLength: 8 }), (held, months) => {
        const line = { ...terms(null, '1 for 1', '1 for 1'), initial: { quantity: held, price: Amount.ZERO } };
        let initialUsed = Amount.ZERO;
        for (const used of months) {
          const now = priceOf(line, used, { initialPaid: true, initialUsed }).initialUsed!;
          expect(now.exceeds(used)).toBe(false);
          initialUsed = initialUsed.plus(now);
          expect(initialUsed.exceeds(held)).toBe(false);
        }
      }),
    );
  });
});

describe('a period', () => {
  it.each(['2026-00', '2026-13', '0999-12', '9999-12', '10000-01', '26-01', '2026-1', '2026-01-01', ''])('is not %j', (text) => {
    expect(BillingPeriod.parse(text)).toBeNull();
  });

  it.each([
    ['2026-12', '2027-01'],
    ['9999-11', '9999-12'],
    ['1000-01', '1000-02'],
  ])('%s is before %s', (text, next) => {
    expect(BillingPeriod.parse(text)!.next.name).toBe(next);
  });
});

describe('an amount', () => {
  it.each([
    ['0', '0'],
    ['150.00', '150'],
    ['0.0001', '0.0001'],
    ['007.5', '7.5'],
    ['99999999999.9999', '99999999999.9999'],
  ])('reads %s', (text, shown) => expect(Amount.parse(text)?.toString()).toBe(shown));

  it.each(['', '-1', '1.', '.5', '1.00001', '1,5', '1e3', ' 1', '100000000000', 'NaN', '1.5.1'])('does not read %j', (text) =>
    expect(Amount.parse(text)).toBeNull(),
  );

  it('is the same number in JSON', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (units) => {
        const exact = Amount.ofUnits(units);
        expect(JSON.stringify(exact.toNumber())).toBe(exact.toString());
        expect(Amount.parse(exact.toString())!.units).toBe(units);
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused where it would no longer be exact', () => {
    const most = Amount.parse('99999999999.9999')!;
    expect(() => most.plus(Amount.ofUnits(1))).toThrow(AmountTooLarge);
    expect(() => most.times(2n)).toThrow(AmountTooLarge);
  });
});
