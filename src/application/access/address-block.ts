const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
/** Upper bound of the length of an address, whatever a proxy sends. */
const LONGEST = 24;
const GROUPS = 8;
const OF_NETWORK = 4;

/** The block whose calls are counted together: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressBlock(address: string): string {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (!plain.includes(':')) return plain.slice(0, LONGEST);
  const [head = '', tail] = plain.toLowerCase().split('::');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const all =
    tail === undefined ? before : [...before, ...Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0'), ...after];
  const network = all.slice(0, OF_NETWORK).map((group) => group.replace(/^0+(?=.)/, '').slice(0, 4));
  return `${network.join(':')}::/64`;
}

const groups = (text: string) => text.split(':').filter(Boolean);
