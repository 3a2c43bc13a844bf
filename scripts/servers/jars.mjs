/** Programs and libraries in Java, each known by its hash. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cached } from './cache.mjs';

const MINUTE = 60_000;
const CENTRAL = 'https://repo1.maven.org/maven2';

const pathOf = (artifact) => {
  const [group, name, version] = artifact.split(':');
  return `${group.replaceAll('.', '/')}/${name}/${version}/${name}-${version}.jar`;
};

async function fetched(artifact, sha256) {
  const answer = await fetch(`${CENTRAL}/${pathOf(artifact)}`, { signal: AbortSignal.timeout(5 * MINUTE) });
  if (!answer.ok) throw new Error(`${artifact}: ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${artifact} has SHA-256 ${found}`);
  return bytes;
}

/** @param artifacts SHA-256 by `group:name:version`. Resolves to the paths of the files, in this order. */
export async function jars(name, artifacts, { log }) {
  const names = Object.keys(artifacts).map((artifact) => basename(pathOf(artifact)));
  const fill = async (part) => {
    log(`${name}: fetching ${names.length} files`);
    for (const [artifact, sha256] of Object.entries(artifacts))
      await writeFile(join(part, basename(pathOf(artifact))), await fetched(artifact, sha256));
  };
  const folder = await cached(name, { artifacts, layout: 1 }, fill, { timeoutMs: 10 * MINUTE, log });
  return names.map((each) => join(folder, each));
}
