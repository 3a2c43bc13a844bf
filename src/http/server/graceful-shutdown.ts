import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How a server leaves: it takes no more connections, ends each after its answer, and waits for what is running. */
export class GracefulShutdown {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private readonly running = new Map<ServerResponse, IncomingMessage>();
  private departing: Promise<void> | undefined;
  private hurry: () => void = () => undefined;
  /** Resolves when nobody wants to wait any longer. */
  readonly hurried = new Promise<void>((resolve) => (this.hurry = resolve));
  private announced = false;
  /** Requests that were not let finish. */
  cutOff = 0;

  of(server: Server): void {
    this.server = server;
    const closeIdle = server.closeIdleConnections.bind(server);
    // Node takes an answer for given once its end is written, though its bytes still wait. Its close comes back here.
    server.closeIdleConnections = () => {
      const isLeaving = [...this.running.keys()].some((response) => response.writableEnded && !response.writableFinished);
      if (!isLeaving) closeIdle();
    };
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** From here on the service is not ready any more, and asks its clients to come back on another connection. */
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
      // Answers that were on their way already could not ask for it.
      if (this.departing) setImmediate(() => this.server?.closeIdleConnections());
    });
    if (this.announced) endAfter(response, request);
  }

  /** Resolves when no connection is left. What is still running after that time, or when told to hurry, is cut off. */
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
    // Whoever has just connected may still ask; whoever then says nothing is not waited for.
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

/** An answer that is given before the whole request is there keeps its connection: its client must be able to read it. */
function endAfter(response: ServerResponse, request: IncomingMessage): void {
  if (request.complete || !hasBody(request)) response.shouldKeepAlive = false;
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
