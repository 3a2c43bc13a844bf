/** OpenAPI Generator, which needs a Java of its own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath } from '../servers/processes.mjs';
import { jars } from '../servers/jars.mjs';
import { inOneGroup, program } from './program.mjs';

const GENERATOR = {
  'org.openapitools:openapi-generator-cli:7.25.0': '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
};
export const SOURCES_ONLY = ['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'];

export const generatorJar = async ({ log }) => (await jars('openapi-generator', GENERATOR, { log }))[0];

/** Programs that must be there, besides Java; resolves to `{ available, generator }`. */
export async function withPrograms(names, { log }) {
  const missing = ['java', ...names].filter((name) => !onPath(name));
  if (missing.length > 0) return { available: false, reason: `not on PATH: ${missing.join(', ')}` };
  try {
    return { available: true, generator: await generatorJar({ log }) };
  } catch (error) {
    return { available: false, reason: error.message };
  }
}

/** @param options of the generator, after its language */
export async function generate(generator, language, { folder, document }, options = SOURCES_ONLY) {
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(inOneGroup(document)));
  const what = ['-i', 'openapi.json', '-g', language, '-o', 'client'];
  await program('java', ['-jar', generator, 'generate', ...what, ...options], { cwd: folder });
}
