/** Who publishes what, and where: package.json says it, so that a fork changes one file. */
import { readJson } from '../supply/packages.mjs';

export const manifestOf = (root) => readJson(root, 'package.json');

/** The repository: its address, and owner/name. */
export function repositoryOf(root) {
  const url = manifestOf(root).repository.url.replace(/^git\+|\.git$/g, '');
  const name = new URL(url).pathname.slice(1);
  return { url, name, owner: name.split('/')[0] };
}

/** .github/CODEOWNERS, which cannot read package.json. */
export const codeOwners = (root) =>
  `# Written by \`node scripts/security.mjs\` from the repository that package.json names.\n* @${repositoryOf(root).owner}/maintainers\n`;
