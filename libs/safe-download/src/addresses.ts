import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [base: Address, bits: number];

/** Azure answers for the host machine under this otherwise public address. */
const AZURE_HOST = '168.63.129.16';

/** All IPv6 addresses that were ever given out for public use. */
const GLOBAL_UNICAST = parseNetwork('2000::/3');
/** Inside it: protocols and tunnels (an IPv4 address in disguise), and documentation. */
const NOT_PUBLIC = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(parseNetwork);

/**
 * Is this the address of a public host? Everything is refused that is not known to be one: private, loopback, link-local, shared,
 * multicast, reserved and documentation ranges, and every IPv6 form that wraps an IPv4 address, a public one included.
 * @param address IPv4 in four decimal parts or IPv6, without brackets or zone; any other text is not public
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null || parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return parsed.toString() !== AZURE_HOST;
  return isIn(parsed, GLOBAL_UNICAST) && !NOT_PUBLIC.some((network) => isIn(parsed, network)) && !isIsatap(parsed as ipaddr.IPv6);
}

/** Which addresses may be connected to: the public ones, and those in networks that the operator opened. */
export class AddressPolicy {
  private readonly networks: readonly Network[];

  /**
   * @param allowedNetworks in CIDR notation
   * @throws RangeError when one is not: a network that is silently not opened, or is another one than was meant, helps nobody
   */
  constructor(allowedNetworks: readonly string[] = []) {
    this.networks = allowedNetworks.map(parseNetwork);
  }

  /** The operator opened some network. */
  get opensAny(): boolean {
    return this.networks.length > 0;
  }

  /** In a network that the operator opened; an IPv4 address wrapped in IPv6 (`::ffff:10.0.0.1`) counts as what it wraps. */
  opens(address: string): boolean {
    const parsed = parseAddress(address);
    if (parsed === null) return false;
    const bare = isIPv6(parsed) && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
    return this.networks.some((network) => isIn(bare, network));
  }

  allows(address: string): boolean {
    return isPublicAddress(address) || this.opens(address);
  }
}

/**
 * `isIP` first: ipaddr.js also reads octal, hexadecimal and short forms, and zones. IPv6 is spelled in hexadecimal for it, because it
 * takes `::1.2.3.4` for `::ffff:1.2.3.4`, which is another address.
 */
function parseAddress(text: string): Address | null {
  const family = typeof text === 'string' && !text.includes('%') ? isIP(text) : 0;
  if (family === 0) return null;
  return ipaddr.parse(family === 4 ? text : new URL(`http://[${text}]`).hostname.slice(1, -1));
}

function parseNetwork(text: string): Network {
  const [, base = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const parsed = parseAddress(base);
  if (parsed === null || Number(bits) > (isIPv6(parsed) ? 128 : 32)) throw new RangeError(`Not a network in CIDR notation: ${text}`);
  return [parsed, Number(bits)];
}

function isIn(address: Address, [base, bits]: Network): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

function isIPv6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6';
}

/** ISATAP wraps an IPv4 address in an interface identifier `[02]00:5efe:a.b.c.d`, under any prefix (RFC 5214). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & ~0x0300) === 0 && parts[5] === 0x5efe;
}
