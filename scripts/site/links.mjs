/** Follows every link of the built pages that stays within the site, to the heading that it names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const LINK = /<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]+)"/g;
const ID = /\sid="([^"]+)"/g;
const decoded = (text) => decodeURIComponent(text.replaceAll('&amp;', '&'));

/** @returns a line for each link that leads nowhere */
export function brokenLinks(site, base) {
  const pages = readdirSync(site, { recursive: true }).map((name) => String(name)).filter((name) => name.endsWith('.html')); // prettier-ignore
  const texts = new Map(pages.map((page) => [page, readFileSync(join(site, page), 'utf8')]));
  const ids = new Map([...texts].map(([page, text]) => [page, new Set([...text.matchAll(ID)].map(([, id]) => decoded(id)))]));
  const leads = (page, link) => {
    if (/^\w+:/.test(link)) return true;
    const [path, fragment] = link.split('#').map(decoded);
    if (path.startsWith('/') && !path.startsWith(base)) return false;
    const place = path.startsWith(base) ? path.slice(base.length) : path && posix.join(posix.dirname(page), path);
    const file = place === '' && path === '' ? page : place === '' || place.endsWith('/') ? `${place}index.html` : place;
    return existsSync(join(site, file)) && (!fragment || !ids.has(file) || ids.get(file).has(fragment));
  };
  return [...texts].flatMap(
    ([page, text]) =>
    [...text.matchAll(LINK)].map(([, link]) => link).filter((link) => !leads(page, link)).map((link) => `${page}: ${link} leads nowhere`), // prettier-ignore
  );
}
