import { newId } from '#application/support/ids';
import { DEMO } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

const PLACE = { clientId: DEMO.client, unitId: DEMO.unit };
const OTHER = { clientId: DEMO.otherClient, unitId: DEMO.otherUnit };

/** Pairs of keys per client and unit. */
describeContract('Subscriptions', (archive, { open }) => {
  const rotated = async (slot: 1 | 2, place = PLACE) => {
    const key = newId();
    expect(await archive.subscriptions.rotate(place, slot, key)).toBe(true);
    return key;
  };
  const placesOf = (...keys: string[]) => Promise.all(keys.map((key) => archive.subscriptions.find(key)));

  it('finds the client and unit of either key', async () => {
    const keys = [await rotated(1), await rotated(2)];
    expect(await placesOf(...keys)).toEqual([PLACE, PLACE]);
  });

  it.each([1, 2] as const)('replaces key %d and keeps the other; the old one is invalid', async (slot) => {
    const other = await rotated(slot === 1 ? 2 : 1);
    const old = await rotated(slot);
    const next = await rotated(slot);
    expect(await placesOf(old, other, next)).toEqual([null, PLACE, PLACE]);
  });

  it('separates clients', async () => {
    const [own, foreign] = [await rotated(1), await rotated(1, OTHER)];
    await rotated(1);
    expect(await placesOf(own, foreign)).toEqual([null, OTHER]);
  });

  it.each([
    ['a unit that does not serve the client', { clientId: DEMO.client, unitId: DEMO.otherUnit }],
    ['an unknown unit', { clientId: DEMO.client, unitId: newId() }],
    ['an unknown client', { clientId: newId(), unitId: DEMO.unit }],
  ])('refuses %s', async (_, place) => {
    const key = newId();
    expect(await archive.subscriptions.rotate(place, 1, key)).toBe(false);
    expect(await archive.subscriptions.find(key)).toBeNull();
  });

  it.each(['', 'x', '%', "' OR 1=1 --", 'é📎'.repeat(1000)])('finds no unknown key', async (key) => {
    await rotated(1);
    expect(await archive.subscriptions.find(key)).toBeNull();
  });

  it('compares keys exactly, with case and blanks', async () => {
    const key = `Key ${newId()} ÃÇ`;
    await archive.subscriptions.rotate(PLACE, 1, key);
    expect(await placesOf(key, key.toLowerCase(), `${key} `)).toEqual([PLACE, null, null]);
  });

  it('is unchanged when the transaction is rolled back', async () => {
    const [old, next] = [await rotated(1), newId()];
    const failing = archive.unitOfWork.run(async () => {
      await archive.subscriptions.rotate(PLACE, 1, next);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await placesOf(old, next)).toEqual([PLACE, null]);
  });

  it.each([
    ['has one', true],
    ['never had one', false],
  ])('has one valid key after concurrent replacements in a slot that %s', async (_, known) => {
    const own = await open();
    try {
      if (known) await own.subscriptions.rotate(PLACE, 2, newId());
      const keys = Array.from({ length: 8 }, () => newId());
      const answers = await atOnce(8, (index) => own.subscriptions.rotate(PLACE, 2, keys[index]!));
      const live = (await Promise.all(keys.map((key) => own.subscriptions.find(key)))).filter((place) => place !== null);
      expect([answers.every(Boolean), live]).toEqual([true, [PLACE]]);
    } finally {
      await own.close();
    }
  });
});
