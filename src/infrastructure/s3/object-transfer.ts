import { createHash } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Signer } from '#libs/s3-signature';
import type { S3Config } from '#src/config';
import type { DependencyWatch } from '../dependencies/dependency-watch';
import type { StoreTelemetry } from '../telemetry/store-telemetry';
import { impatient } from './impatient';
import { CONNECT_MS, MOST_SOCKETS, TRIES } from './s3-client';
import type { StoreClock } from './store-clock';
import { BucketMissing, isMissing, isOutage, isSkewed, StoreRefusal, tooLate, understood } from './store-errors';

const FIRST_PAUSE_MS = 100;
/** The result of a call with status 200 whose body does not confirm success. */
const FAILED_LATE = 503;

/** How a bucket is addressed from one side of the network. */
export interface Place {
  origin: string;
  host: string;
  /** Of all objects. */
  folder: string;
}

export function placeOf(endpoint: string, bucket: string): Place {
  const { origin, host, pathname } = new URL(endpoint);
  return { origin, host, folder: `${decodeURIComponent(pathname).replace(/\/$/, '')}/${bucket}` };
}

export const signerOf = ({ accessKeyId, secretAccessKey, region }: S3Config) =>
  new S3Signer({ accessKeyId, secretAccessKey: secretAccessKey.reveal(), region });

interface TransferCall {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST';
  /** In the words of the SDK, which makes the other calls. */
  name: string;
  /** Empty: the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** One after the other. */
  body?: readonly Buffer[];
  /** SHA-256 of the body in hex, where it is known. */
  payloadHash?: string;
}

/**
 * Bytes to and from the bucket, and what is said around their parts. These calls are made for every file, and by the SDK each costs a
 * millisecond of CPU; whatever else the service says to the store, it says by the SDK. Same deadlines, tries and watch as there.
 */
export class ObjectTransfer {
  private readonly signer: S3Signer;
  private readonly place: Place;
  /** Separate connections, so that slow readers do not delay writers. */
  private readonly agents: Record<TransferCall['method'], HttpAgent>;
  private readonly open: typeof httpRequest;
  private readonly silenceMs: number;
  private readonly bucket: string;

  constructor(
    config: S3Config,
    private readonly watch: DependencyWatch,
    private readonly telemetry: StoreTelemetry,
    private readonly clock: StoreClock,
  ) {
    this.signer = signerOf(config);
    this.place = placeOf(config.endpoint, config.bucket);
    const isSecure = this.place.origin.startsWith('https:');
    this.open = isSecure ? httpsRequest : httpRequest;
    const agent = (maxSockets = MOST_SOCKETS) => new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets });
    const writing = agent();
    this.agents = { GET: agent(), HEAD: agent(1), PUT: writing, POST: writing };
    this.silenceMs = config.requestSeconds * 1000;
    this.bucket = config.bucket;
  }

  /** Stores the body as the object or as a part of it; returns the store's answer. */
  async put(call: Omit<TransferCall, 'method'>): Promise<IncomingHttpHeaders> {
    const answer = await this.send({ method: 'PUT', ...call }, (answer) => answer);
    return answer.resume().headers;
  }

  /** Whether the store answers, and takes what we sign. On a connection of its own: readers that are slow may hold all others. */
  async probe(withinMs: number): Promise<void> {
    try {
      (await this.attempt({ method: 'HEAD', name: 'HeadBucket', key: '' }, withinMs)).resume();
    } catch (error) {
      // The answer to HEAD has no body, so no code either.
      throw isMissing(error) ? new BucketMissing(this.bucket, error) : understood(error, this.bucket);
    }
  }

  async get(key: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
    const answer = await this.send({ method: 'GET', name: 'GetObject', key, headers }, (answer) => answer);
    return impatient(answer, this.silenceMs);
  }

  /**
   * @param sign of success: a store may begin its answer well, and end it with an error or not at all
   * @returns what of the answer is that sign
   */
  post(call: Omit<TransferCall, 'method' | 'payloadHash'>, sign: RegExp): Promise<string> {
    const hash = createHash('sha256');
    for (const piece of call.body ?? []) hash.update(piece);
    const payloadHash = hash.digest('hex');
    return this.send({ method: 'POST', payloadHash, ...call }, async (answer) => {
      const said = await text(impatient(answer, this.silenceMs));
      const [found] = sign.exec(said) ?? [];
      if (found === undefined) throw new StoreRefusal(FAILED_LATE, said);
      return found;
    });
  }

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  /** `take` belongs to the try: when it fails, the call is made again. */
  private async send<T>(call: TransferCall, take: (answer: IncomingMessage) => Promise<T> | T): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.watch.run(() => this.telemetry.call(call.name, async () => take(await this.attempt(call))));
      } catch (error) {
        if (tries === TRIES || !(isOutage(error) || isSkewed(error))) throw understood(error, this.bucket);
        if (!isSkewed(error)) await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
      }
    }
  }

  private async attempt(call: TransferCall, withinMs = this.silenceMs): Promise<IncomingMessage> {
    const { method, key, query, headers, body, payloadHash } = call;
    const request = {
      method,
      host: this.place.host,
      path: key === '' ? this.place.folder : `${this.place.folder}/${key}`,
      ...(query && { query }),
      ...(headers && { headers }),
      ...(payloadHash !== undefined && { payloadHash }),
    };
    const { target, headers: signed } = this.signer.sign(request, this.clock.now());
    const sent = { ...signed, ...(body && { 'content-length': String(body.reduce((sum, { length }) => sum + length, 0)) }) };
    const answer = await this.exchange(method, target, sent, body, withinMs);
    this.clock.learn(answer.headers.date);
    // Leaving the stream early makes it fail; readers still get the error.
    answer.on('error', () => undefined);
    if ((answer.statusCode as number) < 300) return answer;
    throw new StoreRefusal(answer.statusCode as number, await text(impatient(answer, this.silenceMs)));
  }

  /** The deadline counts from here to the headers of the answer: waiting for a connection is part of it. */
  private exchange(
    method: TransferCall['method'],
    path: string,
    headers: IncomingHttpHeaders,
    body: readonly Buffer[] | undefined,
    withinMs: number,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = this.open(this.place.origin, { method, path, headers, agent: this.agents[method] });
      const late = () => request.destroy(tooLate());
      const deadline = setTimeout(late, withinMs);
      request.once('socket', (socket) => {
        if (!socket.connecting) return;
        const connecting = setTimeout(late, CONNECT_MS);
        socket.once('connect', () => clearTimeout(connecting)).once('close', () => clearTimeout(connecting));
      });
      request.once('response', (answer) => {
        clearTimeout(deadline);
        resolve(answer);
      });
      request.on('error', (error) => {
        clearTimeout(deadline);
        reject(error);
      });
      for (const piece of body ?? []) request.write(piece);
      request.end();
    });
  }
}
