/** Who publishes what, and where: package.json says it, so that a fork changes one file. */
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from '../supply/packages.mjs';

export const CHART_VALUES = 'deploy/helm/acervo/values.yaml';
export const manifestOf = (root) => readJson(root, 'package.json');

/** The repository: its address, and owner/name. */
export function repositoryOf(root) {
  const url = manifestOf(root).repository.url.replace(/^git\+|\.git$/g, '');
  const name = new URL(url).pathname.slice(1);
  return { url, name, owner: name.split('/')[0] };
}

/** The values of the chart, with the published image as their default. */
export const chartValues = (root) => {
  const values = readFileSync(join(root, CHART_VALUES), 'utf8');
  return values.replace(/(?<=^ {2}repository: ).+$/m, manifestOf(root).config.image);
};

/** .github/CODEOWNERS, which cannot read package.json. */
export const codeOwners = (root) =>
  `# Written by \`node scripts/security.mjs\` from the repository that package.json names.\n* @${repositoryOf(root).owner}/maintainers\n`;

/** Writes into the package.json of a client in `folder` the service's version, and its repository, whose `directory` it comes from. */
export async function describe(root, folder, directory) {
  const file = join(folder, 'package.json');
  const { version, homepage, repository, bugs } = manifestOf(root);
  const own = JSON.parse(await readFile(file, 'utf8'));
  const about = { ...own, version, homepage, repository: { ...repository, directory }, bugs };
  await writeFile(file, JSON.stringify(about, null, 2));
}
