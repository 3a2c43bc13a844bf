import { addressBlock } from './address-block';

describe('the address block', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1:2:3:4', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s is %s', (address, block) => expect(addressBlock(address)).toBe(block));

  it('fits its column for any address of a proxy', () => {
    for (const told of [':'.repeat(45), 'f'.repeat(45), '1234:'.repeat(9), 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'])
      expect(addressBlock(told).length).toBeLessThanOrEqual(30);
  });
});
