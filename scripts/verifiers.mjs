/**
 * Programs by others that say whether a signature in a PDF is good (poppler's pdfsig and pyHanko), what a page does (Chromium), whether a
 * folder is a bag (the Library of Congress' bagit), and whether metrics and alerts are good (promtool).
 * Fetched once; where Debian's packages cannot be unpacked, pdfsig and promtool are taken from PATH.
 * TEST_PDFSIG, TEST_PYHANKO_PYTHON, TEST_CHROMIUM, TEST_BAGIT_PYTHON and TEST_PROMTOOL name others.
 *
 *   node scripts/verifiers.mjs
 *
 * prints where they are as NAME=value lines.
 */
import { realpathSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianRoot, programOf, whyNoPackages } from './servers/debian.mjs';
import { onPath, run } from './servers/processes.mjs';
import { pythonWith, whyNoPython } from './servers/venv.mjs';
import { firstThatWorks, logToStderr } from './servers/ways.mjs';
import { obtainPromtool } from './promtool.mjs';
import { given, wrap } from './servers/wrapped.mjs';

const MINUTE = 60_000;
const PYHANKO = { pyHanko: '0.38.0', 'pyhanko-certvalidator': '0.33.0' };
const BAGIT = { bagit: '1.9.0' };

/** pdfsig says its version on standard error, and where it looks for certificates. */
async function pdfsig(path, origin) {
  const said = await run('sh', ['-c', '"$0" -v 2>&1', path], { timeoutMs: MINUTE });
  const version = /pdfsig version (\S+)/.exec(said)?.[1];
  if (!version) throw new Error(`${path} is no pdfsig`);
  return { name: 'pdfsig', version, origin, address: path };
}

async function pyhanko(python, origin) {
  const script = 'import importlib.metadata, pyhanko.sign.validation; print(importlib.metadata.version("pyhanko"))';
  const version = (await run(python, ['-c', script], { timeoutMs: MINUTE })).trim();
  return { name: 'pyhanko', version, origin, address: python };
}

export function obtainPdfsig({ log = logToStderr } = {}) {
  const ways = [
    given('TEST_PDFSIG', pdfsig),
    {
      name: 'poppler-bookworm',
      whyNot: whyNoPackages,
      start: async () => {
        const check = async (root) => pdfsig(await wrap(root, 'pdfsig', programOf(root, 'usr/bin/pdfsig', ['usr/lib/nss'])), 'new');
        const root = await debianRoot('poppler', 'bookworm', ['poppler-utils'], { log, check });
        return pdfsig(join(root, 'pdfsig'), 'debian bookworm');
      },
    },
    {
      name: 'path',
      whyNot: () => (onPath('pdfsig') ? undefined : 'pdfsig is not on PATH'),
      start: () => pdfsig(onPath('pdfsig'), 'path'),
    },
  ];
  return firstThatWorks('pdfsig', ways, log);
}

/** A Python with these packages, in an environment of its own; `check` says what it is. */
function pythonOf(name, wanted, variable, check, log) {
  const ways = [
    given(variable, check),
    {
      name: 'venv',
      whyNot: whyNoPython,
      start: async () => check(await pythonWith(name, wanted, { log, check: (python) => check(python, 'new') }), 'venv'),
    },
  ];
  return firstThatWorks(name, ways, log);
}

export const obtainPyhanko = ({ log = logToStderr } = {}) => pythonOf('pyhanko', PYHANKO, 'TEST_PYHANKO_PYTHON', pyhanko, log);

async function bagit(python, origin) {
  const script = 'import bagit, importlib.metadata; print(importlib.metadata.version("bagit"))';
  const version = (await run(python, ['-c', script], { timeoutMs: MINUTE })).trim();
  return { name: 'bagit', version, origin, address: python };
}

export const obtainBagit = ({ log = logToStderr } = {}) => pythonOf('bagit', BAGIT, 'TEST_BAGIT_PYTHON', bagit, log);

/** Version alone says nothing about its processes finding each other: it must have run a script. */
async function chromium(path, origin) {
  const version = /(?:Chromium|Chrome) (\S+)/.exec(await run(path, ['--version'], { timeoutMs: MINUTE }))?.[1];
  if (!version) throw new Error(`${path} is no Chromium`);
  const profile = await mkdtemp(join(tmpdir(), 'acervo-chromium-'));
  const switches = ['--headless', '--no-sandbox', '--no-zygote', '--disable-gpu', `--user-data-dir=${profile}`, '--dump-dom'];
  const page = 'data:text/html,<p id=p></p><script>p.textContent=6*7</script>';
  const shown = await run(path, [...switches, page], { timeoutMs: MINUTE }).finally(() => rm(profile, { recursive: true, force: true }));
  if (!shown.includes('<p id="p">42</p>')) throw new Error(`${path} runs no page`);
  return { name: 'chromium', version, origin, address: path };
}

/**
 * Chromium looks for its data beside the program that was started, which is the loader here, and starts itself again for every page:
 * so the loader lies beside the data, and pages are started by the same script.
 */
async function wrapChromium(root) {
  const folder = 'usr/lib/chromium';
  const pulse = ['x86_64', 'aarch64'].map((machine) => `usr/lib/${machine}-linux-gnu/pulseaudio`);
  const [loader, ...rest] = programOf(root, `${folder}/chromium-headless-shell`, pulse);
  await copyFile(loader, join(root, folder, 'loader'));
  const command = [join(root, folder, 'loader'), ...rest, `--browser-subprocess-path=${join(root, 'chromium')}`];
  await chromium(await wrap(root, 'chromium', command, 'export FONTCONFIG_SYSROOT="$root"\n'), 'new');
}

const CHROMIUM_PACKAGES = ['chromium-headless-shell', 'fonts-dejavu-core'];

/** The browser in which pages and files are opened that must not run anything: the same one on every machine, whatever is on PATH. */
export function obtainChromium({ log = logToStderr } = {}) {
  const ways = [
    given('TEST_CHROMIUM', chromium),
    {
      name: 'chromium-bookworm',
      whyNot: whyNoPackages,
      start: async () => {
        const root = await debianRoot('chromium', 'bookworm', CHROMIUM_PACKAGES, { log, check: wrapChromium });
        return chromium(join(root, 'chromium'), 'debian bookworm');
      },
    },
  ];
  return firstThatWorks('chromium', ways, log);
}

/** Unavailable tools are in `missing`. A complete run needs all except pyHanko, which is a second verifier. */
export async function obtainVerifiers(options = {}) {
  const [poppler, hanko, browser, bags, prometheus] = await Promise.all([
    obtainPdfsig(options),
    obtainPyhanko(options),
    obtainChromium(options),
    obtainBagit(options),
    obtainPromtool(options),
  ]);
  return {
    environment: {
      ...(poppler.available ? { TEST_PDFSIG: poppler.address } : {}),
      ...(hanko.available ? { TEST_PYHANKO_PYTHON: hanko.address } : {}),
      ...(browser.available ? { TEST_CHROMIUM: browser.address } : {}),
      ...(bags.available ? { TEST_BAGIT_PYTHON: bags.address } : {}),
      ...(prometheus.available ? { TEST_PROMTOOL: prometheus.address } : {}),
    },
    missing: [
      ...(poppler.available ? [] : [{ what: 'pdfsig', reason: poppler.reason, required: true }]),
      ...(hanko.available ? [] : [{ what: 'pyHanko', reason: hanko.reason, required: false }]),
      ...(browser.available ? [] : [{ what: 'Chromium', reason: browser.reason, required: true }]),
      ...(bags.available ? [] : [{ what: 'bagit', reason: bags.reason, required: true }]),
      ...(prometheus.available ? [] : [{ what: 'promtool', reason: prometheus.reason, required: true }]),
    ],
  };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { environment, missing } = await obtainVerifiers();
  for (const [name, value] of Object.entries(environment)) console.log(`${name}=${value}`);
  for (const { what, reason } of missing) logToStderr(`${what} is not available: ${reason}`);
  process.exitCode = missing.some(({ required }) => required) ? 1 : 0;
}
