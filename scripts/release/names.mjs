/** Who publishes what, and where: package.json says it, so that a fork changes one file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const manifestOf = (root) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The repository: its address, and owner/name. */
export function repositoryOf(root) {
  const url = manifestOf(root).repository.url.replace(/^git\+|\.git$/g, '');
  const name = new URL(url).pathname.slice(1);
  return { url, name, owner: name.split('/')[0] };
}

/** .github/CODEOWNERS, which cannot read package.json. */
export const codeOwners = (root) =>
  `# Written by \`node scripts/security.mjs\` from the repository that package.json names.\n* @${repositoryOf(root).owner}/maintainers\n`;
