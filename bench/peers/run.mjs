/**
 * What users would pick instead, doing the same work on the same machine: see bench/results/peers.md.
 *
 *   npm run bench:peers -- [--contestants directus,strapi,pocketbase] [--only search,fetch,create] [--items 100000] [--rounds 5]
 *                          [--seconds 10] [--connections 16] [--pool 10] [--starts 3] [--no-results]
 *
 * Installs the peers where they are not yet (install.mjs), and measures under the Node that all of them can run on, Acervo too.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installPeers } from './install.mjs';

const { node } = await installPeers((text) => process.stderr.write(`[peers] ${text}\n`));
const program = fileURLToPath(new URL('measure.mjs', import.meta.url));
process.exitCode = spawnSync(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
