import type { HttpRequest, HttpResponse } from '../server/request-context';
import { languageOf, sendPage } from './page';

const WORDS = {
  'pt-BR': {
    title: 'Link indisponível',
    text: 'Este link não existe ou não está mais disponível.',
    advice: 'Confira se o endereço está completo, ou peça um novo link a quem o enviou.',
  },
  en: {
    title: 'Link not available',
    text: 'This link does not exist or is not available any more.',
    advice: 'Check that the address is complete, or ask whoever sent it for a new link.',
  },
} as const;

/** One page for unknown, removed and expired links, so that it reveals nothing. */
export function notFoundPage(request: HttpRequest, response: HttpResponse): void {
  const language = languageOf(request);
  const { title, text, advice } = WORDS[language];
  sendPage(response, 404, { language, title, content: `<h1>${title}</h1>\n<p>${text}</p>\n<p class="quiet">${advice}</p>` });
}
