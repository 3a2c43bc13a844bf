/** Programs by others that tests call: given by the environment, or unpacked and wrapped in a script. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A program that the environment names. */
export const given = (variable, start) => ({
  name: 'given',
  final: true,
  whyNot: () => (process.env[variable] ? undefined : `${variable} is not set`),
  start: () => start(process.env[variable], 'given'),
});

/** An unpacked program needs its own loader and libraries: a script beside it knows them, wherever the folder is. */
export async function wrap(root, name, [command, ...args], settings = '') {
  const file = join(root, name);
  const line = [command, ...args].map((part) => `"${part.replaceAll(root, '$root')}"`).join(' ');
  await writeFile(file, `#!/bin/sh\nroot=$(dirname "$(readlink -f "$0")")\n${settings}exec ${line} "$@"\n`);
  await chmod(file, 0o755);
  return file;
}
