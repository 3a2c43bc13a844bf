/**
 * What a person waits for in the console: its first rows, frames while many rows are scrolled, and the answer to keys and clicks.
 *
 *   npm run bench:console -- [--rounds 5] [--documents 10000] [--no-results]
 *
 * An embedded service and a Chromium without a window, the processor of the page slowed four times and not at all. The archive is filled
 * by the API. The first view of a round has an empty cache, the second one that of the first.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { obtainChromium } from '../scripts/verifiers.mjs';
import { saying } from './lib/process.mjs';
import { commandOf, writeResults } from './lib/results.mjs';
import { HERE, startService } from './lib/service.mjs';
import { spread } from './lib/statistics.mjs';
import { openStores } from './lib/stores.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    documents: { type: 'string', default: '10000' },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const [DOCUMENTS, ROUNDS] = [Number(options.documents), Number(options.rounds)];
const AT_ONCE = 8;
const SLOWED = 4;
/** Pixels that one frame scrolls: so many rows that parts of the result are asked for all the time. */
const STEP = 400;
const LONGEST_SCROLL_MS = 300_000;
const LOOK = { width: 1360, height: 860 };
const WATCH = readFileSync(new URL('lib/watch-page.js', import.meta.url), 'utf8');
const tell = saying();

const chromium = await obtainChromium();
if (!chromium.available) throw new Error(chromium.reason);
process.env.TEST_CHROMIUM = chromium.address;
const require = createRequire(import.meta.url);
require('../test/support/run-typescript.cjs');
const { Browser } = require('../test/support/browser.ts');

async function fill({ createUrl, headers }) {
  let left = DOCUMENTS;
  const lane = async () => {
    while (left > 0) {
      const number = String(left--);
      const values = {
        Número: number,
        'Data de Emissão': `${String(randomInt(1, 29)).padStart(2, '0')}/03/2026`,
        'Valor Total': `${number},50`,
      };
      const valoresCampos = Object.entries(values).map(([label, valorCampo]) => ({ nomeLista: '', label, valorCampo }));
      const body = JSON.stringify({ codigoCaixa: null, valoresCampos, arquivos: null });
      const response = await fetch(createUrl, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** A tab of a person who is logged in. */
async function opened(browser, service) {
  const page = await browser.page();
  await page.look(LOOK);
  const session = await (
    await fetch(`${service.address}/api/Autenticacao/Login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'Acervo@2026' }),
    })
  ).json();
  const known = `sessionStorage.setItem('acervo.session', ${JSON.stringify(JSON.stringify(session))});`;
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `${known}\n${WATCH}` });
  return page;
}

const slow = (page, rate) => page.send('Emulation.setCPUThrottlingRate', { rate });
const recorded = (page) => page.value('JSON.parse(JSON.stringify(window.benchRecord))');
const isShown = 'window.benchRecord.firstRows !== null';

async function firstRows(browser, service, address) {
  const page = await opened(browser, service);
  await slow(page, SLOWED);
  const times = {};
  for (const view of ['cold', 'warm']) {
    await page.open(address);
    await page.until(isShown);
    const paint = await page.value('performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0');
    times[view] = { rowsMs: (await recorded(page)).firstRows, paintMs: paint };
  }
  await page.close();
  return times;
}

/** Down to the last row, as fast as frames come; the longest frame on the way. */
async function scroll(page) {
  const from = await page.value('performance.now()');
  await page.value(`{
    const grid = document.querySelector('.grid');
    const last = () => Number([...document.querySelectorAll('.grid-body [data-index]')].at(-1)?.dataset.index ?? 0) + 1;
    const step = () => {
      grid.scrollTop += ${STEP};
      window.benchScrolled = last();
      if (window.benchScrolled < ${DOCUMENTS}) requestAnimationFrame(step);
    };
    step();
  }`);
  const end = Date.now() + LONGEST_SCROLL_MS;
  while ((await page.value('window.benchScrolled')) < DOCUMENTS) {
    if (Date.now() > end) throw new Error(`only ${await page.value('window.benchScrolled')} rows came into view`);
    await sleep(250);
  }
  const [{ frames }, now] = [await recorded(page), await page.value('performance.now()')];
  const long = frames.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration);
  return { seconds: (now - from) / 1000, longestFrameMs: Math.max(0, ...long), framesOver50: long.length };
}

const ACTIONS = {
  'move in the grid (↓)': async (page) => {
    await page.value('document.querySelector(".grid-body [tabindex=\\"0\\"]").focus()');
    for (let times = 0; times < 20; times++) await page.press('ArrowDown');
  },
  'select a row (space)': async (page) => {
    for (let times = 0; times < 6; times++) await page.press('Space');
  },
  'sort (click on a heading)': async (page) => {
    await click(page, '[role=columnheader] button');
    await page.until('document.querySelector("[aria-sort$=ending]")');
  },
  'open and close the filter': async (page) => {
    await click(page, '.toolbar .button');
    await page.until('document.querySelector(".filter-form")');
    await page.press('Escape');
    await page.until('!document.querySelector(".filter-form")');
  },
  'open the account menu': async (page) => {
    await click(page, '.account');
    await page.until('document.querySelector("[role=menu]")');
    await page.press('Escape');
    await page.until('!document.querySelector("[role=menu]")');
  },
};

async function click(page, selector) {
  const [x, y] = await page.value(`(({ left, top, width, height }) => [left + width / 2, top + height / 2])(
    document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`);
  for (const type of ['mousePressed', 'mouseReleased'])
    await page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
}

/** The slowest answer to each kind of input. */
async function interactions(page) {
  const slowest = {};
  for (const [name, act] of Object.entries(ACTIONS)) {
    const from = await page.value('performance.now()');
    await act(page);
    // The record of an input comes after the frame that shows its effect.
    await page.value('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))');
    const { interactions: seen } = await recorded(page);
    slowest[name] = Math.max(0, ...seen.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration));
  }
  return slowest;
}

const store = await openStores('embedded');
const service = await startService(HERE, store, [], false);
const browser = await Browser.start();
try {
  const begun = performance.now();
  await fill(service);
  tell(`${DOCUMENTS} documents in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const level = new URL(service.createUrl).searchParams.get('idArvoreOrganizacional');
  const address = `${service.address}/console/documentos?cliente=${service.idCliente}&nivel=${level}`;
  const views = [];
  // The first one fills the caches of the service.
  for (let round = 0; round <= ROUNDS; round++) {
    const times = await firstRows(browser, service, address);
    if (round > 0) views.push(times);
    tell(JSON.stringify(times));
  }
  const speeds = {};
  for (const rate of [1, SLOWED]) {
    const page = await opened(browser, service);
    await page.open(address);
    await page.until(isShown);
    await slow(page, rate);
    const answers = await interactions(page);
    await page.open(address);
    await page.until(isShown);
    speeds[rate] = { scroll: await scroll(page), answers };
    tell(JSON.stringify(speeds[rate]));
    await page.close();
  }
  const of = (view, figure) => spread(views.map((times) => times[view][figure]));
  const results = {
    command: commandOf('bench:console'),
    storage: store.title,
    documents: DOCUMENTS,
    rounds: ROUNDS,
    slowed: SLOWED,
    browser: chromium.version,
    views: Object.fromEntries(['cold', 'warm'].map((view) => [view, { rowsMs: of(view, 'rowsMs'), paintMs: of(view, 'paintMs') }])),
    full: speeds[1],
    slow: speeds[SLOWED],
  };
  if (options.results) await writeResults('console', results);
  console.log(JSON.stringify(results, null, 2));
} finally {
  await browser.close();
  await service.stop();
  await store.stop();
}
