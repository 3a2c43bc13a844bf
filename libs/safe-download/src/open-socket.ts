import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AddressPolicy } from './addresses';
import { DownloadError, codeOf } from './download-error';
import type { Target } from './target';

/**
 * The one place that opens a connection, so it trusts nobody: it checks every address before (Node does not call `lookup` for an IP
 * address, a check in there would be skipped), pins the name to these addresses, and looks at where it got to afterwards, before the
 * first byte is sent. The name stays the name, for the certificate to be checked against.
 * @param ca authorities to trust instead of the well-known ones
 * @throws DownloadError `ADDRESS_NOT_ALLOWED`, `UNREACHABLE`; the socket is gone then, as it is when the signal aborts
 */
export async function openSocket(target: Target, policy: AddressPolicy, signal: AbortSignal, ca?: string | string[]): Promise<Socket> {
  const { host, port, secure, addresses } = target;
  if (!addresses.every(({ address }) => policy.allows(address))) throw new DownloadError('ADDRESS_NOT_ALLOWED');

  const tcp = connectTcp({ host, port, lookup: pinnedTo(target), autoSelectFamily: true, noDelay: true });
  await ready(tcp, 'connect', signal);
  if (!policy.allows(tcp.remoteAddress ?? '')) {
    tcp.destroy();
    throw new DownloadError('ADDRESS_NOT_ALLOWED');
  }
  if (!secure) return tcp;

  const servername = isIP(host) === 0 ? { servername: host } : {};
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
  const tls = connectTls({
    socket: tcp,
    host,
    ...servername,
    ...(ca ? { ca } : {}),
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
  await ready(tls, 'secureConnect', signal);
  return tls;
}

function pinnedTo({ addresses }: Target): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return new Promise<void>((resolve, reject) => {
    const fail = (error?: Error): void => {
      socket.destroy();
      reject(new DownloadError('UNREACHABLE', codeOf(error)));
    };
    // They stay on the socket: an error that comes later must not be without a listener.
    socket.on('error', fail);
    socket.on('close', () => fail());
    socket.once(event, resolve);
  }).finally(() => signal.removeEventListener('abort', abort));
}
