import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(__dirname, '../../../scripts/servers/mortal-mysql.mjs');

/** A database server of the test's own, which can be killed and started again on the same data. */
export interface MortalDatabase {
  url: string;
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function mortalDatabase(): Promise<MortalDatabase> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const heard = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the database server of the test ended');
    return value;
  };
  const told = async (line: string) => {
    child.stdin.write(`${line}\n`);
    await heard();
  };
  const said = JSON.parse(await heard()) as { url: string } | { reason: string };
  if ('reason' in said) throw new Error(`no database server of its own: ${said.reason}`);
  return {
    url: said.url,
    crash: () => told('crash'),
    restart: () => told('restart'),
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}
