import { TcpProxy, type Tap, type Verdict } from './tcp-proxy';

const HEADER_BYTES = 4;
const COM_QUERY = 0x03;
/** As much of a packet as tells its statement. */
const HEAD_BYTES = 24;

/** The heads of a client's packets of the MySQL protocol, however its bytes are cut into chunks. */
class PacketHeads {
  private rest = Buffer.alloc(0);
  private skip = 0;

  /** The first bytes of each packet that this chunk completes or goes beyond. */
  read(chunk: Buffer): Buffer[] {
    const heads: Buffer[] = [];
    this.rest = Buffer.concat([this.rest, chunk]);
    for (;;) {
      const skipped = Math.min(this.skip, this.rest.length);
      this.rest = this.rest.subarray(skipped);
      this.skip -= skipped;
      if (this.rest.length < HEADER_BYTES) return heads;
      const length = this.rest.readUIntLE(0, 3);
      const wanted = HEADER_BYTES + Math.min(length, HEAD_BYTES);
      if (this.rest.length < wanted) return heads;
      heads.push(this.rest.subarray(HEADER_BYTES, wanted));
      this.skip = HEADER_BYTES + length;
    }
  }
}

/** Between the command and its text there may be the number of its attributes, none. */
const says = (head: Buffer, text: RegExp) => head[0] === COM_QUERY && text.test(head.toString('latin1', 1));
const isCommit = (head: Buffer) => says(head, /^.{0,2}commit\b/is);
const isBegin = (head: Buffer) => says(head, /^.{0,2}start tran/is);
const isSealing = (head: Buffer) => says(head, /^.{0,2}update event_log\b/is);

export type Moment = 'before the server' | 'before the answer' | 'while the server is at it';

/**
 * A wire to a MySQL-protocol server that breaks at a COMMIT: before the server hears of it (it does not take place), before
 * its answer is heard (it has), or as soon as it is on its way (nobody knows).
 */
export class CommitCutter {
  /** COMMITs seen and connections cut at one. */
  commits = 0;
  cuts = 0;
  private choose: () => Moment | null = () => null;

  private constructor(
    readonly proxy: TcpProxy,
    private readonly cutsSealing: boolean,
  ) {}

  /** @param cutsSealing - whether the sealer's COMMITs count, too; they come by themselves, at any time */
  static async start(server: string, { cutsSealing = false } = {}): Promise<CommitCutter> {
    const proxy = await TcpProxy.start(server, { tap: () => cutter.tap() });
    const cutter = new CommitCutter(proxy, cutsSealing);
    return cutter;
  }

  /** Breaks the connection of the next COMMIT. */
  cutNext(moment: Moment): void {
    this.cutWhen(() => {
      this.choose = () => null;
      return moment;
    });
  }

  /** Asked at every COMMIT. */
  cutWhen(choose: () => Moment | null): void {
    this.choose = choose;
  }

  close = () => this.proxy.close();

  private tap(): Tap {
    const heads = new PacketHeads();
    let awaiting = false;
    let seals = false;
    const counts = (head: Buffer): boolean => {
      if (isBegin(head)) seals = false;
      if (isSealing(head)) seals = true;
      return isCommit(head) && (this.cutsSealing || !seals);
    };
    const cut = (verdict: Verdict): Verdict => {
      this.cuts++;
      return verdict;
    };
    return {
      fromClient: (chunk) => {
        awaiting = false;
        const commits = heads.read(chunk).filter(counts).length;
        this.commits += commits;
        const moment = commits > 0 ? this.choose() : null;
        if (moment === 'before the server') return cut('cut');
        awaiting = moment === 'before the answer';
        return moment === 'while the server is at it' ? cut('last') : 'pass';
      },
      fromServer: () => (awaiting ? cut('cut') : 'pass'),
    };
  }
}
