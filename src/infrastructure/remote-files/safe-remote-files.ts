import { Resolver } from 'node:dns/promises';
import { AddressPolicy, DownloadError, safeDownload, type DownloadFailure } from '#libs/safe-download';
import { RemoteFileError, RemoteFiles, type RemoteFile } from '#application/ports/files';
import type { Config } from '#src/config';
import { Semaphore } from '#application/support/semaphore';
import { KeyedTurns } from './keyed-turns';

/** Distinguishes errors only as far as callers need; reveals nothing about the internal network. */
const REASON: Record<DownloadFailure, RemoteFileError['reason']> = {
  URL_INVALID: 'not-allowed',
  SCHEME: 'not-allowed',
  CREDENTIALS: 'not-allowed',
  PORT: 'not-allowed',
  ADDRESS_NOT_ALLOWED: 'not-allowed',
  UNREACHABLE: 'unreachable',
  TIMEOUT: 'timeout',
  STATUS: 'status',
  TOO_LARGE: 'too-large',
  TOO_MANY_REDIRECTS: 'not-allowed',
  ENCODING: 'status',
  TRUNCATED: 'incomplete',
};

function wrapped(error: unknown): unknown {
  if (error instanceof DownloadError) return new RemoteFileError(REASON[error.reason], error);
  return (error as Error).name === 'TimeoutError' ? new RemoteFileError('timeout', error) : error;
}

const MOST_WAITING = 1000;
/** Limits downloads per host, so that the service cannot be used to flood it. Redirect targets are not counted. */
const AT_ONCE_FROM_A_HOST = 4;

type Settings = Pick<Config, 'linkTimeoutSeconds' | 'linkAllowedNetworks' | 'linkNameServers' | 'concurrentLinks'>;

/**
 * So many downloads at a time, those of all requests together: each holds a look-up of a name or a connection, and the store's buffers
 * while it lasts. A client has half of them at most: what its links lead to may be silent, and others have links, too.
 */
export class SafeRemoteFiles extends RemoteFiles {
  private readonly turns: Semaphore;
  private readonly clients: KeyedTurns;
  private readonly hosts = new KeyedTurns(AT_ONCE_FROM_A_HOST);

  constructor(private readonly config: Settings) {
    super();
    this.turns = new Semaphore(config.concurrentLinks, MOST_WAITING);
    this.clients = new KeyedTurns(Math.ceil(config.concurrentLinks / 2));
    // Both complain at start about what is no network, and no name server.
    new AddressPolicy(config.linkAllowedNetworks);
    new Resolver().setServers(config.linkNameServers);
  }

  async fetch({ url, clientId, maxBytes }: RemoteFile, until: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const taken: (() => void)[] = [];
    const leave = () => {
      until.removeEventListener('abort', leave);
      taken.splice(0).forEach((each) => each());
    };
    // An unread body must be closed explicitly.
    until.addEventListener('abort', leave, { once: true });
    try {
      // Waiting for one host does not block downloads from others.
      taken.push(await this.clients.take(clientId, until));
      taken.push(await this.hosts.take(hostOf(url), until));
      taken.push(await this.turns.take(until));
      const { body } = await safeDownload(url, {
        maxBytes,
        totalTimeoutMs: this.config.linkTimeoutSeconds * 1000,
        allowedNetworks: this.config.linkAllowedNetworks,
        nameServers: this.config.linkNameServers,
        signal: until,
      });
      return relay(body, leave);
    } catch (error) {
      leave();
      throw wrapped(error);
    }
  }
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');

async function* relay(body: AsyncIterable<Uint8Array>, leave: () => void): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw wrapped(error);
  } finally {
    leave();
  }
}
