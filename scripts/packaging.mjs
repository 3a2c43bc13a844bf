/**
 * Judges what is shipped: the image, the compose files, the chart, and the commands of docs/deploying.md and docs/backup.md.
 *
 *   npm run packaging [-- dockerfile | compose | chart | image ...]
 *
 * Unavailable tools are listed with the reason; with CI=true the run fails.
 */
import { parseArgs } from 'node:util';
import { checkChart } from './packaging/chart-check.mjs';
import { checkCompose } from './packaging/compose-check.mjs';
import { checkDockerfile } from './packaging/dockerfile-check.mjs';
import { checkDocuments } from './packaging/documents-check.mjs';
import { NotHad } from './packaging/expect.mjs';
import { checkImage } from './packaging/image-check.mjs';

const CHECKS = { dockerfile: checkDockerfile, compose: checkCompose, chart: checkChart, documents: checkDocuments, image: checkImage };
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.find((name) => !Object.hasOwn(CHECKS, name));
if (unknown) {
  console.error(`no such check: ${unknown}; there are ${Object.keys(CHECKS).join(', ')}`);
  process.exit(2);
}
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

const log = (line) => console.error(`[packaging] ${line}`);
const outcomes = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(CHECKS)) {
  log(name);
  try {
    outcomes.push({ name, word: 'passed ', text: await CHECKS[name](log) });
  } catch (error) {
    const words = error.stderr?.length > 0 ? `${error.message}\n${error.stderr}` : error.message;
    outcomes.push({ name, word: error instanceof NotHad ? 'NOT RUN' : 'FAILED ', text: words });
  }
}
for (const { name, word, text } of outcomes) console.log(`${word}  ${name}: ${text}`);
const bad = process.env.CI === 'true' ? ['FAILED ', 'NOT RUN'] : ['FAILED '];
process.exit(outcomes.some(({ word }) => bad.includes(word)) ? 1 : 0);
