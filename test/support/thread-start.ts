import { join } from 'node:path';

/** In the place of src/infrastructure/workers/thread-start.ts: the same threads, compiled as they are loaded. */
export const THREAD = {
  program: (name: string) => join(__dirname, '../../src/infrastructure/workers', `${name}.ts`),
  execArgv: ['--require', join(__dirname, 'run-typescript.cjs')],
};
