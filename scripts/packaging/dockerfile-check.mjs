import { execFileSync } from 'node:child_process';
import { had } from './expect.mjs';
import { pythonTools } from './tools.mjs';

export async function checkDockerfile(log) {
  const { hadolint } = await had(pythonTools(log));
  execFileSync(hadolint, ['--failure-threshold', 'style', 'docker/Dockerfile'], { stdio: 'pipe', encoding: 'utf8' });
  return `hadolint finds nothing in docker/Dockerfile`;
}
