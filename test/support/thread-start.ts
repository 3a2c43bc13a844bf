import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const LOADER = join(__dirname, 'run-typescript.cjs');
const warmed = new Set<string>();

/** Compiled once here: a process that may write nothing would compile it at each start. It comes to its end, as it has nothing to read. */
function warm(program: string): string {
  if (warmed.has(program)) return program;
  warmed.add(program);
  spawnSync(process.execPath, ['--require', LOADER, program], { stdio: 'ignore' });
  return program;
}

/** In the place of src/infrastructure/workers/thread-start.ts: the same threads, compiled as they are loaded. */
export const THREAD = {
  program: (name: string) => {
    const program = join(__dirname, '../../src/infrastructure/workers', `${name}.ts`);
    return name.startsWith('../') ? warm(program) : program;
  },
  execArgv: ['--require', LOADER],
};
