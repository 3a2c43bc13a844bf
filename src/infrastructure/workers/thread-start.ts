import { join } from 'node:path';

/** Module paths of threads by name. Tests replace it to load TypeScript. */
export const THREAD: { program: (name: string) => string; execArgv: readonly string[] } = {
  program: (name) => join(__dirname, `${name}.js`),
  execArgv: [],
};
