import type { HttpResponse } from '../server/request-context';
import { escape, styleHash } from '../pages/page';
import { asIs, decimal, fours, type Format, type Note, type Section, type Table } from './note-cells';
import { LAYOUTS } from './note-layouts';

const STYLE = `:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;padding:1rem;font:.8125rem/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;color:#111;background:#fff}
main{max-width:60rem;margin:0 auto}
h1{margin:0 0 .25rem;font-size:1.125rem}
h2{margin:.9rem 0 .25rem;font-size:.75rem;text-transform:uppercase;letter-spacing:.03em}
p{margin:0 0 .5rem}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));margin:0;border:solid #777;border-width:1px 0 0 1px}
dl>div{padding:.15rem .4rem;border:solid #777;border-width:0 1px 1px 0}
.wide{grid-column:span 2}
.all{grid-column:1/-1}
dt{font-size:.6875rem;color:#444}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse}
th,td{padding:.15rem .4rem;border:1px solid #777;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-size:.6875rem;font-weight:400;color:#444}
.number{text-align:right;white-space:nowrap}
.quiet{color:#444}
@media print{body{padding:0}h2,tr,dl>div{break-inside:avoid}thead{display:table-header-group}}`;

/** Of a table: as many as the layouts allow anywhere. */
const MOST_ROWS = 2000;

/** Nothing but the one style: no scripts, pictures, forms or frames, and an origin of its own. */
const POLICY = `default-src 'none'; style-src ${styleHash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`;

/** A section without values is left out. */
function sectionOf([title, cells]: Section, values: Note['values']): string {
  const shown = cells.flatMap(([label, path, format = asIs, width]) => {
    const value = values.get(path);
    if (value === undefined) return [];
    const extent = width ? ` class="${width}"` : '';
    return [`<div${extent}><dt>${label}</dt><dd>${escape(format(value))}</dd></div>`];
  });
  return shown.length === 0 ? '' : `<h2>${title}</h2>\n<dl>\n${shown.join('\n')}\n</dl>\n`;
}

function tableOf([title, group, columns]: Table, { groups }: Note): string {
  const all = groups.get(group);
  if (!all) return '';
  const rows = all.slice(0, MOST_ROWS);
  // Columns that no row fills are left out.
  const used = columns.filter(([, path]) => rows.some((row) => row.has(path)));
  const cell = (tag: 'th' | 'td', format: Format | undefined, text: string) =>
    `<${tag}${format === decimal ? ' class="number"' : ''}>${text}</${tag}>`;
  const head = used.map(([label, , format]) => cell('th', format, label)).join('');
  const body = rows
    .map((row) => used.map(([, path, format = asIs]) => cell('td', format, escape(format(row.get(path) ?? '')))).join(''))
    .map((cells) => `<tr>${cells}</tr>`);
  const more = all.length > rows.length ? `<p>São mostradas as primeiras ${decimal(String(rows.length))} de ${decimal(String(all.length))} linhas.</p>\n` : ''; // prettier-ignore
  return `<h2>${title}</h2>\n${more}<div class="scroll"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table></div>\n`;
}

function pageOf(note: Note): string {
  const { title, number, sections, tables, closing } = LAYOUTS[note.kind];
  const heading = escape([title, note.values.get(number)].filter(Boolean).join(' '));
  const key = note.key === '' ? '' : `<p>Chave de acesso: <strong>${escape(fours(note.key))}</strong></p>\n`;
  const others = note.others === 0 ? '' : `<p>O arquivo contém outros documentos que não são mostrados aqui: ${note.others}.</p>\n`;
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${key}${others}${sections.map((each) => sectionOf(each, note.values)).join('')}${tables.map((each) => tableOf(each, note)).join('')}${closing.map((each) => sectionOf(each, note.values)).join('')}<p class="quiet">Feita do XML guardado, para leitura: não substitui o documento auxiliar, e assinatura e situação na Sefaz não foram conferidas.</p>
</main>
</body>
</html>
`;
}

/** Portuguese, as the note itself. Every value is escaped. */
export function sendNote(response: HttpResponse, note: Note): void {
  const page = pageOf(note);
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Language', 'pt-BR');
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('X-Robots-Tag', 'noindex');
  response.setHeader('Content-Length', Buffer.byteLength(page));
  response.end(page);
}
