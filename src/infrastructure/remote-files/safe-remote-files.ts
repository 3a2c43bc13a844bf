import { AddressPolicy, DownloadError, safeDownload, type DownloadFailure } from '#libs/safe-download';
import { RemoteFileError, RemoteFiles } from '#application/ports/remote-files';
import type { Config } from '#src/config';
import { Turns } from '#application/turns';
import { HostTurns } from './host-turns';

/** Told apart only as far as it helps an honest caller: nothing about what answers inside our network. */
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
/** Nobody makes this service the tool with which somebody else is flooded. Where links redirect to is not counted. */
const AT_ONCE_FROM_A_HOST = 4;

/** So many downloads at a time, those of all requests together: each holds a connection, and the store's buffers while it lasts. */
export class SafeRemoteFiles extends RemoteFiles {
  private readonly turns: Turns;
  private readonly hosts = new HostTurns(AT_ONCE_FROM_A_HOST);

  constructor(private readonly config: Pick<Config, 'linkTimeoutSeconds' | 'linkAllowedNetworks' | 'concurrentLinks'>) {
    super();
    this.turns = new Turns(config.concurrentLinks, MOST_WAITING);
    // Complains at start about a network that is none.
    new AddressPolicy(config.linkAllowedNetworks);
  }

  async fetch(url: string, maxBytes: number, until: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const taken: (() => void)[] = [];
    const leave = () => {
      until.removeEventListener('abort', leave);
      taken.splice(0).forEach((each) => each());
    };
    // A body that nobody begins to read has no other end.
    until.addEventListener('abort', leave, { once: true });
    try {
      // The host's first: who waits for a slow host keeps nobody else from another.
      taken.push(await this.hosts.take(url, until));
      taken.push(await this.turns.take(until));
      const { body } = await safeDownload(url, {
        maxBytes,
        totalTimeoutMs: this.config.linkTimeoutSeconds * 1000,
        allowedNetworks: this.config.linkAllowedNetworks,
        signal: until,
      });
      return relay(body, leave);
    } catch (error) {
      leave();
      throw wrapped(error);
    }
  }
}

async function* relay(body: AsyncIterable<Uint8Array>, leave: () => void): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw wrapped(error);
  } finally {
    leave();
  }
}
