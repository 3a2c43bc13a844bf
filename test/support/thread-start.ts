import { join } from 'node:path';

/** In the place of src/infrastructure/workers/thread-start.ts: the same thread, compiled as it is loaded. */
export const THREAD = {
  file: join(__dirname, '../../src/infrastructure/workers/thread.ts'),
  execArgv: ['--require', join(__dirname, 'typescript-thread.cjs')],
};
