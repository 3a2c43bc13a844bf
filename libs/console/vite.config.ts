import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { budgets } from './budgets.ts';
import { preloads } from './preloads.ts';

const SPOKEN = /[\\/](pt-BR|en-US)\.(mjs|js)$/;
const SENTENCES = /[\\/]intl[\\/][^\\/]+[\\/][a-z]{2}-[A-Z]{2}\.(mjs|js)$/;

/** React Aria has its sentences in 34 languages; the console needs two. */
const twoLanguages: Plugin = {
  name: 'two-languages',
  enforce: 'pre',
  load(id) {
    if (/node_modules/.test(id) && SENTENCES.test(id) && !SPOKEN.test(id)) return 'export default {}';
    return undefined;
  },
};

const PDFJS = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

/** What PDF.js fetches by name, for the files that need it: decoders of scans, character maps, standard fonts. */
const pdfParts: Plugin = {
  name: 'pdf-parts',
  apply: 'build',
  writeBundle({ dir }) {
    for (const folder of ['wasm', 'cmaps', 'standard_fonts'])
      cpSync(join(PDFJS, folder), join(dir!, 'pdfjs', folder), { recursive: true, filter: (path) => !path.endsWith('.wasm') });
  },
};

/** Of `npm start`, for `vite libs/console`. */
const service = 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  // Relative: the service may be behind a proxy, below any path.
  base: './',
  plugins: [twoLanguages, pdfParts, budgets, preloads],
  build: {
    outDir: join(import.meta.dirname, '../../dist/libs/console'),
    emptyOutDir: true,
    assetsDir: '',
    target: 'es2022',
    // Of 2024: they know `light-dark()`, by which every colour is said once.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // "use client" means nothing without a server that renders.
    rolldownOptions: { onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log) },
    license: { fileName: 'licences.md' },
  },
  worker: { format: 'es' },
  // Only while developing: the service has the console below this path.
  server: { proxy: { '/api': service, '/console/settings.json': service } },
});
