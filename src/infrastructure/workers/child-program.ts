import { THREAD } from './thread-start';

/** Arguments for Node that run a module of the infrastructure as a process of its own; tests run its TypeScript. */
export const childProgram = (path: string): string[] => [...THREAD.execArgv, THREAD.program(`../${path}`)];
