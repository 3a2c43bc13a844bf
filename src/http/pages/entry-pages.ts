import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { keepable, once, sendKeepable } from '../server/keepable';
import { languageOf, sendPage, type Language } from './page';
import { VERIFICATION_PATH } from '../signatures/signature-wording';
import { codePage } from '../signatures/verification-page';

const WORDS: Record<Language, Record<'about' | 'console' | 'docs' | 'verify', string>> = {
  'pt-BR': {
    about: 'Acervo aberto de documentos, com uma API de integração.',
    console: 'Console: consultar, arquivar e compartilhar documentos',
    docs: 'Referência da API',
    verify: 'Verificar uma assinatura',
  },
  en: {
    about: 'Open document archive with an integration API.',
    console: 'Console: search, file and share documents',
    docs: 'API reference',
    verify: 'Verify a signature',
  },
};

/** Which pages are served. */
interface Served {
  docs: boolean;
  console: boolean;
}

/** Entry points: `/`, the form for a signature's code, and what browsers and search engines request. */
export function serveEntryPages(app: INestApplication, served: Served): void {
  const routes = app.getHttpAdapter();
  const icon = once(async () => keepable('image/x-icon', await readFile(join(__dirname, 'common', 'favicon.ico'))));
  routes.get('/', (request: HttpRequest, response: HttpResponse) => homePage(response, languageOf(request), served));
  routes.get(VERIFICATION_PATH, toSignature);
  routes.get('/robots.txt', (_: HttpRequest, response: HttpResponse) => sendRobots(response));
  routes.get('/favicon.ico', async (request: HttpRequest, response: HttpResponse) => sendKeepable(request, response, await icon()));
}

/** Nothing here is for search engines. */
function sendRobots(response: HttpResponse): void {
  const text = 'User-agent: *\nDisallow: /\n';
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Content-Length', text.length);
  response.end(text);
}

function homePage(response: HttpResponse, language: Language, { docs, console }: Served): void {
  const words = WORDS[language];
  const links = [
    ...(console ? [['console', words.console]] : []),
    ...(docs ? [['docs', words.docs]] : []),
    [VERIFICATION_PATH.slice(1), words.verify],
  ];
  const list = links.map(([address, text]) => `<li><a href="${address}">${text}</a></li>`).join('\n');
  const content = `<h1>Acervo</h1>\n<p>${words.about}</p>\n<ul>\n${list}\n</ul>`;
  sendPage(response, 200, { language, title: 'Acervo', content, isEntry: true });
}

/** The form submits its code here, without a script; this redirects to the signature. */
function toSignature(request: HttpRequest, response: HttpResponse): void {
  const [path = '', query = ''] = request.originalUrl.split(/\?(.*)/s);
  const code = new URLSearchParams(query).get('codigo')?.trim();
  if (!code && !path.endsWith('/')) return codePage(response, languageOf(request));
  // Links are relative to the page's URL without trailing slash.
  const up = path.endsWith('/') ? '..' : '.';
  response.statusCode = 303;
  response.setHeader('Location', `${up}${VERIFICATION_PATH}${code ? `/${encodeURIComponent(code)}` : ''}`);
  response.end();
}
