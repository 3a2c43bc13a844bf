/**
 * Reading of files: pages per second, processor time and peak memory of a child process for PDF with text, scans and office files; and what
 * creates notice while files are read whose readers have to be killed.
 *
 *   node bench/extraction.mjs      PDFTOTEXT (path), BENCH_SECONDS, BENCH_ROUNDS
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { cpuSeconds } from './lib/processor-time.mjs';
import { machine, tableOf } from './lib/report.mjs';
import { HERE, startService } from './lib/service.mjs';
import { percentile } from './lib/statistics.mjs';
import { openStores } from './lib/stores.mjs';
import { ChildFileReader } from '../dist/src/infrastructure/text-extraction/child-file-reader.js';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PROGRAM = process.env.PDFTOTEXT ?? null;
const PER_SECOND = 10;
const MIB = 2 ** 20;
const log = (text) => console.error(`[bench] ${text}`);
const NEVER = new AbortController().signal;
const SENTENCE = 'O presente contrato de locação obriga as partes e os seus sucessores até a rescisão antecipada. ';

async function pdfOf(count, linesOfPage) {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < count; number++) {
    const page = document.addPage([595, 842]);
    for (let line = 0; line < linesOfPage; line++)
      page.drawText(`${number} ${line} ${SENTENCE}`.slice(0, 90), { x: 40, y: 800 - line * 15, size: 11, font });
  }
  return Buffer.from(await document.save());
}

async function zipOf(entries) {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const sheetOf = (rows) =>
  zipOf({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${Array.from({ length: rows }, (_, row) => `<row>${[0, 1, 2, 3].map((cell) => `<c t="inlineStr"><is><t>Linha ${row}, ${cell}</t></is></c>`).join('')}</row>`).join('')}</sheetData></worksheet>`,
  });

const documentOf = (paragraphs) =>
  zipOf({ 'word/document.xml': `<w:document xmlns:w="w"><w:body>${`<w:p><w:r><w:t>${SENTENCE.repeat(4)}</w:t></w:r></w:p>`.repeat(paragraphs)}</w:body></w:document>` }); // prettier-ignore

function childPid() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        const parent = Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ')[1]);
        return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('reading-child');
      } catch {
        return false;
      }
    });
}

const peakMiB = (pid) => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024;

/** In a process of its own, which has read a small file before. */
async function reading({ title, kind, extension, bytes, pages: count, ocr = false, program = null, preview = null, times = ROUNDS }) {
  const reader = new ChildFileReader({}, program);
  const read = (content, of) =>
    reader.read(
      { kind: of, extension: of === 'plain' ? 'txt' : extension, size: content.length, wantsText: true, wantsOcr: ocr && of !== 'plain', previewSize: of === 'plain' ? null : preview },
      Readable.from([content]),
      NEVER,
    ); // prettier-ignore
  try {
    await read(Buffer.from('nota'), 'plain');
    const pid = childPid();
    const [cpu, begun] = [cpuSeconds(pid), performance.now()];
    let found = null;
    for (let time = 0; time < times; time++) found = await read(bytes, kind);
    const seconds = (performance.now() - begun) / 1000;
    const pages = count * times;
    log(`${title}: ${(pages / seconds).toFixed(2)} pages/s by ${found.engine}`);
    return { title, engine: found.engine, perSecond: pages / seconds, cpuMs: ((cpuSeconds(pid) - cpu) / pages) * 1000, peak: peakMiB(pid), of: count, mib: bytes.length / MIB };
  } finally {
    await reader.onApplicationShutdown();
  } // prettier-ignore
}

/** As a scanner gives it: A4 with 200 dpi, a little noise. */
async function scanOf(text) {
  const reader = new ChildFileReader();
  try {
    const order = { kind: 'pdf', extension: 'pdf', size: text.length, wantsText: false, wantsOcr: false, previewSize: 2339 };
    const { preview } = await reader.read(order, Readable.from([text]), NEVER);
    return await sharp(preview).flatten({ background: 'white' }).greyscale().jpeg({ quality: 75 }).toBuffer();
  } finally {
    await reader.onApplicationShutdown();
  }
}

async function scannedPdf(scan, count) {
  const document = await PDFDocument.create();
  const picture = await document.embedJpg(scan);
  for (let number = 0; number < count; number++) document.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
  return Buffer.from(await document.save());
}

async function creates(service, seconds) {
  const [times, running] = [[], []];
  const begun = performance.now();
  for (let number = 0; number < seconds * PER_SECOND; number++) {
    const due = begun + (number * 1000) / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    running.push(file(service, [], number).then(() => times.push(performance.now() - due)));
  }
  await Promise.all(running);
  return times;
}

async function file({ createUrl, headers }, arquivos, number) {
  const body = { valoresCampos: [{ label: 'Número', valorCampo: String(number) }, { label: 'Data de Emissão', valorCampo: '21/11/2026' }], arquivos }; // prettier-ignore
  const response = await fetch(createUrl, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }); // prettier-ignore
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

const started = loadavg()[0];
const text = await pdfOf(200, 50);
const scan = await scanOf(await pdfOf(1, 50));
const scanned = await scannedPdf(scan, 2);
const plan = [
  { title: 'PDF with text, 200 pages of 50 lines', kind: 'pdf', extension: 'pdf', bytes: text, pages: 200 },
  { title: 'the same, with the preview of 320 pixels', kind: 'pdf', extension: 'pdf', bytes: text, pages: 200, preview: 320 },
  ...(PROGRAM === null ? [] : [{ title: 'the same by `pdftotext`, without a preview', kind: 'pdf', extension: 'pdf', bytes: text, pages: 200, program: PROGRAM }]),
  { title: 'scanned PDF, 2 pages A4 of 200 dpi, recognised', kind: 'pdf', extension: 'pdf', bytes: scanned, pages: 2, ocr: true, times: 1 },
  { title: 'the same page as a JPEG, recognised', kind: 'picture', extension: 'jpg', bytes: scan, pages: 1, ocr: true, times: 1 },
  { title: 'a scan as a picture, its preview alone', kind: 'picture', extension: 'jpg', bytes: scan, pages: 1, preview: 320 },
  { title: 'DOCX of 1 000 paragraphs, as pages of 4 000 characters', kind: 'office', extension: 'docx', bytes: await documentOf(1000), pages: Math.ceil((SENTENCE.length * 4000) / 4000) },
  { title: 'XLSX of 10 000 rows, as pages of 4 000 characters', kind: 'office', extension: 'xlsx', bytes: await sheetOf(10_000), pages: 150 },
]; // prettier-ignore

const store = await openStores('embedded', {});
store.env = { ...store.env, RATE_LIMITS: 'off', READ_FILES: 'true' };
const service = await startService(HERE, store, [], false);
const cases = [
  { title: 'nothing is read', times: [] },
  { title: 'poisoned files are read', times: [] },
];
let isReady;
try {
  const poison = Buffer.alloc(30 * MIB, '<p>').toString('base64');
  for (let round = 0; round < ROUNDS; round++) {
    cases[0].times.push(...(await creates(service, SECONDS)));
    for (let number = 0; number < 3; number++)
      await file(service, [{ arquivo: poison, contentType: 'text/html', extensao: 'html', nomeAmigavel: 'Veneno' }], number);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    cases[1].times.push(...(await creates(service, SECONDS)));
    log(`round ${round + 1} of ${ROUNDS}`);
  }
  isReady = (await fetch(`${service.address}/saude/pronta`)).ok;
} finally {
  await service.stop();
  await store.stop();
}
const rows = [];
for (const each of plan) rows.push(await reading(each));
const ms = (value) => value.toFixed(0);
const spread = ({ times }) => {
  const sorted = [...times].sort((a, b) => a - b);
  return [0.5, 0.95, 0.99].map((share) => ms(percentile(sorted, share))).join(' / ');
};
const page = `# Reading of files

Each row is one child process, which has read a small text before; pages of formats without pages are those of 4 000 characters. Peak memory is
the largest resident size of that process; it is killed above 768 MiB. \`pdftotext\` is a process of its
own beside it, whose memory is not in the figure.

- machine: ${machine()}; load ${started.toFixed(1)} before the run, ${loadavg()[0].toFixed(1)} at its end${started > 1 ? ': it had other work, so times by the clock are too long; processor time is what to plan with' : ''}
- command: \`node bench/extraction.mjs\` after \`npm run build\`
- date: ${new Date().toISOString().slice(0, 10)}

${tableOf(
  [
    ['File', ({ title }) => title],
    ['read by', ({ engine }) => engine],
    ['MiB', ({ mib }) => mib.toFixed(2)],
    ['pages/s by the clock', ({ perSecond }) => perSecond.toFixed(perSecond < 10 ? 2 : 0)],
    ['processor ms a page', ({ cpuMs }) => cpuMs.toFixed(cpuMs < 10 ? 1 : 0)],
    ['peak MiB', ({ peak }) => ms(peak)],
  ],
  rows,
)}

Creates of one client, ${PER_SECOND} per second, each timed from its scheduled start, alternating ${ROUNDS} × ${SECONDS} s, ${store.title}: while
nothing is read, and while readers are at work on HTML files of 30 MiB that open ten million elements, until they are killed for their
memory. The service is ${isReady ? 'ready' : 'not ready'} at the end.

${tableOf(
  [
    ['Meanwhile', ({ title }) => title],
    ['creates', ({ times }) => times.length],
    ['ms, p50 / p95 / p99', spread],
  ],
  cases,
)}
`;
writeFileSync(new URL('results/extraction.md', import.meta.url), page);
console.log(page);
