/**
 * Whether advisories are known of what the service runs with, as `npm audit` has them:
 *
 *   npm run advisories [-- --strict]
 *
 * Without --strict it only warns, as in CI: an advisory comes out at any time, and no commit is worse for it. Before a release: --strict,
 * exit code 1 for a high or critical one, or if the registry cannot be reached.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { strict: { type: 'boolean' } } });
const WITHIN_MS = 30_000;
const GRAVE = ['high', 'critical'];

const options = ['--omit=dev', '--package-lock-only', '--json', '--fetch-retries=0', `--fetch-timeout=${WITHIN_MS}`, '--loglevel=silent'];
const { stdout, error } = spawnSync('npm', ['audit', ...options], {
  cwd: join(dirname(fileURLToPath(import.meta.url)), '..'),
  encoding: 'utf8',
  timeout: WITHIN_MS,
  killSignal: 'SIGKILL',
  maxBuffer: 1 << 26,
  shell: process.platform === 'win32',
});

/** What is known, or why nothing is. */
function heard() {
  if (error) return { reason: error.code === 'ETIMEDOUT' ? `no answer within ${WITHIN_MS / 1000} s` : error.message };
  try {
    const report = JSON.parse(stdout);
    return report.vulnerabilities
      ? { found: Object.values(report.vulnerabilities) }
      : { reason: `the registry answers ${report.statusCode ?? 'nothing of use'}` };
  } catch {
    return { reason: 'npm audit says nothing of use' };
  }
}

const { found, reason } = heard();
if (!found) console.error(`advisories: NOT CHECKED: ${reason}`);
else {
  const grave = found.filter(({ severity }) => GRAVE.includes(severity));
  for (const { name, severity, range, via } of grave) {
    const titles = via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} ${each.url}`));
    console.error(`advisories: WARNING: ${name} ${range} (${severity}): ${titles.join('; ')}`);
  }
  console.log(`advisories: ${grave.length} high or critical, ${found.length - grave.length} others, of what the service runs with`);
  if (grave.length > 0 && values.strict) process.exitCode = 1;
}
if (!found && values.strict) process.exitCode = 1;
