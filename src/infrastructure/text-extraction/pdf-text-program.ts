import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { MOST_PAGES, MOST_TEXT_BYTES } from './page-writer';

const MOST_KILOBYTES = 768 * 1024;
const MOST_SECONDS = 60;
/** It writes no more than is kept, and a bit: that there was more is to be seen. */
const MOST_OUTPUT = 2 * MOST_TEXT_BYTES;
const END_OF_PAGE = '\f';
/**
 * Its limits are its own: what is not Node is not watched. Without a shell of this kind there are none, and it is not used. It must not
 * outlive a killed reader: a second process ends it when nobody holds the other end of 3 any more. The shell waits for both.
 */
const COMMAND = [
  'exec 4<&0 <&-',
  '( ulimit -v "$1" && ulimit -t "$2" && exec "$0" -q -enc UTF-8 -l "$3" - - <&4 3<&- 4<&- ) &',
  'program=$!',
  'exec >&- 4<&-',
  '( read -r word <&3; kill -9 $program ) &',
  'watcher=$!',
  'wait $program',
  'code=$?',
  'kill -9 $watcher',
  'wait $watcher',
  'exit $code',
].join('\n');

/** The pages of a PDF by `pdftotext` of Poppler; null: it could not, for whatever reason. */
export async function pagesByProgram(program: string, bytes: Uint8Array): Promise<string[] | null> {
  const limits = [MOST_KILOBYTES, MOST_SECONDS, MOST_PAGES + 1].map(String);
  const stdio = ['pipe', 'pipe', 'ignore', 'pipe'] as const;
  const child = spawn('/bin/sh', ['-c', COMMAND, program, ...limits], { env: {}, stdio: [...stdio] }) as ChildProcessByStdio<
    Writable,
    Readable,
    null
  >;
  const watcher = child.stdio[3] as Writable;
  watcher.on('error', () => undefined);
  child.once('exit', () => watcher.destroy());
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', resolve);
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined).end(bytes);
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_OUTPUT) watcher.destroy();
    else chunks.push(chunk);
  });
  const code = await ended;
  if (code !== 0 && size <= MOST_OUTPUT) return null;
  const pages = Buffer.concat(chunks).toString().split(END_OF_PAGE);
  // What follows the last mark is no page, unless it was cut off.
  if (size <= MOST_OUTPUT) pages.pop();
  return pages.length > 0 ? pages : null;
}
