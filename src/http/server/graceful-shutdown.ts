import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Graceful shutdown: accepts no connections, closes each after its answer, and waits for running requests. */
export class GracefulShutdown {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private readonly running = new Map<ServerResponse, IncomingMessage>();
  private departing: Promise<void> | undefined;
  private hurry: () => void = () => undefined;
  /** Resolves when `endNow` ends the wait. */
  readonly hurried = new Promise<void>((resolve) => (this.hurry = resolve));
  private announced = false;
  /** Number of aborted requests. */
  cutOff = 0;

  of(server: Server): void {
    this.server = server;
    const closeIdle = server.closeIdleConnections.bind(server);
    // Node counts an answer as done once ended, though bytes are still buffered. Its close event calls this again.
    server.closeIdleConnections = () => {
      const isLeaving = [...this.running.keys()].some((response) => response.writableEnded && !response.writableFinished);
      if (!isLeaving) closeIdle();
    };
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** If true, the service is not ready and asks clients to open another connection. */
  get isAnnounced(): boolean {
    return this.announced;
  }

  announce(): void {
    this.announced = true;
    for (const [response, request] of this.running) endAfter(response, request);
  }

  enter(request: IncomingMessage, response: ServerResponse): void {
    this.running.set(response, request);
    response.on('close', () => {
      this.running.delete(response);
      // Answers already begun could not send `Connection: close`.
      if (this.departing) setImmediate(() => this.server?.closeIdleConnections());
    });
    if (this.announced) endAfter(response, request);
  }

  /** Resolves when no connection is left. Aborts requests that still run after that time or after `endNow`. */
  depart(withinMs: number): Promise<void> {
    return (this.departing ??= this.leave(withinMs));
  }

  endNow(): void {
    this.hurry();
  }

  private async leave(withinMs: number): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.announce();
    const closed = server.listening ? new Promise<void>((resolve) => server.close(() => resolve())) : undefined;
    server.closeIdleConnections();
    // New connections may still send a request; silent ones are closed soon.
    const silent = setTimeout(() => this.closeSilent(), SILENT_MS).unref();
    const late = new Promise<void>((resolve) => setTimeout(resolve, withinMs).unref());
    await Promise.race([closed, late, this.hurried]);
    clearTimeout(silent);
    this.cutOff = this.running.size;
    server.closeAllConnections();
    await closed;
  }

  private closeSilent(): void {
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}

const SILENT_MS = 500;

/** An answer before the end of its request keeps the connection open, so that the client can read it. */
function endAfter(response: ServerResponse, request: IncomingMessage): void {
  if (request.complete || !hasBody(request)) response.shouldKeepAlive = false;
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
