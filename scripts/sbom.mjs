// Prints the bill of materials (CycloneDX) of what the service runs with and of the scripts of the console, from package-lock.json and without a network: `npm run --silent sbom > sbom.json`.
// `npm sbom --omit dev` leaves out packages that the service and a tool of developers share; so npm tells all of them, and the choice is made here.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deliveredPackages, readJson } from './supply/packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--offline', '--loglevel', 'error'];
const bill = JSON.parse(
  execFileSync('npm', ['sbom', ...options], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  }),
);

const { metadata } = bill;
const kept = new Set(deliveredPackages(readJson(root, 'package-lock.json')).map(({ name, version }) => `${name}@${version}`));
bill.components = bill.components.filter((component) => kept.has(`${component.name}@${component.version}`));
const references = new Set([metadata.component['bom-ref'], ...bill.components.map((component) => component['bom-ref'])]);
bill.dependencies = bill.dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((dependency) => references.has(dependency)) }));
metadata.component.name = readJson(root, 'package.json').name;
console.log(JSON.stringify(bill, null, 2));
