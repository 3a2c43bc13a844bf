import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkAnnounced, S3Error, StubBucket } from './s3-objects';
import { document, operationOf, perform, type Reply, type S3Operation } from './s3-operations';
import { whyNotSigned, type S3Keys } from './s3-signature';

export interface S3Request {
  operation: S3Operation;
  bucket: string;
  key: string;
}

/** What the store does instead of, or beside, what it is asked. */
export type S3Fault =
  | { kind: 'answer'; status: number; code: string }
  /** Does nothing, and says this as if all were well. */
  | { kind: 'say'; text: string }
  /** Never answers. */
  | { kind: 'hang' }
  /** Does what it is asked, and breaks the connection instead of answering. */
  | { kind: 'reset after' }
  /** Breaks off an answer's body after so many bytes. */
  | { kind: 'truncate'; bytes: number }
  /** Answers with so many bytes, as if there were no more. */
  | { kind: 'shorten'; bytes: number }
  /** Answers with one bit changed. */
  | { kind: 'flip'; at: number }
  /** Takes its time before it does anything. */
  | { kind: 'wait'; ms: number }
  | { kind: 'slow'; bytesPerSecond: number };

export type Misbehaviour = (request: S3Request) => S3Fault | null;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What is left of an answer's body. */
function damaged(body: Buffer, fault: S3Fault | null): Buffer {
  if (fault?.kind === 'shorten') return body.subarray(0, fault.bytes);
  if (fault?.kind !== 'flip' || body.length === 0) return body;
  const flipped = Buffer.from(body);
  flipped[fault.at % body.length]! ^= 1;
  return flipped;
}

/** A small S3 in memory that errs when told to. Its contract with our adapter is that of every file store (s3-stub.spec.ts). */
export class S3Stub {
  readonly keys: S3Keys = { accessKeyId: 'stub', secretAccessKey: 'stub-secret' };
  readonly buckets = new Map<string, StubBucket>();
  /** Requests that came, by operation. */
  readonly counts = new Map<S3Operation, number>();
  private misbehaviour: Misbehaviour = () => null;
  private readonly sockets = new Set<Socket>();
  private readonly hanging = new Set<Socket>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.serve(request, response).catch(() => request.socket.destroy()));
    // A slow sender is the client's affair here.
    this.server.requestTimeout = 0;
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => [this.sockets, this.hanging].forEach((set) => set.delete(socket)));
    });
  }

  static async start(): Promise<S3Stub> {
    const stub = new S3Stub();
    await new Promise<void>((resolve) => stub.server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Connections open now, and those of requests that will never be answered. */
  get open(): { all: number; hanging: number } {
    return { all: this.sockets.size, hanging: this.hanging.size };
  }

  get requests(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Asked at every request. */
  misbehave(choose: Misbehaviour): void {
    this.misbehaviour = choose;
  }

  behave(): void {
    this.misbehaviour = () => null;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url as string, 'http://stub');
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const operation = operationOf(request.method as string, key, url.searchParams);
    const fault = operation && this.faultOf({ operation, bucket, key });
    const body = await bodyOf(request);
    if (fault?.kind === 'hang') return void this.hanging.add(request.socket);
    if (fault?.kind === 'wait') await sleep(fault.ms);
    const reply = replyOr(() => {
      if (fault?.kind === 'answer') throw new S3Error(fault.status, fault.code);
      if (fault?.kind === 'say') return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(fault.text) };
      if (!operation) throw new S3Error(501, 'NotImplemented');
      const denied = whyNotSigned(request, url, this.keys);
      if (denied) throw new S3Error(403, denied);
      checkAnnounced(body, request.headers);
      return perform(operation, { bucket, key, query: url.searchParams, headers: request.headers, body }, this.buckets);
    });
    if (fault?.kind === 'reset after') return void request.socket.resetAndDestroy();
    await send(request, response, reply, fault);
  }

  private faultOf(request: S3Request): S3Fault | null {
    this.counts.set(request.operation, (this.counts.get(request.operation) ?? 0) + 1);
    return this.misbehaviour(request);
  }
}

function replyOr(work: () => Reply): Reply {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const body = document('Error', `<Code>${error.code}</Code><Message>${error.code}</Message>`);
    return { status: error.status, headers: { 'content-type': 'application/xml' }, body };
  }
}

async function send(request: IncomingMessage, response: ServerResponse, reply: Reply, fault: S3Fault | null): Promise<void> {
  const { status, headers, body: whole = Buffer.alloc(0) } = reply;
  const body = damaged(whole, fault);
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': body.length }) });
  if (request.method === 'HEAD') return void response.end();
  if (fault?.kind === 'truncate' && fault.bytes < body.length) {
    response.write(body.subarray(0, fault.bytes), () => request.socket.destroy());
    return;
  }
  if (fault?.kind !== 'slow') return void response.end(body);
  const step = Math.max(1, Math.ceil(fault.bytesPerSecond / 10));
  for (let from = 0; from < body.length && !response.destroyed; from += step) {
    await sleep(100);
    response.write(body.subarray(from, from + step));
  }
  response.end();
}
