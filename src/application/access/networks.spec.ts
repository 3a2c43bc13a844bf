import { admits, isNetwork } from './networks';

describe('the networks of a key', () => {
  it.each([
    ['203.0.113.0/24', true],
    ['203.0.113.7', true],
    ['203.0.113.7/32', true],
    ['0.0.0.0/0', true],
    ['2001:db8::/32', true],
    ['2001:DB8::1', true],
    ['203.0.113.0/33', false],
    ['2001:db8::/129', false],
    ['203.0.113/24', false],
    ['203.0.113.0/', false],
    ['fe80::1%eth0', false],
    ['example.com', false],
    ['', false],
  ])('%s: %s', (text, expected) => expect(isNetwork(text)).toBe(expected));

  it.each([
    [[], '203.0.113.7', true],
    [[], '', true],
    [['203.0.113.0/24'], '203.0.113.255', true],
    [['203.0.113.0/24'], '203.0.114.0', false],
    [['203.0.113.0/24'], '::ffff:203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.8', false],
    [['203.0.113.0/24', '2001:db8::/32'], '2001:db8:1::9', true],
    [['203.0.113.0/24', '2001:db8::/32'], '2001:db9::9', false],
    [['2001:db8::/32'], '203.0.113.7', false],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['0.0.0.0/0'], 'unknown', false],
  ])('%j admit %s: %s', (networks, address, expected) => expect(admits(networks, address)).toBe(expected));
});
