const LANGUAGE = 'acervo.language';

export const WORDS = {
  'pt-BR': {
    title: 'Acervo: referência da API',
    search: 'Buscar operações',
    username: 'Usuário',
    password: 'Senha',
    subscription: 'Chave de assinatura',
    logIn: 'Entrar',
    leave: 'Sair',
    language: 'Idioma',
    dark: 'Escuro',
    example: 'Exemplo',
    answers: 'Respostas',
    body: 'Corpo',
    details: 'Detalhes',
    loggedInAs: (name) => `Conectado: ${name}`,
    begun: 'Conectado. As chamadas desta página levam o token.',
    expired: 'O token venceu ou deixou de valer. Entre de novo e repita a chamada.',
    demo: (logins, password) => `Arquivo de demonstração: ${logins.join(', ')}; senha ${password}`,
    failed: 'O serviço não respondeu. Tente de novo.',
  },
  en: {
    title: 'Acervo: API reference',
    search: 'Search operations',
    username: 'User',
    password: 'Password',
    subscription: 'Subscription key',
    logIn: 'Log in',
    leave: 'Log out',
    language: 'Language',
    dark: 'Dark',
    example: 'Example',
    answers: 'Responses',
    body: 'Body',
    details: 'Details',
    loggedInAs: (name) => `Logged in: ${name}`,
    begun: 'Logged in. Calls from this page carry the token.',
    expired: 'The token has expired or is not valid any more. Log in again and repeat the call.',
    demo: (logins, password) => `Demo archive: ${logins.join(', ')}; password ${password}`,
    failed: 'The service did not answer. Try again.',
  },
};

/** The person's choice, else what the browser says, Portuguese before all. */
export function languageOfReader() {
  const chosen = localStorage.getItem(LANGUAGE);
  if (chosen in WORDS) return chosen;
  const liked = navigator.languages.find((language) => /^(pt|en)\b/i.test(language)) ?? 'pt';
  return /^en/i.test(liked) ? 'en' : 'pt-BR';
}

export const rememberLanguage = (language) => localStorage.setItem(LANGUAGE, language);

/** Everything that carries `data-word` says it in this language. */
export function translate(words, language) {
  document.documentElement.lang = language;
  document.title = words.title;
  for (const element of document.querySelectorAll('[data-word]')) {
    const word = words[element.dataset.word];
    if (element.matches('input, select')) element.setAttribute('aria-label', word);
    if (element.matches('input')) element.placeholder = word;
    else if (!element.matches('select')) element.textContent = word;
  }
}
