import { randomBytes } from 'node:crypto';
import { checkToken, timestampRequest, tokenOf } from '#libs/pdf-signature';
import { TimestampAuthority } from '#application/ports/audit-trail';
import type { Config } from '#src/config';

const DEADLINE_MS = 10_000;
const LONGEST_ANSWER = 256 * 1024;

/** The authority did not give a token. */
export class NoTimestamp extends Error {}

/** An RFC 3161 token over a SHA-256, from the authority that the operator has named. */
export async function timestampFrom(url: string, sha256: Uint8Array): Promise<Uint8Array> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: new Uint8Array(timestampRequest(sha256, randomBytes(8))),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (response.status !== 200 || !response.body) throw new Error(`status ${response.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      length += part.length;
      if (length > LONGEST_ANSWER) throw new Error('an answer without end');
      parts.push(part);
    }
    return tokenOf(Buffer.concat(parts));
  } catch (error) {
    throw new NoTimestamp(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export class ConfiguredTimestampAuthority extends TimestampAuthority {
  constructor(private readonly config: Pick<Config, 'timestampUrl'>) {
    super();
  }

  async stamp(sha256: Buffer): Promise<Buffer | null> {
    if (this.config.timestampUrl === null) return null;
    const token = Buffer.from(await timestampFrom(this.config.timestampUrl, sha256));
    checkToken(token, sha256);
    return token;
  }
}
