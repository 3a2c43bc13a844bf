/** Why a link could not be fetched; the reason reveals nothing about the target. */
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
  /** The client on whose behalf it is fetched. */
  clientId: string;
  maxBytes: number;
}

export abstract class RemoteFiles {
  /** Ends when the signal fires. Rejects with `RemoteFileError`, while opening or while reading. */
  abstract fetch(file: RemoteFile, until: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}
