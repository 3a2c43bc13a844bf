/** Why bytes could not be fetched from a link, in words that do not tell what lies behind it. */
export class RemoteFileError extends Error {
  constructor(
    readonly reason: 'not-allowed' | 'unreachable' | 'timeout' | 'status' | 'too-large' | 'incomplete',
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

export interface RemoteFile {
  url: string;
  /** For whom. */
  clientId: string;
  maxBytes: number;
}

export abstract class RemoteFiles {
  /** At most until the signal fires. Rejects with `RemoteFileError`, while opening or while reading. */
  abstract fetch(file: RemoteFile, until: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}
