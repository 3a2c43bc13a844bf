// First of all: loading the rest takes a while.
import '#src/terminal/early-signals';
import 'reflect-metadata';
import { silenceRuntimeNotices } from '#src/config';
import { perform } from './perform';

async function main(): Promise<void> {
  // What it makes is nobody else's.
  process.umask(0o077);
  silenceRuntimeNotices();
  process.exitCode = await perform(process.argv.slice(2));
}

void main();
