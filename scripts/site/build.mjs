/**
 * Writes the documentation of users, integrators and operators as a site that needs nothing but a static server: .cache/site
 *
 *   npm run docs          SITE_BASE=/acervo/: the path under which it will be served
 *
 * Fails on a link that leads nowhere.
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import '../ensure-build.mjs';
import { brokenLinks } from './links.mjs';
import { PAGES, SITE, writePages } from './pages.mjs';

const base = process.env.SITE_BASE ?? '/';
await writePages();
rmSync(SITE, { recursive: true, force: true });
await build(fileURLToPath(new URL('.', import.meta.url)), { base });
const broken = brokenLinks(SITE, base);
for (const link of broken) console.error(link);
console.log(`${SITE}: made of ${PAGES}, ${broken.length} broken links`);
process.exit(broken.length > 0 ? 1 : 0);
