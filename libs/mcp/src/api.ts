import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** JSON; with files its pieces, from the beginning each time. */
  body?: string | (() => AsyncIterable<string>);
}

export interface ApiAnswer {
  status: number;
  /** Version of the document, without quotes. */
  version: string | undefined;
  text: string;
}

/** One call of the service's API with the rights of the caller. */
export type Api = (call: ApiCall) => Promise<ApiAnswer>;

/** Path and query. */
export function targetOf({ path, query = {} }: ApiCall): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** Headers of a call, beside those of the caller. */
export const headersOf = ({ body, headers }: ApiCall): Record<string, string> => ({
  accept: 'application/json',
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...headers,
});

/** Sends the body, and reads the answer, which may come before the end of the body. */
export async function exchange(request: ClientRequest, { body }: ApiCall): Promise<ApiAnswer> {
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  if (typeof body === 'function') {
    // A body that breaks destroys the request, and so refuses `answered`.
    void pipeline(Readable.from(body()), request).catch(() => undefined);
  } else request.end(body);
  const [answer] = await answered;
  return {
    status: answer.statusCode ?? 0,
    version: /^"(.+)"$/.exec(answer.headers.etag ?? '')?.[1],
    text: await text(answer),
  };
}
