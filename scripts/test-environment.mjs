/** Which variables of the caller's shell reach the tests: none that would change what the service does, or where it connects. */
import { readFileSync } from 'node:fs';

/** Every setting of the service is listed there; a test checks it. */
const settings = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').matchAll(/^#?\s*([A-Z][A-Z0-9_]*)=/gm);
const SETTINGS = new Set(Array.from(settings, ([, name]) => name));
const OTHERS = /^((https?|all|no)_proxy|lang|language|lc_\w+|aws_\w+|otel_\w+)$/i;

/** Tests set the settings that they are about. The time zone is the service's default, whatever the machine's is. */
export function testEnvironment(environment) {
  const kept = Object.entries(environment).filter(([name]) => !SETTINGS.has(name) && !OTHERS.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
