import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpRequest, HttpResponse } from '../server/request-context';

export type Language = 'pt-BR' | 'en';

const STYLE = `:root{color-scheme:light dark;--ink:#131a26;--quiet:#4a5568;--paper:#f6f7f9;--card:#fff;--line:#e3e7ed;--edge:#858f9f;--mark:#14528f}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf2;--quiet:#b1bac8;--paper:#0e1218;--card:#151a22;--line:#262e3a;--edge:#6d7889;--mark:#7db6f2}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.6 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;color:var(--ink);background:var(--paper)}
header{display:flex;gap:.6rem;align-items:center;height:3.25rem;padding:0 1rem;font-weight:650;letter-spacing:-.01em;background:var(--card);border-bottom:1px solid var(--line)}
header svg{width:26px;height:26px}
main{margin:clamp(1rem,6vh,4rem) max(1rem,50% - 23rem) 2rem;padding:clamp(1.25rem,4vw,2.25rem);background:var(--card);border:1px solid var(--line);border-radius:12px;box-shadow:0 1px 2px rgb(15 23 42/6%)}
h1{margin:0 0 .8rem;font-size:1.625rem;line-height:1.25;font-weight:650;letter-spacing:-.015em}
p{margin:0 0 1rem}
main>:last-child{margin-bottom:0}
dl{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;margin:1.5rem 0}
dt,dd{margin:0;padding:.45rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
dt{padding-right:1.2rem;color:var(--quiet)}
.state{padding:.5rem .9rem;border-left:.25rem solid var(--mark);background:var(--paper)}
.quiet{color:var(--quiet)}
a{color:var(--mark)}
li{margin:.5rem 0}
form{display:flex;flex-wrap:wrap;gap:.6rem;margin:1.5rem 0}
label{flex:1 0 100%}
input,button{font:inherit;padding:.5rem .8rem;border:1px solid var(--edge);border-radius:8px}
input{flex:1 1 14rem;min-width:0;color:var(--ink);background:var(--paper)}
button{color:var(--card);background:var(--mark);border-color:var(--mark)}
@media(max-width:34rem){dl{display:block}dt{padding-bottom:0}dd{padding-top:0;border:0}}`;

/** As the console has it. */
const MARK = readFileSync(join(__dirname, 'common', 'icon.svg'), 'utf8')
  .trim()
  .replace(/<svg xmlns="[^"]+"/, '<svg aria-hidden="true"');

const OWN_STYLE = `default-src 'none'; style-src ${styleHash(STYLE)}; base-uri 'none'`;
const POLICY = `${OWN_STYLE}; form-action 'none'; frame-ancestors 'none'`;
/** Allows the service's icon and a form to itself. */
const ENTRY_POLICY = `${OWN_STYLE}; img-src 'self'; form-action 'self'; frame-ancestors 'none'`;

/** For a policy that allows this one style. */
export function styleHash(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escape = (text: string) => text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] as string);

/** Whether the caller is a browser. */
export function wantsPage(request: HttpRequest): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

/** Portuguese, unless `Accept-Language` prefers English. */
export function languageOf(request: HttpRequest): Language {
  return request.acceptsLanguages(['pt-BR', 'pt', 'en']) === 'en' ? 'en' : 'pt-BR';
}

/** For public URLs: request headers decide the content (`Vary`), and search engines must not index it. */
export function varies(response: HttpResponse): void {
  response.vary('Accept, Accept-Language');
  response.setHeader('X-Robots-Tag', 'noindex');
}

/** `content` is HTML with escaped texts; `isEntry`: it has no data of users, and may have a form. */
interface Page extends Record<'title' | 'content', string> {
  language: Language;
  isEntry?: true;
}

/** A small HTML page: text and one style, no scripts. */
export function sendPage(response: HttpResponse, status: number, { language, title, content, isEntry }: Page): void {
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>${MARK} Acervo</header>
<main>
${content}
</main>
</body>
</html>
`;
  varies(response);
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Language', language);
  response.setHeader('Content-Security-Policy', isEntry ? ENTRY_POLICY : POLICY);
  response.setHeader('Content-Length', Buffer.byteLength(html));
  response.end(html);
}
