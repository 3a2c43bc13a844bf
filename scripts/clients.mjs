// Clients made from the OpenAPI document of the running service, compiled, and used as their users would:
//
//   npm run test:clients -- typescript python java oapi-codegen
//   npm run test:clients -- sdk-go               an SDK: packed, and played through scripts/sdks/scenario.mjs
//   npm run test:clients -- --all      those of other generators, too; some minutes
//
// Each creates, finds, fetches, shares and deletes a document. Generator problems are fixed in the document (docs/adr/0028-clients.md).
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import './ensure-build.mjs';
import * as java from './clients/java.mjs';
import { MORE, oapiCodegen } from './clients/more.mjs';
import * as python from './clients/python.mjs';
import * as typescript from './clients/typescript.mjs';
import { SDKS } from './sdks.mjs';
import { SETTINGS } from './sdks/scenario.mjs';
import { startEmbedded } from './servers/embedded.mjs';

/** Those that `npm run test:all` runs. */
const USUAL = { typescript, python, java, 'oapi-codegen': oapiCodegen, ...SDKS };
const CLIENTS = { ...USUAL, ...MORE };
const STEPS = ['login', 'create', 'search', 'fetch', 'share', 'revoke', 'refusal', 'upload', 'delete'];
const log = (line) => console.error(`[clients] ${line}`);

const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } });
const wanted = positionals.length > 0 ? positionals : Object.keys(values.all ? CLIENTS : USUAL);
const unknown = wanted.filter((name) => !(name in CLIENTS));
if (unknown.length > 0) throw new Error(`no client is called ${unknown.join(', ')}: there are ${Object.keys(CLIENTS).join(', ')}`);

async function played(name, tools, service) {
  const startedAt = Date.now();
  const folder = join(service.folder, name);
  await mkdir(folder);
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1);
  try {
    const said = await CLIENTS[name].run(tools, { ...service, folder, play: [service.url, 'demo', 'Acervo@2026'] });
    const steps = [...said.matchAll(/^step (\w+)/gm)].map(([, step]) => step);
    const left = (CLIENTS[name].steps ?? STEPS).filter((step) => !steps.includes(step));
    return { name, ok: left.length === 0, seconds: seconds(), what: left.length === 0 ? steps.join(', ') : `without ${left.join(', ')}` };
  } catch (error) {
    log(`${name}: ${error.message}`);
    return { name, ok: false, seconds: seconds(), what: error.message.split('\n')[0] };
  }
}

const tools = await Promise.all(wanted.map(async (name) => [name, await CLIENTS[name].obtain({ log })]));
const missing = tools.filter(([, { available }]) => !available);
const service = await startEmbedded('clients', SETTINGS);
const results = [];
try {
  for (const [name, found] of tools.filter(([, { available }]) => available)) results.push(await played(name, found, service));
} finally {
  await service.server.stop();
}
for (const { name, ok, seconds, what } of results)
  console.error(`  ${ok ? 'passed' : 'FAILED'}  ${name.padEnd(16)} ${seconds.padStart(5)} s  ${what}`);
for (const [name, { reason }] of missing) console.error(`  NOT RUN on ${name}: ${reason}`);
process.exit(results.every(({ ok }) => ok) && !(missing.length > 0 && process.env.CI === 'true') ? 0 : 1);
