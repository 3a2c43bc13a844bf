import { request, type ClientRequest } from 'node:http';
import type { Answer, Api } from './api';
import { place } from './api';

/** A request on its own connection whose body is sent in pieces, or never. */
export class RawRequest {
  /** The service has sent 100 Continue. */
  continued = false;
  readonly answer: Promise<Answer>;
  private readonly request: ClientRequest;

  constructor(api: Api, path: string, headers: Record<string, string | number>, query: Record<string, string> = place()) {
    const authorization = api.token === null ? {} : { authorization: `Bearer ${api.token}` };
    this.request = request(`${api.url}${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', ...authorization, ...headers },
    });
    this.request.on('continue', () => (this.continued = true));
    this.answer = this.receive();
    // An aborted request has no answer.
    this.answer.catch(() => undefined);
    this.request.flushHeaders();
  }

  /** Resolves when the bytes have been sent. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.request.write(bytes, () => resolve()));
  }

  end(bytes?: string | Uint8Array): void {
    this.request.end(bytes);
  }

  hangUp(): void {
    this.request.destroy();
  }

  private receive(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.request.on('error', reject);
      this.request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          const headers = new Headers(Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]));
          resolve({ status: response.statusCode ?? 0, headers, bytes, text, json: text === '' ? undefined : JSON.parse(text) });
        });
      });
    });
  }
}
