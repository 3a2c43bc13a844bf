import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT, type Block } from '../../support/doc-pages';
import type { Environment } from '../../support/store';

/** The address used in the pages. */
export const WRITTEN = 'http://localhost:3000';

export interface Ran {
  block: Block;
  output: string;
  errors: string;
  /** Statuses from 400 on, in order, except those that a command checks itself by `-w`. */
  refusals: number[];
}

const END = '\u001e';
const STATUS = /\[\[(\d{3})\]\]\n/g;

/** A `curl` that replaces the documented address by `url` and records every status. */
const curlFor = (url: string) =>
  `#!/bin/sh
PATH=$READERS_PATH exec curl --noproxy '*' --connect-to '${new URL(WRITTEN).host}:${new URL(url).host}' -w '%{stderr}[[%{http_code}]]\\n' "$@"
`;

/** An `npm run acervo`, or `migrate`, that needs no build and runs in the folder of the page. */
const NPM = `#!/bin/sh
case "$*" in
  'run migrate') shift ;;
  'run acervo -- '*) shift 3 ;;
  *) echo "npm $*: no page is run that does so" >&2; exit 127 ;;
esac
PATH=$READERS_PATH exec '${process.execPath}' -r '${join(ROOT, 'test/support/run-typescript.cjs')}' '${join(ROOT, 'src/cli/acervo.ts')}' "$@"
`;

/** Runs the blocks in one shell, one after the other, as a reader would; `environment` is for the operator's commands. */
export async function runBlocks(
  blocks: readonly Block[],
  { url, environment }: { url: string; environment: Environment },
): Promise<{ ran: Ran[]; code: number | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-docs-'));
  try {
    const tools = join(folder, '.tools');
    await mkdir(tools);
    await writeFile(join(tools, 'curl'), curlFor(url), { mode: 0o755 });
    await writeFile(join(tools, 'npm'), NPM, { mode: 0o755 });
    const marked = blocks.map(({ text }) => `${text}\nprintf '${END}'; printf '${END}' >&2\n`);
    await writeFile(join(tools, 'page.sh'), `set -eu\n${marked.join('')}`);
    const { code, output, errors } = await shell(folder, tools, environment);
    const ran = blocks.slice(0, output.length).map((block, index) => {
      const said = errors[index] ?? '';
      const refusals = [...said.matchAll(STATUS)].map(([, status]) => Number(status)).filter((status) => status >= 400);
      return { block, output: output[index] ?? '', errors: said.replace(STATUS, ''), refusals };
    });
    return { ran, code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function shell(cwd: string, tools: string, environment: Environment): Promise<{ code: number | null; output: string[]; errors: string[] }> {
  const paths = { READERS_PATH: process.env.PATH, PATH: `${tools}${delimiter}${process.env.PATH ?? ''}` };
  const env = { ...process.env, ...environment, ...paths };
  const child = spawn('sh', [join(tools, 'page.sh')], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk: Buffer) => chunks[name].push(chunk));
  const text = (name: 'stdout' | 'stderr') => Buffer.concat(chunks[name]).toString('utf8').split(END);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: text('stdout'), errors: text('stderr') }));
  });
}
