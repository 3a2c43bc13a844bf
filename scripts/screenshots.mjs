// Pictures of the pages that the service brings along, taken of an embedded archive in Chromium, into docs/img.
//
//   npm run screenshots
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { obtainChromium } from './verifiers.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const browser = await obtainChromium();
if (!browser.available) throw new Error(browser.reason);
const args = ['-r', join(root, 'test/support/run-typescript.cjs'), join(root, 'test/screenshots/take.ts'), join(root, 'docs/img')];
spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, TEST_CHROMIUM: browser.address } }).on('exit', (code) =>
  process.exit(code ?? 1),
);
