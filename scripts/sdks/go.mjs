/** The module acervo-go: its core generated, all of it checked by vet and gofmt, the scenario built on it and played. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from '../clients/program.mjs';
import { onPath } from '../servers/processes.mjs';
import { emitGo } from './go-core.mjs';
import { made, root, zipped } from './package.mjs';
import { played, STEPS } from './scenario.mjs';

export const steps = STEPS;
export const obtain = () => (onPath('go') ? { available: true } : { available: false, reason: 'not on PATH: go' });

const modulePath = 'github.com/acervo-archive/acervo-go';
const OFFLINE = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };

async function source(document, folder) {
  const into = await made('go', folder, (to) => writeFile(join(to, 'operations.go'), emitGo(document)));
  await program('gofmt', ['-w', 'operations.go'], { cwd: into });
  const unformatted = await program('gofmt', ['-l', '.'], { cwd: into });
  if (unformatted.trim()) throw new Error(`gofmt would change ${unformatted}`);
  await program('go', ['vet', './...'], { cwd: into, env: OFFLINE });
  return into;
}

/** Writes the module as the module proxy would serve it. */
export async function pack(_, document, folder, target, version) {
  await zipped(await source(document, folder), `${modulePath}@v${version}`, join(target, `acervo-go-${version}.zip`));
}

export const run = (_, { folder, document, ...service }) =>
  played({ folder, ...service }, async () => {
    await source(document, folder);
    await mkdir(join(folder, 'user'));
    const using = `require ${modulePath} v0.0.0\nreplace ${modulePath} => ../go\n`;
    await writeFile(join(folder, 'user/go.mod'), `module acervo.test/user\n\ngo 1.23\n\n${using}`);
    await copyFile(join(root, 'test/sdks/go/main.go'), join(folder, 'user/main.go'));
    await program('go', ['build', '-o', join(folder, 'scenario'), '.'], { cwd: join(folder, 'user'), env: OFFLINE });
    return program(join(folder, 'scenario'), [], { cwd: folder });
  });
