const MESSAGES = {
  URL_INVALID: 'The text is not a URL that can be connected to',
  SCHEME: 'The scheme is not allowed, or https leads to http',
  CREDENTIALS: 'A URL must not carry a user name or a password',
  PORT: 'The port is not allowed',
  ADDRESS_NOT_ALLOWED: 'The host, or an address it stands for, is not allowed',
  UNREACHABLE: 'The host could not be reached, or did not answer in proper HTTP',
  TIMEOUT: 'It took too long',
  STATUS: 'The answer was not a 200',
  TOO_LARGE: 'The answer is larger than allowed',
  TOO_MANY_REDIRECTS: 'The answer was one redirect too many',
  ENCODING: 'The answer is compressed, which was not asked for',
  TRUNCATED: 'The answer ended before it was complete',
} as const;

/** Why a download failed, or something could not be sent. */
export type DownloadFailure = keyof typeof MESSAGES;

/** The one error of this library. Its text is fixed: nothing that the remote side sent, and no URL, gets into it. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';

  /**
   * @param detail for the operator's log: an error code of Node or undici (`ECONNREFUSED`), or the HTTP status. Do not show it to
   *   whoever chose the URL: it tells open ports from closed ones.
   */
  constructor(
    readonly reason: DownloadFailure,
    readonly detail?: string,
  ) {
    super(MESSAGES[reason]);
  }
}

/** The code of an error that Node or undici made; never its text, which may quote the remote side. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
