import type { Config } from '#src/config';

/** Where a process may be made to die (docs/adr/0026): the moments at which files and rows stand apart. */
export const FAILPOINTS = [
  'call-claimed',
  'object-journalled',
  'part-stored',
  'object-stored',
  'version-replaced',
  'before-commit',
  'after-commit',
  'before-seal-commit',
  'after-seal-commit',
  'sent',
  'before-cursor',
  'before-removal',
  'after-removal',
  'table-made',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

const isFailpoint = (name: string): name is Failpoint => (FAILPOINTS as readonly string[]).includes(name);

let pass: ((point: Failpoint) => void) | null = null;

/** Nothing at all, unless a test of crashes has started this process. */
export function failpoint(point: Failpoint): void {
  pass?.(point);
}

/** Like a power cut: nothing is flushed or closed. */
const die = () => void process.kill(process.pid, 'SIGKILL');

/** Arms the point that the configuration names, or disarms all. */
export function armFailpoint({ failpoint: armed }: Pick<Config, 'failpoint'>, dying = die): void {
  pass = null;
  if (armed === null) return;
  if (!isFailpoint(armed.name)) throw new Error(`no such failpoint: ${armed.name}; there are ${FAILPOINTS.join(', ')}`);
  let left = armed.passage;
  pass = (point) => {
    if (point === armed.name && --left === 0) dying();
  };
}
