import { AddressPolicy, DownloadError, safeDownload, type DownloadFailure } from '#libs/safe-download';
import { RemoteFileError, RemoteFiles } from '#application/ports/remote-files';
import type { Config } from '#src/config';

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

export class SafeRemoteFiles extends RemoteFiles {
  constructor(private readonly config: Pick<Config, 'linkTimeoutSeconds' | 'linkAllowedNetworks'>) {
    super();
    // Complains at start about a network that is none.
    new AddressPolicy(config.linkAllowedNetworks);
  }

  async fetch(url: string, maxBytes: number, until: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    try {
      const { body } = await safeDownload(url, {
        maxBytes,
        totalTimeoutMs: this.config.linkTimeoutSeconds * 1000,
        allowedNetworks: this.config.linkAllowedNetworks,
        signal: until,
      });
      return relay(body);
    } catch (error) {
      throw wrapped(error);
    }
  }
}

async function* relay(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw wrapped(error);
  }
}
