import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface Answer {
  done?: string | null;
  failed?: string;
}

/** A MySQL server of the test's own, which may be killed and started again. Jest cannot import the scripts that know how. */
export class OwnMysql {
  private readonly answers: AsyncIterator<string>;
  url = '';

  private constructor(private readonly child: ChildProcess) {
    this.answers = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  }

  /** `disk`: its data lie on a disk of that size, such as `400m`. `binlog`: it keeps a binary log. */
  static async start(disk?: string): Promise<OwnMysql> {
    const script = join(__dirname, 'own-mysql-server.mjs');
    // Mounts are seen by this process and its server alone.
    const command =
      disk === undefined || disk === 'binlog'
        ? [process.execPath, script, ...(disk ? [disk] : [])]
        : ['unshare', '--mount', process.execPath, script, disk];
    const own = new OwnMysql(spawn(command[0]!, command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] }));
    own.url = (await own.answer()) as string;
    return own;
  }

  /** As a power cut would end it. */
  kill = () => this.ask('kill');
  /** As an operator would. */
  terminate = () => this.ask('terminate');
  restart = () => this.ask('start');
  fill = (leave: number) => this.ask(`fill ${leave}`);
  empty = () => this.ask('empty');

  async stop(): Promise<void> {
    const over = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin!.end();
    await over;
  }

  private async ask(command: string): Promise<void> {
    this.child.stdin!.write(`${command}\n`);
    await this.answer();
  }

  private async answer(): Promise<string | null> {
    const next = await this.answers.next();
    if (next.done === true) throw new Error('the server of this test ended by itself');
    const { done = null, failed } = JSON.parse(next.value) as Answer;
    if (failed !== undefined) throw new Error(failed);
    return done;
  }
}
