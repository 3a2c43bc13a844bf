/** The module acervo-go: its core generated, all of it checked by vet and gofmt, the scenario built on it and played. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from '../clients/program.mjs';
import { onPath } from '../servers/processes.mjs';
import { emitGo } from './go-core.mjs';
import { archived, made, owned, owner, root } from './package.mjs';

export const obtain = () => (onPath('go') ? { available: true } : { available: false, reason: 'not on PATH: go' });

const MODULE = `github.com/${owner}/acervo-go`;
/** It needs no other module. */
const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };

export async function build(_, { document, folder }) {
  const source = await made('go', folder, (into) => writeFile(join(into, 'operations.go'), emitGo(document)));
  await program('gofmt', ['-w', 'operations.go'], { cwd: source });
  const unformatted = await program('gofmt', ['-l', '.'], { cwd: source });
  if (unformatted.trim()) throw new Error(`gofmt would change ${unformatted}`);
  await program('go', ['vet', './...'], { cwd: source, env });
  return { source };
}

export const pack = ({ source }, { target, version }) => archived(source, join(target, `acervo-go-${version}.tar.gz`));

export async function play(_, { folder }) {
  const user = join(folder, 'user');
  await mkdir(user);
  const using = `require ${MODULE} v0.0.0\nreplace ${MODULE} => ../go\n`;
  await writeFile(join(user, 'go.mod'), `module acervo.test/user\n\ngo 1.23\n\n${using}`);
  await writeFile(join(user, 'main.go'), owned(await readFile(join(root, 'test/sdks/go/main.go'), 'utf8')));
  await program('go', ['build', '-o', join(folder, 'scenario'), '.'], { cwd: user, env });
  return program(join(folder, 'scenario'), [], { cwd: folder });
}
