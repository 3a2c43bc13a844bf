import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import { S3Signer } from '#libs/s3-signature';
import type { S3Config } from '#src/config';
import type { DependencyWatch } from '../dependencies/dependency-watch';
import { isOutage, understood } from './store-errors';

const TRIES = 3;
const FIRST_PAUSE_MS = 100;
const CONNECT_MS = 3000;
const MOST_SOCKETS = 100;
/** Of a body that its reader does not take at once: a small file comes without a pause, which costs TCP more than memory. */
const READ_AHEAD_BYTES = 256 * 1024;

/** How a bucket is addressed from one side of the network. */
export interface Place {
  origin: string;
  host: string;
  /** Of all objects. */
  folder: string;
}

export function placeOf(endpoint: string, bucket: string): Place {
  const { origin, host, pathname } = new URL(endpoint);
  return { origin, host, folder: `${pathname.replace(/\/$/, '')}/${bucket}` };
}

export const signerOf = ({ accessKeyId, secretAccessKey, region }: S3Config) =>
  new S3Signer({ accessKeyId, secretAccessKey: secretAccessKey.reveal(), region });

interface TransferCall {
  method: 'GET' | 'PUT';
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** SHA-256 of the body in hex, where it is known. */
  payloadHash?: string;
}

/** What the store says when it refuses, in the SDK's words. */
class StoreRefusal extends Error {
  readonly $metadata: { httpStatusCode: number };

  constructor(status: number, text: string) {
    super(`the file store answers ${status}`);
    this.name = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'UnknownError';
    this.$metadata = { httpStatusCode: status };
  }
}

/**
 * Bytes to and from the bucket. These calls are made for every file, and by the SDK each costs a millisecond of CPU; whatever
 * else the service says to the store, it says by the SDK. Same deadlines, tries and watch as there.
 */
export class ObjectTransfer {
  private readonly signer: S3Signer;
  private readonly place: Place;
  private readonly pool: Pool;

  constructor(
    config: S3Config,
    private readonly watch: DependencyWatch,
  ) {
    this.signer = signerOf(config);
    this.place = placeOf(config.endpoint, config.bucket);
    const silenceMs = config.requestSeconds * 1000;
    this.pool = new Pool(this.place.origin, {
      connections: MOST_SOCKETS,
      connect: { timeout: CONNECT_MS },
      headersTimeout: silenceMs,
      // Runs only while there is nothing to read: a slow reader takes its time.
      bodyTimeout: silenceMs,
    });
  }

  /** Stores the body under the key, whole or as a part of it; answers what the store says of it. */
  async put(call: Omit<TransferCall, 'method'>): Promise<Record<string, string | undefined>> {
    const answer = await this.send({ method: 'PUT', ...call });
    await answer.body.dump();
    return answer.headers as Record<string, string | undefined>;
  }

  async get(key: string, headers: Readonly<Record<string, string>> = {}): Promise<Dispatcher.ResponseData['body']> {
    const { body } = await this.send({ method: 'GET', key, headers });
    // Whoever leaves it early makes it fail; whoever reads it hears of it all the same.
    return body.on('error', () => undefined);
  }

  close(): void {
    void this.pool.destroy();
  }

  private async send(call: TransferCall): Promise<Dispatcher.ResponseData> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.watch.run(() => this.attempt(call));
      } catch (error) {
        if (tries === TRIES || !isOutage(error)) throw understood(error);
        await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
      }
    }
  }

  private async attempt({ method, key, query, headers, body, payloadHash }: TransferCall): Promise<Dispatcher.ResponseData> {
    const { target, headers: signed } = this.signer.sign({
      method,
      host: this.place.host,
      path: `${this.place.folder}/${key}`,
      ...(query && { query }),
      ...(headers && { headers }),
      ...(payloadHash !== undefined && { payloadHash }),
    });
    const answer = await this.pool.request({ method, path: target, headers: signed, body: body ?? null, highWaterMark: READ_AHEAD_BYTES });
    if (answer.statusCode < 300) return answer;
    throw new StoreRefusal(answer.statusCode, await answer.body.text());
  }
}
