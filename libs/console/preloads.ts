import type { Plugin } from 'vite';
import { initialOf, isChunk, withImports } from './budgets.ts';

/** The screens that links mostly lead to, by how many parts their address has below `/console/documentos`. */
const SCREENS: Record<string, RegExp> = { 0: /[\\/]routes[\\/]documents[\\/]index\.tsx$/, 2: /[\\/]routes[\\/]document[\\/]index\.tsx$/ };

/**
 * The page names the scripts of the application, which its first one loads; for the service: which further scripts these screens need. So
 * browsers fetch all of them together.
 */
export const preloads: Plugin = {
  name: 'preloads',
  apply: 'build',
  // After the page is in the bundle.
  enforce: 'post',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(isChunk);
    const initial = initialOf(bundle);
    const scriptsOf = (screen: RegExp) =>
      chunks
        .filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && screen.test(facadeModuleId ?? ''))
        .flatMap(({ fileName }) => [...withImports(bundle, fileName)])
        .filter((name) => !initial.has(name));
    const source = JSON.stringify(Object.fromEntries(Object.entries(SCREENS).map(([parts, screen]) => [parts, scriptsOf(screen)])));
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('no index.html to write into');
    const html = String(page.source);
    const links = [...initial]
      .filter((name) => !html.includes(name))
      .map((name) => `    <link rel="modulepreload" crossorigin href="./${name}">\n`);
    if (!html.includes('  </head>')) throw new Error('no place for links in index.html');
    page.source = html.replace('  </head>', `${links.join('')}  </head>`);
  },
};
