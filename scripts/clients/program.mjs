/** Programs that users of a client would run: compilers, generators, their own. */
import { spawn } from 'node:child_process';

/** Resolves to what it printed; rejects with all of it. */
export function program(command, args, { cwd, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    let said = '';
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(said);
      else reject(new Error(`${[command, ...args].join(' ').slice(0, 200)} ended with ${code}:\n${said.slice(-8000)}`));
    });
  });
}

/** The npm that runs this script, or else the one on PATH. */
export function npm(args, cwd) {
  const cli = process.env.npm_execpath;
  return cli && /\.c?js$/.test(cli) ? program(process.execPath, [cli, ...args], { cwd }) : program('npm', args, { cwd });
}

/** Groups are for readers; a program has all operations in one place, however the groups are called. */
export function inOneGroup(document) {
  const copy = structuredClone(document);
  for (const operation of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    if (operation.operationId) operation.tags = ['acervo'];
  }
  return copy;
}
