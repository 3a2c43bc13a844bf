import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What goes wrong on the wire; all of it can be changed while connections are open. */
export interface WireFaults {
  /** Added to each answer. */
  latencyMs?: number;
  /** In each direction of each connection. */
  bytesPerSecond?: number;
  /** Chunks are torn into pieces of at most so many bytes. */
  sliceBytes?: number;
  /** A connection ends after so many bytes of answers, counted from when the fault was switched on. */
  limitBytes?: number;
  /** The chance of each chunk of a client to have its connection reset instead. */
  resetChance?: number;
  /** Everything is accepted, and nothing comes of it. */
  blackhole?: boolean;
}

/** `cut` loses the chunk and the connection with it, `last` the connection alone. */
export type Verdict = 'pass' | 'cut' | 'last';

/** Looks at the bytes of one connection and may break it. */
export interface Tap {
  fromClient(chunk: Buffer): Verdict;
  fromServer(chunk: Buffer): Verdict;
}

const MOST_WAITING = 1024 * 1024;

/** A wire to a server on this machine, to be broken in many ways. */
export class TcpProxy {
  private faults: WireFaults = {};
  private readonly wires = new Set<Wire>();
  private server: Server | null = null;
  port = 0;
  accepted = 0;
  /** Connections that a fault has broken. */
  broken = 0;

  private constructor(
    private readonly target: { host: string; port: number },
    private readonly options: { tap?: () => Tap; random?: () => number },
  ) {}

  static async start(address: string, options: { tap?: () => Tap; random?: () => number } = {}): Promise<TcpProxy> {
    const { hostname, port } = new URL(address);
    const proxy = new TcpProxy({ host: hostname, port: Number(port || 3306) }, options);
    await proxy.listen();
    return proxy;
  }

  /** The server's address by way of this wire. */
  through(address: string): string {
    const url = new URL(address);
    url.host = `127.0.0.1:${this.port}`;
    return url.href.replace(/\/$/, '');
  }

  get open(): number {
    return this.wires.size;
  }

  /** Instead of whatever was wrong before. */
  break(faults: WireFaults): void {
    this.faults = faults;
    for (const wire of this.wires) wire.startCounting();
  }

  /** All is well again; a connection that has lost bytes in a black hole ends. */
  heal(): void {
    this.faults = {};
    for (const wire of this.wires) if (wire.lost) wire.reset();
  }

  /** Resets open connections, like a crashed server. */
  resetAll(): void {
    for (const wire of this.wires) wire.reset();
  }

  /** As with no server there at all, until `listen`. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(undefined)));
    this.server = null;
    this.resetAll();
    await closed;
  }

  async listen(): Promise<void> {
    const server = createServer((client) => this.accept(client));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  close = () => this.refuse();

  private accept(client: Socket): void {
    this.accepted++;
    const wire = new Wire(client, connect(this.target.port, this.target.host), {
      faults: () => this.faults,
      tap: this.options.tap?.(),
      random: this.options.random ?? Math.random,
      broken: () => void this.broken++,
      ended: () => void this.wires.delete(wire),
    });
    this.wires.add(wire);
  }
}

interface Surroundings {
  faults(): WireFaults;
  tap: Tap | undefined;
  random(): number;
  broken(): void;
  ended(): void;
}

/** One connection, in both directions. */
class Wire {
  /** A black hole has swallowed some of it. */
  lost = false;
  private answered = 0;
  private over = false;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly around: Surroundings,
  ) {
    this.forward(client, server, (chunk) => this.judgeRequest(chunk));
    this.forward(server, client, (chunk) => this.judgeAnswer(chunk));
  }

  startCounting(): void {
    this.answered = 0;
  }

  reset(): void {
    if (this.over) return;
    this.over = true;
    this.around.broken();
    this.client.resetAndDestroy();
    this.server.resetAndDestroy();
    this.around.ended();
  }

  private forward(from: Socket, to: Socket, judge: (chunk: Buffer) => Verdict): void {
    let [tail, waiting] = [Promise.resolve(), 0];
    from.setNoDelay(true);
    from.on('error', () => this.end());
    from.on('close', () => void tail.then(() => this.end()));
    from.on('end', () => void tail.then(() => to.end()));
    from.on('data', (chunk: Buffer) => {
      const due = Date.now() + (from === this.server ? (this.around.faults().latencyMs ?? 0) : 0);
      waiting += chunk.length;
      if (waiting > MOST_WAITING) from.pause();
      tail = tail.then(async () => {
        if (due > Date.now()) await sleep(due - Date.now());
        if (!this.over) await this.deliver(chunk, to, judge);
        waiting -= chunk.length;
        from.resume();
      });
    });
  }

  private async deliver(chunk: Buffer, to: Socket, judge: (chunk: Buffer) => Verdict): Promise<void> {
    if (this.around.faults().blackhole) {
      this.lost = true;
      return;
    }
    const verdict = judge(chunk);
    if (verdict === 'cut') return this.reset();
    for (let from = 0; from < chunk.length && !this.over;) {
      const { sliceBytes, bytesPerSecond } = this.around.faults();
      const most = Math.min(sliceBytes ?? Infinity, bytesPerSecond ? Math.max(1, bytesPerSecond / 20) : Infinity);
      const piece = most === Infinity ? chunk.subarray(from) : chunk.subarray(from, from + Math.ceil(most));
      from += piece.length;
      if (bytesPerSecond) await sleep((1000 * piece.length) / bytesPerSecond);
      await this.write(to, to === this.client ? this.within(piece) : piece);
    }
    if (verdict === 'last') this.reset();
  }

  private write(to: Socket, piece: Buffer): Promise<void> {
    return new Promise((resolve) => void (to.destroyed ? resolve() : to.write(piece, () => resolve())));
  }

  /** What the limit still lets through. */
  private within(piece: Buffer): Buffer {
    const { limitBytes } = this.around.faults();
    const left = limitBytes === undefined ? Infinity : limitBytes - this.answered;
    this.answered += piece.length;
    if (piece.length < left) return piece;
    setImmediate(() => this.reset());
    return piece.subarray(0, Math.max(0, left));
  }

  private judgeRequest(chunk: Buffer): Verdict {
    const { resetChance } = this.around.faults();
    if (resetChance !== undefined && this.around.random() < resetChance) return 'cut';
    return this.around.tap?.fromClient(chunk) ?? 'pass';
  }

  private judgeAnswer(chunk: Buffer): Verdict {
    return this.around.tap?.fromServer(chunk) ?? 'pass';
  }

  private end(): void {
    if (this.over) return;
    this.over = true;
    this.client.destroy();
    this.server.destroy();
    this.around.ended();
  }
}
