import { BlockList, isIP } from 'node:net';

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const CIDR = /^([0-9a-f.:]+)\/(\d{1,3})$/i;
const BITS = { 4: 32, 6: 128 } as const;

interface Network {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** An address alone is a network of one. Null: neither. */
function networkOf(text: string): Network | null {
  const [, address = text, bits] = CIDR.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return null;
  const most = BITS[version as 4 | 6];
  const length = bits === undefined ? most : Number(bits);
  return length > most ? null : { address, bits: length, family: version === 4 ? 'ipv4' : 'ipv6' };
}

export const isNetwork = (text: string): boolean => networkOf(text) !== null;

/** Whether the address is in one of the networks; none admit any. */
export function admits(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const plain = MAPPED.exec(address)?.[1] ?? address;
  const version = isIP(plain);
  if (version === 0) return false;
  const list = new BlockList();
  for (const network of networks.map(networkOf)) if (network) list.addSubnet(network.address, network.bits, network.family);
  return list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
