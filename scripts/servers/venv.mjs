/** Python packages of exact versions, in a virtual environment of their own. */
import { join } from 'node:path';
import { cached } from './cache.mjs';
import { onPath, run } from './processes.mjs';

const MINUTE = 60_000;

/** Why no packages can be installed on this machine, or undefined. */
export const whyNoPython = () => (onPath('python3') ? undefined : 'python3 is not on PATH');

/** The Python that has them. `check(python)` must succeed before it counts. Scripts beside it still name the folder in which they were made. */
export async function pythonWith(name, packages, { log, check }) {
  const python = onPath('python3');
  const version = (await run(python, ['--version'], { timeoutMs: MINUTE })).trim();
  const fill = async (part) => {
    log(`${name}: installing Python packages`);
    const options = ['--quiet', '--disable-pip-version-check', '--no-input'];
    const made = join(part, 'venv/bin/python');
    await run(python, ['-m', 'venv', join(part, 'venv')], { timeoutMs: 5 * MINUTE });
    const wanted = Object.entries(packages).map(([each, exact]) => `${each}==${exact}`);
    await run(made, ['-m', 'pip', 'install', ...options, ...wanted], { timeoutMs: 10 * MINUTE });
    await check(made);
  };
  const folder = await cached(name, { packages, python: version, layout: 1 }, fill, { timeoutMs: 20 * MINUTE, log });
  return join(folder, 'venv/bin/python');
}
