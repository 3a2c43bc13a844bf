import { isIP } from 'node:net';
import type { AddressPolicy } from './addresses';
import { hostOf } from './check-url';
import type { Deadline } from './deadline';
import { DownloadError, codeOf } from './download-error';
import { lookUp, withFamily } from './look-up';
import type { Resolve, ResolvedAddress, Settings } from './options';

/** A host, with the addresses that were checked and are therefore the ones to connect to. */
export interface Target {
  /** Name or IP address, without brackets. */
  host: string;
  port: number;
  secure: boolean;
  /** Never empty. */
  addresses: readonly ResolvedAddress[];
}

/** Domains that mean something in private networks only. */
const PRIVATE_NAME = /\.(?:local|localdomain|internal|intranet|private|localhost|arpa|test|invalid|onion|lan|home|corp)$/;

/**
 * Decides whether a URL may be connected to, and where. The name is resolved once; one bad address among its addresses is enough to
 * refuse, since a mixed answer is what an attacker's name server gives.
 * @throws DownloadError `SCHEME`, `PORT`, `ADDRESS_NOT_ALLOWED`, `UNREACHABLE` when there is no address, `TIMEOUT`
 */
export async function resolveTarget(url: URL, policy: AddressPolicy, settings: Settings, deadline: Deadline): Promise<Target> {
  const host = hostOf(url);
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const isUsualPort = settings.ports.includes(port);
  const isPrivateName = PRIVATE_NAME.test(host);
  const isPlainHttp = settings.secureOnly === true && !secure;
  // Without an opened network none of these can turn out well: do not even ask the name server.
  if (isPlainHttp && !policy.opensAny) throw new DownloadError('SCHEME');
  if (!isUsualPort && !policy.opensAny) throw new DownloadError('PORT');
  if (isPrivateName && !policy.opensAny) throw new DownloadError('ADDRESS_NOT_ALLOWED');

  const addresses = await addressesOf(host, settings, deadline);
  if (addresses.length === 0) throw new DownloadError('UNREACHABLE');
  if (!addresses.every(({ address }) => policy.allows(address))) throw new DownloadError('ADDRESS_NOT_ALLOWED');
  const inOpened = addresses.every(({ address }) => policy.opens(address));
  if (isPlainHttp && !inOpened) throw new DownloadError('SCHEME');
  if (isPrivateName && !inOpened) throw new DownloadError('ADDRESS_NOT_ALLOWED');
  if (!isUsualPort && !inOpened) throw new DownloadError('PORT');
  return { host, port, secure, addresses };
}

async function addressesOf(host: string, settings: Settings, deadline: Deadline): Promise<ResolvedAddress[]> {
  if (isIP(host) !== 0) return [withFamily(host)];
  const { nameServers, connectTimeoutMs: timeoutMs } = settings;
  const resolve: Resolve = settings.resolve ?? ((name) => lookUp(name, { timeoutMs, nameServers, signal: deadline.signal }));
  // `async` so that a resolver that throws at once is caught like one that rejects.
  const answer = (async () => resolve(host))().catch((error: unknown) => {
    const code = codeOf(error);
    throw new DownloadError(code === 'ETIMEOUT' ? 'TIMEOUT' : 'UNREACHABLE', code);
  });
  return (await deadline.within(timeoutMs, answer)).map(({ address }) => withFamily(address));
}
