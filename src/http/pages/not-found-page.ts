import type { HttpRequest, HttpResponse } from '../server/request-context';
import { languageOf, sendPage } from './page';

const WORDS = {
  link: {
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
  },
  page: {
    'pt-BR': {
      title: 'Página não encontrada',
      text: 'Não há página neste endereço.',
      advice: 'Confira o endereço.',
    },
    en: {
      title: 'Page not found',
      text: 'There is no page at this address.',
      advice: 'Check the address.',
    },
  },
} as const;

/** `link`: one page for unknown, removed and expired links, so that it reveals nothing. */
export function notFoundPage(request: HttpRequest, response: HttpResponse, what: keyof typeof WORDS): void {
  const language = languageOf(request);
  const { title, text, advice } = WORDS[what][language];
  sendPage(response, 404, { language, title, content: `<h1>${title}</h1>\n<p>${text}</p>\n<p class="quiet">${advice}</p>` });
}
