/**
 * Compares docs/openapi.json with that of the last release: no program that works with it may stop working.
 *
 *   npm run openapi:breaking
 *   npm run openapi:breaking -- --release     makes docs/openapi.json that of the present version
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breaksBetween } from './compare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** By version, oldest first. */
export function releases() {
  const partsOf = (name) => name.match(/\d+/g).map(Number);
  const compare = (a, b) =>
    partsOf(a)
      .map((part, index) => part - (partsOf(b)[index] ?? 0))
      .find((difference) => difference !== 0) ?? 0;
  return readdirSync(join(root, 'docs/releases'))
    .filter((name) => /^openapi-.*\.json$/.test(name))
    .sort(compare)
    .map((name) => `docs/releases/${name}`);
}

function breaksSinceRelease() {
  const last = releases().at(-1);
  return { last, breaks: breaksBetween(read(last), read('docs/openapi.json')) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--release'))
    writeFileSync(join(root, `docs/releases/openapi-${read('package.json').version}.json`), JSON.stringify(read('docs/openapi.json')));
  const { last, breaks } = breaksSinceRelease();
  for (const sentence of breaks) console.error(sentence);
  if (breaks.length > 0) process.exit(1);
  console.log(`openapi: nothing that works with ${last} stops working`);
}
