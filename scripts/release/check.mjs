/** What must agree before anything is published. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { manifestOf, repositoryOf } from './names.mjs';

/** The part of CHANGELOG.md about a version: its date and its text. */
export function changesOf(root, version) {
  const parts = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  const part = parts.find((each) => each.startsWith(`[${version}]`));
  if (part === undefined) return undefined;
  const [heading, ...lines] = part.split('\n');
  return { date: /- (\d{4}-\d{2}-\d{2})$/.exec(heading)?.[1], text: lines.join('\n').trim() };
}

/**
 * What contradicts a release, in sentences.
 * @param tag of the release, such as v0.2.0
 * @param repository where this runs, as owner/name; undefined outside GitHub
 */
export function contradictions(root, { tag, repository }) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const manifest = manifestOf(root);
  const { version } = manifest;
  const chart = parse(read('deploy/helm/acervo/Chart.yaml'));
  const released = `docs/releases/openapi-${version}.json`;
  const isReleased = existsSync(join(root, released)) && read(released) === JSON.stringify(JSON.parse(read('docs/openapi.json')));
  const rules = [
    [tag === `v${version}`, `the tag is ${tag}, package.json says ${version}`],
    [JSON.parse(read('package-lock.json')).version === version, `package-lock.json is not of version ${version}`],
    [chart.version === version && chart.appVersion === version, `deploy/helm/acervo/Chart.yaml is not of version ${version}`],
    [changesOf(root, version)?.date !== undefined, `CHANGELOG.md has no heading "## [${version}] - date"`],
    [isReleased, `${released} is not docs/openapi.json (npm run openapi:breaking -- --release)`],
    [manifest.private, 'package.json does not say private: npm publish would publish the repository'],
    [
      repository === undefined || repository === repositoryOf(root).name,
      `package.json names the repository ${repositoryOf(root).name}, this is ${repository}`,
    ],
  ];
  return rules.filter(([holds]) => !holds).map(([, sentence]) => sentence);
}
