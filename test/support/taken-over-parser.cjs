/**
 * A program in the place of the reader of files, as if a hostile file had taken it over: it tries what it should not be able to do, and says
 * how each attempt ended. Arguments: a file of the service, a folder that could be written to, a port on which somebody listens.
 */
const { execFileSync, spawnSync } = require('node:child_process');
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { request } = require('node:http');
const { connect } = require('node:net');
const { join } = require('node:path');
const { Worker } = require('node:worker_threads');

const [file, folder, port] = process.argv.slice(2);

const attempts = {
  environment: async () => Object.keys(process.env).filter((name) => !['HOME', 'PWD'].includes(name)),
  'environment of its parent': async () => readFileSync(`/proc/${process.ppid}/environ`),
  'a file of the service': async () => readFileSync(file),
  'a folder of the service': async () => readdirSync(folder),
  'users of the system': async () => readFileSync('/etc/passwd'),
  'write beside the service': async () => writeFileSync(join(folder, 'taken'), 'over'),
  'write to /tmp': async () => writeFileSync('/tmp/taken', 'over'),
  'write to the program': async () => writeFileSync(join(__dirname, 'taken'), 'over'),
  'run a program': async () => execFileSync('/usr/bin/env'),
  'run a shell': async () => {
    const { error } = spawnSync('/bin/sh', ['-c', 'echo taken']);
    if (error) throw error;
  },
  'start a thread': async () => void new Worker('0', { eval: true }).unref(),
  'connect to the service': () =>
    new Promise((resolve, reject) => void connect(Number(port), '127.0.0.1').once('connect', resolve).once('error', reject)),
  'call the service': () =>
    new Promise((resolve, reject) => void request({ port, host: '127.0.0.1' }).once('response', resolve).once('error', reject).end()),
  'fetch from the service': () => fetch(`http://127.0.0.1:${port}/`),
};

(async () => {
  const ends = {};
  for (const [name, attempt] of Object.entries(attempts))
    try {
      ends[name] = name === 'environment' ? await attempt() : (await attempt(), 'done');
    } catch (error) {
      ends[name] = error.code ?? error.cause?.code ?? error.message;
    }
  process.stdout.write(JSON.stringify(ends), () => process.exit(0));
})();
