import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { ResolvedAddress } from './options';

const HOSTS_FILE = '/etc/hosts';
/** The second try waits twice as long as the first: together they end a little before the time is up. */
const TRIES = 2;
const SHARE_OF_FIRST_TRY = 1 / 4;

interface LookUp {
  timeoutMs: number;
  /** Addresses, with a port where it is not 53; none: those of the system. */
  nameServers?: readonly string[];
  hostsFile?: string;
  /** Ends the look-up. */
  signal: AbortSignal;
}

/**
 * The addresses of a name: from the system's hosts file, else from a name server. Not `dns.lookup`: that holds a thread of the
 * process, of which there are four for all files too, until the name server has answered, however long nobody waits any more.
 * The name is asked for as it is: the search domains of resolv.conf are not tried.
 */
export async function lookUp(
  host: string,
  { timeoutMs, nameServers = [], hostsFile = HOSTS_FILE, signal }: LookUp,
): Promise<ResolvedAddress[]> {
  const written = await fromHostsFile(host, hostsFile);
  if (written.length > 0) return written.map(withFamily);
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs * SHARE_OF_FIRST_TRY), tries: TRIES });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    // Many names have addresses of one family only, and some name servers never answer for the other.
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found.map(withFamily);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The family is read from the address: a resolver's word for it is not needed. */
export function withFamily(address: string): ResolvedAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}

/** Lines of an address and its names; a host may stand in several. Without a file there are none. */
async function fromHostsFile(host: string, file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return names.some((name) => name.toLowerCase() === host) ? [address] : [];
  });
}
