import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Block } from '../../support/doc-pages';

/** The address that the pages name. */
export const WRITTEN = 'http://localhost:3000';

export interface Ran {
  block: Block;
  output: string;
  errors: string;
  /** Statuses from 400 on, in order; what a command asks for itself by `-w` it looks at itself. */
  refusals: number[];
}

const END = '\u001e';
const STATUS = /\[\[(\d{3})\]\]\n/g;

/** As `curl` of the reader, but what is said to the written address reaches the service at `url`, and every status is heard of. */
const curlFor = (url: string) =>
  `#!/bin/sh
PATH=$READERS_PATH exec curl --noproxy '*' --connect-to '${new URL(WRITTEN).host}:${new URL(url).host}' -w '%{stderr}[[%{http_code}]]\\n' "$@"
`;

/** Runs the blocks in one shell, as somebody would who copies one after the other. */
export async function runBlocks(blocks: readonly Block[], url: string): Promise<{ ran: Ran[]; code: number | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-docs-'));
  try {
    const tools = join(folder, '.tools');
    await mkdir(tools);
    await writeFile(join(tools, 'curl'), curlFor(url));
    await chmod(join(tools, 'curl'), 0o755);
    const marked = blocks.map(({ text }) => `${text}\nprintf '${END}'; printf '${END}' >&2\n`);
    await writeFile(join(tools, 'page.sh'), `set -eu\n${marked.join('')}`);
    const { code, output, errors } = await shell(join(tools, 'page.sh'), folder, tools);
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

function shell(script: string, cwd: string, tools: string): Promise<{ code: number | null; output: string[]; errors: string[] }> {
  const env = { ...process.env, READERS_PATH: process.env.PATH, PATH: `${tools}${delimiter}${process.env.PATH ?? ''}` };
  const child = spawn('sh', [script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk: Buffer) => chunks[name].push(chunk));
  const text = (name: 'stdout' | 'stderr') => Buffer.concat(chunks[name]).toString('utf8').split(END);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: text('stdout'), errors: text('stderr') }));
  });
}
