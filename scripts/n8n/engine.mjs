/** n8n's own engine and the check that it makes of community nodes: fetched once from the npm registry. It wants Node 24. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../clients/program.mjs';
import { obtainImageNode } from '../image-node.mjs';
import { cached } from '../servers/cache.mjs';

const MINUTE = 60_000;
/** Without the rest of n8n: its editor, its database and its 400 other nodes. */
const PACKAGES = { 'n8n-core': '2.41.1', 'n8n-workflow': '2.41.0', '@n8n/scan-community-package': '0.32.0' };

async function fetched(log) {
  const fill = async (part) => {
    log(
      `n8n's engine: installing ${Object.entries(PACKAGES)
        .map(([name, version]) => `${name}@${version}`)
        .join(', ')}`,
    );
    await writeFile(join(part, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
    await npm(['install', '--ignore-scripts', '--omit=dev', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'], part);
  };
  return cached('n8n', PACKAGES, fill, { timeoutMs: 10 * MINUTE, log });
}

/** The folder of the packages, and a Node that runs them. */
export async function obtainEngine(log) {
  try {
    const node = await obtainImageNode({ log });
    return node.available ? { available: true, node: node.address, folder: await fetched(log) } : node;
  } catch (error) {
    return { available: false, reason: error.message };
  }
}
