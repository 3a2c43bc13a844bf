import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Exported {
  resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
}

interface ExportedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** Takes what a service tells of its traces, as a collector would: OTLP in JSON over HTTP. */
export class OtlpCollector {
  readonly bodies: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];

  private constructor(
    private readonly server: Server,
    readonly endpoint: string,
  ) {}

  static async start(): Promise<OtlpCollector> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        collector.headers.push(request.headers);
        if (request.method === 'POST' && request.url === '/v1/traces') collector.bodies.push(body);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const collector = new OtlpCollector(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return collector;
  }

  get spans(): ExportedSpan[] {
    return this.bodies.flatMap((body) =>
      (JSON.parse(body) as Exported).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export const attribute = (span: ExportedSpan | undefined, name: string): string | number | undefined => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
};
