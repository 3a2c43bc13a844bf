import { AddressPolicy, isPublicAddress } from './addresses';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '203.0.112.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::',
  ])('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    // IPv4: this network, private, shared, loopback, link-local, protocols, documentation, benchmarks, multicast, reserved
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    // IPv6: unspecified, loopback, IPv4 inside in eight ways, discard, local, multicast, documentation
    '::',
    '::1',
    '::127.0.0.1',
    '::169.254.169.254',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001::7f00:1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2606:4700::5efe:7f00:1',
    '2606:4700::200:5efe:7f00:1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'fec0::1',
    'ff02::1',
    '5f00::1',
    '4000::1',
    // no addresses at all
    '',
    'localhost',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '[2606:4700::1111]',
    '8.8.8.8/32',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('AddressPolicy', () => {
  const policy = new AddressPolicy(['10.1.0.0/16', '127.0.0.1/32', 'fd00::/8']);

  it.each(['10.1.0.0', '10.1.255.255', '127.0.0.1', '::ffff:127.0.0.1', '::ffff:a01:1', 'fd12::1', '8.8.8.8'])('allows %s', (address) =>
    expect(policy.allows(address)).toBe(true),
  );
  it.each([
    '10.0.255.255',
    '10.2.0.0',
    '127.0.0.2',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.2',
    '::ffff:8.8.8.8',
    'fc00::1',
    'fd12::1%1',
    'x',
  ])('refuses %s', (address) => expect(policy.allows(address)).toBe(false));

  it('allows no network by default', () => {
    expect(new AddressPolicy().opensAny).toBe(false);
    expect(policy.opensAny).toBe(true);
    expect(policy.opens('8.8.8.8')).toBe(false);
  });

  it.each([
    '10.0.0.0',
    '10.0.0.0/33',
    '::/129',
    '010.0.0.0/8',
    '10.0.0/8',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    'localhost/8',
    'fe80::%1/10',
    '',
  ])('refuses the configuration %j', (network) => expect(() => new AddressPolicy([network])).toThrow(RangeError));
});
