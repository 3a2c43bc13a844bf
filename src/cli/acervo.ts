#!/usr/bin/env node
// First of all: loading the rest takes a while.
import '#src/terminal/early-signals';

const words = process.argv.slice(2);
/** Without the commands: the primary of several workers loads little. */
const isStart = words.length === 0 || (words.length === 1 && words[0] === 'start');

void (isStart ? import('#src/main') : import('#src/cli/run-command'));
