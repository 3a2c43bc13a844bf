import { join } from 'node:path';

/** Where the programs of threads are, by their names. The tests put another one in its place, which lets a thread read TypeScript as they do. */
export const THREAD: { program: (name: string) => string; execArgv: readonly string[] } = {
  program: (name) => join(__dirname, `${name}.js`),
  execArgv: [],
};
