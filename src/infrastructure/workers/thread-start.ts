import { join } from 'node:path';

/** What threads run. The tests put another one in its place, which lets a thread read TypeScript as they do. */
export const THREAD: { file: string; execArgv: readonly string[] } = { file: join(__dirname, 'thread.js'), execArgv: [] };
